import type { Span } from '@arbiter/text';
import { cutSentences } from './cut-sentences.js';
import type { Steps } from '../steps.js';
import { readWords, type Word } from './read-words.js';

/** What claims are checked against. */
export interface EvidenceSource {
  readonly id: string;
  readonly text: string;
  /** What says of what it speaks and is not in it: title, headings, other names. Empty where there is nothing. */
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
      for (const { start, end } of cutSentences(text)) {
        yield;
        const content = text.slice(start, end);
        const words = readWords(content);
        if (words.length === 0) continue;
        const stems = new Set(words.map(({ stem }) => stem));
        const index = sentences.length;
        sentences.push({ index, source, start, end, text: content, words, stems, pieces: estimatePieces(words) });
        for (const stem of stems) {
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

function estimatePieces(words: readonly Word[]): number {
  // One mark of punctuation for every eight words.
  return Math.ceil(words.reduce((sum, { form }) => sum + Math.ceil(form.length / PIECE_LETTERS), words.length / 8));
}
