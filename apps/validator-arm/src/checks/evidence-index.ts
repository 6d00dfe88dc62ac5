import type { Source } from '@arbiter/contracts';
import { splitSentences, terms } from '@arbiter/text';
import type { EvidenceSpan } from '../support/support-scorer.js';

/** A stretch of one to three neighbouring sentences of a source. */
export interface EvidenceWindow {
  readonly sourceId: string;
  /** Where it stands in the source. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

/** Sentences that may stand together for one claim. */
const WINDOW_SENTENCES = 3;

/** The sources of one validation, cut once and used by every claim. */
export class EvidenceIndex {
  readonly windows: readonly EvidenceWindow[];
  private readonly normalised: readonly { readonly id: string; readonly text: string; readonly length: number }[];
  private readonly frequencies = new Map<string, number>();

  constructor(sources: readonly Source[]) {
    this.normalised = sources.map(({ id, content }) => ({
      id,
      text: normaliseForMatch(content),
      length: content.length,
    }));
    this.windows = sources.flatMap((source) => windowsOf(source));
    for (const window of this.windows) {
      for (const term of window.terms) this.frequencies.set(term, (this.frequencies.get(term) ?? 0) + 1);
    }
  }

  /** The sources that hold the text word for word, case, white space and quotation marks aside, each as a whole. */
  verbatimIn(text: string): EvidenceSpan[] {
    const wanted = normaliseForMatch(text);
    if (wanted === '') return [];
    return this.normalised
      .filter((source) => source.text.includes(wanted))
      .map(({ id, length }) => ({ sourceId: id, start: 0, end: length }));
  }

  /** Inverse frequency of a term among the windows, ln((N + 1)/(df + ½)); highest for one that no source holds. */
  rarity(term: string): number {
    return Math.log((this.windows.length + 1) / ((this.frequencies.get(term) ?? 0) + 0.5));
  }

  holds(term: string): boolean {
    return this.frequencies.has(term);
  }
}

function windowsOf({ id, content, metadata }: Source): EvidenceWindow[] {
  const context = [metadata.title ?? '', metadata.section ?? ''].join('\n');
  const contextTerms = terms(context).map(({ term }) => term);
  const sentences = splitSentences(content);
  const last = Math.max(0, sentences.length - WINDOW_SENTENCES);
  return sentences.slice(0, last + 1).flatMap((first, index) => {
    const end = sentences[index + WINDOW_SENTENCES - 1] ?? sentences.at(-1);
    if (!end) return [];
    const text = content.slice(first.start, end.end);
    const place = { sourceId: id, start: first.start, end: end.end };
    return [{ ...place, text, terms: new Set([...contextTerms, ...terms(text).map(({ term }) => term)]) }];
  });
}

function normaliseForMatch(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim();
}
