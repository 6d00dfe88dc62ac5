import type { Source } from '@arbiter/contracts';
import { carryOut, eachTerm, readingSentences, type Steps } from '@arbiter/text';
import { headingText } from './source-context.js';

/** Sentences that may stand together for one claim. */
const WINDOW_SENTENCES = 3;
/** Terms that are read in one step: a millisecond. */
const TERMS_A_STEP = 1_000;

/** How rare words are in the sources of one validation, over stretches of one to three neighbouring sentences. */
export class EvidenceIndex {
  private constructor(
    private readonly frequencies: ReadonlyMap<string, number>,
    private readonly windows: number,
  ) {}

  /** Reads a window, or a part of one, a step. */
  static *reading(sources: readonly Source[]): Steps<EvidenceIndex> {
    const frequencies = new Map<string, number>();
    let windows = 0;
    for (const source of sources) {
      const { content } = source;
      const context = yield* readingTerms(headingText(source));
      const sentences = yield* readingSentences(content);
      const neighbours: ReadonlySet<string>[] = [];
      for (const [index, { start, end }] of sentences.entries()) {
        neighbours.push(yield* readingTerms(content.slice(start, end)));
        if (neighbours.length > WINDOW_SENTENCES) neighbours.shift();
        if (index + 1 < Math.min(WINDOW_SENTENCES, sentences.length)) continue;
        windows += 1;
        yield* counting([context, ...neighbours], frequencies);
      }
    }
    return new EvidenceIndex(frequencies, windows);
  }

  static of(sources: readonly Source[]): EvidenceIndex {
    return carryOut(EvidenceIndex.reading(sources));
  }

  /** Inverse frequency of a term among the windows, ln((N + 1)/(df + ½)); highest for one that no source holds. */
  rarity(term: string): number {
    return Math.log((this.windows + 1) / ((this.frequencies.get(term) ?? 0) + 0.5));
  }

  holds(term: string): boolean {
    return this.frequencies.has(term);
  }
}

function* readingTerms(text: string): Steps<ReadonlySet<string>> {
  const held = new Set<string>();
  let read = 0;
  yield;
  for (const { term } of eachTerm(text)) {
    if (++read % TERMS_A_STEP === 0) yield;
    held.add(term);
  }
  return held;
}

/** @param frequencies gets each term of a window once */
function* counting(window: readonly ReadonlySet<string>[], frequencies: Map<string, number>): Steps<void> {
  const counted = new Set<string>();
  for (const held of window) {
    for (const term of held) {
      if (counted.has(term)) continue;
      counted.add(term);
      frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
      if (counted.size % TERMS_A_STEP === 0) yield;
    }
  }
}
