import type { Span, Steps } from '@arbiter/text';
import { cuttingSentences } from './cut-sentences.js';
import { eachWord, readWords, type Word } from './read-words.js';

/** A source that claims are checked against. */
export interface EvidenceSource {
  readonly id: string;
  readonly text: string;
  /** Text outside the passage that names its subject: title, headings, other names. Empty if there is none. */
  readonly context: string;
}

export interface EvidenceSentence extends Span {
  /** Among all sentences of all sources. */
  readonly index: number;
  /** Of its source. */
  readonly source: number;
  readonly text: string;
  /** Offsets in {@link text}. */
  readonly words: readonly Word[];
  readonly stems: ReadonlySet<string>;
  /** Word pieces, estimated. */
  readonly pieces: number;
}

/** Letters of a word that make one word piece, on average over English. */
const PIECE_LETTERS = 9;

/** The sources of one validation, cut once and used by every claim. */
export class Evidence {
  readonly #holding: ReadonlyMap<string, readonly number[]>;

  private constructor(
    readonly sources: readonly EvidenceSource[],
    readonly sentences: readonly EvidenceSentence[],
    /** Stems of each source's context. */
    readonly contexts: readonly ReadonlySet<string>[],
    holding: ReadonlyMap<string, readonly number[]>,
  ) {
    this.#holding = holding;
  }

  /** Reads a sentence a step. */
  static *reading(sources: readonly EvidenceSource[]): Steps<Evidence> {
    const sentences: EvidenceSentence[] = [];
    const allHolding = new Map<string, number[]>();
    for (const [source, { text }] of sources.entries()) {
      for (const span of yield* cuttingSentences(text)) {
        yield;
        const index = sentences.length;
        const sentence = ReadSentence.of(text, span, { index, source });
        if (!sentence) continue;
        sentences.push(sentence);
        for (const stem of sentence.stems) {
          const holding = allHolding.get(stem);
          if (holding) holding.push(index);
          else allHolding.set(stem, [index]);
        }
      }
    }
    const contexts = sources.map(({ context }) => new Set(readWords(context).map(({ stem }) => stem)));
    return new Evidence(sources, sentences, contexts, allHolding);
  }

  /** Indexes of the sentences that hold a stem, ascending. */
  sentencesWith(stem: string): readonly number[] {
    return this.#holding.get(stem) ?? [];
  }
}

/** Of megabytes a few sentences are compared: the words of the others are not kept. */
class ReadSentence implements EvidenceSentence {
  #words: readonly Word[] | undefined;

  private constructor(
    readonly index: number,
    readonly source: number,
    readonly start: number,
    readonly end: number,
    readonly text: string,
    readonly stems: ReadonlySet<string>,
    readonly pieces: number,
  ) {}

  /** @returns null without words */
  static of(
    all: string,
    { start, end }: Span,
    { index, source }: Pick<EvidenceSentence, 'index' | 'source'>,
  ): ReadSentence | null {
    const text = all.slice(start, end);
    const stems = new Set<string>();
    let pieces = 0;
    for (const { form, stem } of eachWord(text)) {
      stems.add(stem);
      // One mark of punctuation for every eight words.
      pieces += Math.ceil(form.length / PIECE_LETTERS) + 1 / 8;
    }
    return stems.size === 0 ? null : new ReadSentence(index, source, start, end, text, stems, Math.ceil(pieces));
  }

  get words(): readonly Word[] {
    return (this.#words ??= readWords(this.text));
  }
}
