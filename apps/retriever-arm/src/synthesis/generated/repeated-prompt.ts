import { splitSentences } from '@arbiter/text';

/** A tag around fenced text, whatever has become of its id. */
const FENCE_TAG = /<\/?\p{L}+-fence/iu;
/** Words of a run by which instructions are known again. */
const RUN = 3;
/** Share of the runs of a sentence that stand in the instructions from which on it repeats them, 0–1. */
const MOST_REPEATED = 0.6;

export interface PromptParts {
  readonly question: string;
  readonly instructions: readonly string[];
  readonly fenceId: string;
}

/** What small models write instead of an answer: tags, rules and the question of their prompt. */
export class RepeatedPrompt {
  /** The whole question, and each sentence of it. */
  readonly #asked: ReadonlySet<string>;
  readonly #runs: ReadonlySet<string>;
  readonly #fenceId: string;

  constructor({ question, instructions, fenceId }: PromptParts) {
    const sentences = splitSentences(question).map(({ start, end }) => question.slice(start, end));
    this.#asked = new Set([question, ...sentences].map((text) => wordsOf(text).join(' ')));
    this.#runs = new Set(instructions.flatMap((text) => runsOf(wordsOf(text))));
    this.#fenceId = fenceId;
  }

  /** @param sentence without markers */
  isIn(sentence: string): boolean {
    if ((this.#fenceId !== '' && sentence.includes(this.#fenceId)) || FENCE_TAG.test(sentence)) return true;
    const words = wordsOf(sentence);
    if (this.#asked.has(words.join(' '))) return true;
    const runs = runsOf(words);
    return runs.length > 0 && runs.filter((run) => this.#runs.has(run)).length >= MOST_REPEATED * runs.length;
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '));
}
