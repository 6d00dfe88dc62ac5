import type { Source } from '@arbiter/contracts';
import { splitSentences, terms } from '@arbiter/text';

/** Sentences that may stand together for one claim. */
const WINDOW_SENTENCES = 3;

/** How rare words are in the sources of one validation, over stretches of one to three neighbouring sentences. */
export class EvidenceIndex {
  private readonly frequencies = new Map<string, number>();
  private readonly windows: number;

  constructor(sources: readonly Source[]) {
    const windows = sources.flatMap((source) => windowTerms(source));
    this.windows = windows.length;
    for (const window of windows) {
      for (const term of window) this.frequencies.set(term, (this.frequencies.get(term) ?? 0) + 1);
    }
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
function windowTerms({ content, metadata }: Source): ReadonlySet<string>[] {
  const context = [metadata.title ?? '', metadata.section ?? ''].join('\n');
  const contextTerms = terms(context).map(({ term }) => term);
  const sentences = splitSentences(content);
  const last = Math.max(0, sentences.length - WINDOW_SENTENCES);
  return sentences.slice(0, last + 1).flatMap((first, index) => {
    const end = sentences[index + WINDOW_SENTENCES - 1] ?? sentences.at(-1);
    if (!end) return [];
    return [new Set([...contextTerms, ...terms(content.slice(first.start, end.end)).map(({ term }) => term)])];
  });
}
