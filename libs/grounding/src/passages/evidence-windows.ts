import { carryOut, type Steps } from '@arbiter/text';
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
  /** The encoded text: the context of the source, then the window. */
  readonly text: string;
  /** Where the window begins in {@link text}. */
  readonly offset: number;
}

/** Every sentence's window; a window depends on its source alone, so that its vectors do for all claims. */
export class EvidenceWindows {
  private constructor(
    readonly all: readonly EvidenceWindow[],
    /** Index of the window of each sentence. */
    private readonly windowOf: readonly number[],
  ) {}

  /** Groups a sentence a step. */
  static *grouping({ sentences, sources }: Evidence): Steps<EvidenceWindows> {
    const all: EvidenceWindow[] = [];
    const windowOf: number[] = [];
    let group: EvidenceSentence[] = [];
    let pieces = 0;
    const close = (): void => {
      const window = windowOver(group, all.length, sources);
      if (window) all.push(window);
    };
    for (const sentence of sentences) {
      yield;
      if (group[0]?.source !== sentence.source || pieces + sentence.pieces > WINDOW_PIECES) {
        close();
        group = [];
        pieces = 0;
      }
      group.push(sentence);
      pieces += sentence.pieces;
      windowOf.push(all.length);
    }
    close();
    return new EvidenceWindows(all, windowOf);
  }

  static of(evidence: Evidence): EvidenceWindows {
    return carryOut(EvidenceWindows.grouping(evidence));
  }

  holding(sentence: EvidenceSentence): EvidenceWindow | undefined {
    return this.all[this.windowOf[sentence.index] ?? -1];
  }
}

function windowOver(
  group: readonly EvidenceSentence[],
  index: number,
  sources: Evidence['sources'],
): EvidenceWindow | null {
  const [first] = group;
  const last = group.at(-1);
  if (!first || !last) return null;
  const { source, start } = first;
  const { end } = last;
  const { text = '', context = '' } = sources[source] ?? {};
  const lead = context === '' ? '' : `${context}. `;
  return { index, source, start, end, text: lead + text.slice(start, end), offset: lead.length };
}
