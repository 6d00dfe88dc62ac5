/**
 * What a request says beside its query. The threshold is 0, so that every search has results to show: the texts were
 * written by chance and are relevant to nothing.
 */
const COMMON = { min_relevance_score: 0, include_synthesis: false };

/** Name of a method in figures to the fields of its request. */
export const MEASURED_REQUESTS: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map<
  string,
  Readonly<Record<string, unknown>>
>([
  ['keyword', { ...COMMON, method: 'keyword' }],
  ['vector', { ...COMMON, method: 'vector' }],
  ['fast', { ...COMMON, fusion: 'z-score' }],
  ['default', COMMON],
  ['fast+synthesis', { min_relevance_score: 0, fusion: 'z-score' }],
  ['default+synthesis', { min_relevance_score: 0 }],
]);
