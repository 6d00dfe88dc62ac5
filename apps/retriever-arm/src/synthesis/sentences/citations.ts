import { placeIn, type Citation, type Passage, type SearchResult, type SynthesizeResponse } from '@arbiter/contracts';
import type { Span } from '@arbiter/text';

/**
 * @param span in the stored document, within the passage
 * @returns the citation `[marker]` of that span; its quote is cut from the passage as it is stored
 */
export function citeSpan(passage: Passage, { start, end }: Span, marker: number): Citation {
  const quote = passage.text.slice(start - passage.start, end - passage.start);
  return { marker, ...placeIn(passage, { start, end }), quote, score: passage.score };
}

export interface SourceCitations {
  /** Markers `[n]` point to `sources[n - 1]`; null when there is no text. */
  readonly synthesis: string | null;
  readonly sources: string[];
}

/**
 * Turns citations of spans into the published citations of sources: two spans of one source share a marker, and
 * markers count from 1 in the order in which the text uses them. Without a text, the results' sources by rank.
 */
export function citeBySource(answer: SynthesizeResponse | null, results: readonly SearchResult[]): SourceCitations {
  if (!answer || answer.text === '')
    return { synthesis: null, sources: [...new Set(results.map(({ source }) => source))] };
  const sources: string[] = [];
  const numberOf = (source: string): number => {
    if (!sources.includes(source)) sources.push(source);
    return sources.indexOf(source) + 1;
  };
  const sourceOfMarker = new Map(answer.citations.map(({ marker, source }) => [marker, source]));
  const synthesis = answer.text.replace(/\[(\d+)\]/g, (whole, digits: string) => {
    const source = sourceOfMarker.get(Number(digits));
    return source === undefined ? whole : `[${numberOf(source)}]`;
  });
  return { synthesis: synthesis.replace(/(\[\d+\])(?:\s*\1)+/g, '$1'), sources };
}
