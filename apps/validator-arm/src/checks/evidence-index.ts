import type { Source } from '@arbiter/contracts';
import { carryOut, type Steps } from '@arbiter/grounding';
import { splitSentences, terms } from '@arbiter/text';

/** Sentences that may stand together for one claim. */
const WINDOW_SENTENCES = 3;

/** How rare words are in the sources of one validation, over stretches of one to three neighbouring sentences. */
export class EvidenceIndex {
  private constructor(
    private readonly frequencies: ReadonlyMap<string, number>,
    private readonly windows: number,
  ) {}

  /** Reads a window a step. */
  static *reading(sources: readonly Source[]): Steps<EvidenceIndex> {
    const frequencies = new Map<string, number>();
    let windows = 0;
    for (const source of sources) {
      for (const window of windowTerms(source)) {
        yield;
        windows += 1;
        for (const term of window) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
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

/** The terms of each window, those of title and section among them. */
function* windowTerms({ content, metadata }: Source): Generator<ReadonlySet<string>> {
  const context = [metadata.title ?? '', metadata.section ?? ''].join('\n');
  const contextTerms = terms(context).map(({ term }) => term);
  const sentences = splitSentences(content);
  const last = Math.max(0, sentences.length - WINDOW_SENTENCES);
  for (const [index, first] of sentences.slice(0, last + 1).entries()) {
    const end = sentences[index + WINDOW_SENTENCES - 1] ?? sentences.at(-1);
    if (end) yield new Set([...contextTerms, ...terms(content.slice(first.start, end.end)).map(({ term }) => term)]);
  }
}
