import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate, type Source, type ValidationResult } from '@arbiter/contracts';
import { startStandalone, type Standalone } from '@arbiter/standalone';
import { splitSentences } from '@arbiter/text';

/** The documents of the sample domain: written prose, not generated, and the same on every machine. */
const DOCUMENTS = fileURLToPath(new URL('../../../../domains/lantern-coast/documents', import.meta.url));

/** Length of a source in UTF-16 code units: about 200 word pieces, as chunks are cut. */
export const SOURCE_CHARACTERS = 900;

/** How the sentences of an answer are made from those of its sources. */
export const SHAPES = ['verbatim', 'reworded', 'mixed'] as const;
export type Shape = (typeof SHAPES)[number];

/** An answer to be validated. */
export interface ReadingMatter {
  readonly query: string;
  readonly answer: string;
  readonly sources: readonly Source[];
}

/** Other words for common ones: the sentence says the same, stands nowhere word for word, and has to be read. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  the: 'that',
  is: 'remains',
  was: 'had been',
  has: 'possesses',
  with: 'along with',
  from: 'out of',
  by: 'by way of',
  under: 'below',
  a: 'one',
  in: 'inside',
  to: 'towards',
};

/** Answers over real prose, none like another. */
export class ReadingLibrary {
  private constructor(private readonly prose: string) {}

  static async open(): Promise<ReadingLibrary> {
    const entries = await readdir(DOCUMENTS, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.name.endsWith('.md'))
      .map((entry) => join(entry.parentPath, entry.name));
    const texts = await Promise.all(paths.sort().map((path) => readFile(path, 'utf8')));
    return new ReadingLibrary(texts.map(proseOf).join(' '));
  }

  /**
   * @param seed another one cuts other sources, from another place on
   * @param claims sentences of the answer, taken from the sources in turn
   */
  matter(seed: number, shape: Shape, claims: number, sources: number): ReadingMatter {
    const cut = Array.from({ length: sources }, (_, index) => this.#source(seed, index));
    const sentences = cut.map(({ content }) =>
      splitSentences(content)
        .slice(1, -1)
        .map(({ start, end }) => content.slice(start, end)),
    );
    const taken = Array.from({ length: claims }, (_, claim) => {
      const own = sentences[claim % sources] ?? [];
      return own[Math.floor(claim / sources) % Math.max(1, own.length)] ?? 'The lamp burns.';
    });
    const isReworded = (claim: number): boolean => shape === 'reworded' || (shape === 'mixed' && claim % 2 === 1);
    return {
      query: `What is known about case ${seed} of the coast?`,
      answer: taken.map((sentence, claim) => (isReworded(claim) ? reworded(sentence) : sentence)).join(' '),
      sources: cut,
    };
  }

  #source(seed: number, index: number): Source {
    // A step that shares no divisor with the length of a source: places repeat late, and never at the same character.
    const start = ((seed * 131 + index * 97) * 677) % (this.prose.length - SOURCE_CHARACTERS);
    const content = this.prose.slice(start, start + SOURCE_CHARACTERS);
    const id = `${seed}:${index}`;
    return { id, document: id, chunkId: id, content, metadata: { title: `Place ${index}` }, score: 0.5 };
  }
}

/** Without headings and markup, which are no sentences. */
function proseOf(markdown: string): string {
  return markdown
    .replace(/^---\n.*?\n---\n/s, '')
    .replace(/^(?:#|\||[-*] |\d+\. ).*$/gm, '')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ');
}

function reworded(sentence: string): string {
  return sentence.replace(/\b[a-z]+\b/g, (word) => OTHER_WORDS[word] ?? word);
}

/** The validator with its defaults, as it stands in one process with the other arms, over an empty library. */
export class MeasuredValidator {
  private constructor(
    private readonly standalone: Standalone,
    private readonly cwd: string,
  ) {}

  static async start(): Promise<MeasuredValidator> {
    const cwd = await mkdtemp(join(tmpdir(), 'arbiter-bench-validate-'));
    const env = { LOG_LEVEL: 'fatal', VALIDATION_LOG: 'false' };
    return new MeasuredValidator(await startStandalone({ env, cwd, http: false }), cwd);
  }

  validate(matter: ReadingMatter): Promise<ValidationResult> {
    return this.standalone.client.request(validate, { ...matter, sources: [...matter.sources] });
  }

  async close(): Promise<void> {
    await this.standalone.close();
    await rm(this.cwd, { recursive: true });
  }
}
