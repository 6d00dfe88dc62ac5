import type { Evidence, EvidenceSentence } from './evidence.js';

/** Word pieces of neighbouring sentences that are encoded together: enough that pronouns meet what they stand for. */
const WINDOW_PIECES = 110;

/** Neighbouring sentences of one source that an encoder reads together. */
export interface EvidenceWindow {
  /** Among all windows. */
  readonly index: number;
  readonly source: number;
  /** Span in the text of the source. */
  readonly start: number;
  readonly end: number;
  /** What is encoded: the context of the source, then the window. */
  readonly text: string;
  /** Where the window begins in {@link text}. */
  readonly offset: number;
}

/** Every sentence's window; a window depends on its source alone, so that its vectors do for all claims. */
export class EvidenceWindows {
  readonly all: readonly EvidenceWindow[];
  readonly #windowOf: readonly number[];

  constructor(evidence: Evidence) {
    const groups: EvidenceSentence[][] = [];
    let pieces = 0;
    for (const sentence of evidence.sentences) {
      const group = groups.at(-1);
      if (group && group[0]?.source === sentence.source && pieces + sentence.pieces <= WINDOW_PIECES) {
        group.push(sentence);
        pieces += sentence.pieces;
      } else {
        groups.push([sentence]);
        pieces = sentence.pieces;
      }
    }
    this.#windowOf = groups.flatMap((group, index) => group.map(() => index));
    this.all = groups.map((group, index) => {
      const source = group[0]?.source ?? 0;
      const { text = '', context = '' } = evidence.sources[source] ?? {};
      const start = group[0]?.start ?? 0;
      const end = group.at(-1)?.end ?? start;
      const lead = context === '' ? '' : `${context}. `;
      return { index, source, start, end, text: lead + text.slice(start, end), offset: lead.length };
    });
  }

  of(sentence: EvidenceSentence): EvidenceWindow | undefined {
    return this.all[this.#windowOf[sentence.index] ?? -1];
  }
}
