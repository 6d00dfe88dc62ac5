import { createReadStream } from 'node:fs';
import type { RelevanceEvidence } from '@arbiter/confidence';
import { streamJsonLines } from '@arbiter/evaluation';
import { coverageTerms, rarityOf, TermCoverage, terms } from '@arbiter/text';
import { z } from 'zod';

export interface JudgedPassage {
  /** Evidence from which the shipped search estimates relevance. */
  readonly evidence: RelevanceEvidence;
  /** Whether the question's answer rests on it. */
  readonly isEvidence: boolean;
}

/** Results of one search, best first, in the form for estimating relevance. */
export interface JudgedPool extends Pick<SearchedPool, 'set' | 'library' | 'questionId' | 'method'> {
  readonly passages: readonly JudgedPassage[];
  /** Passages whose cosine the search did not tell: they are left out. */
  readonly withoutCosine: number;
}

/** The passages that the arm judges together for a search of ten: it reads more only when more are asked for. */
const PAGE = 10;

export function judgePool(
  { set, library, questionId, question, method, passages: found }: SearchedPool,
  raritiesOf: TermRarities,
): JudgedPool {
  const passages = found.slice(0, PAGE);
  const coverage = new TermCoverage(
    new Map(coverageTerms(question).map(({ term }) => [term, raritiesOf(library, term)])),
  );
  const judged = passages.flatMap(({ text, cosine, isEvidence }): JudgedPassage[] =>
    cosine === null && method !== 'keyword' ? [] : [{ evidence: { cosine, coverage: coverage.of(text) }, isEvidence }],
  );
  return { set, library, questionId, method, passages: judged, withoutCosine: passages.length - judged.length };
}

/** How rare a term is in a library. */
export type TermRarities = (library: string, term: string) => number;

/** How rare terms are in each library, among all the passages that any search of it has found. */
export function termRarities(pools: readonly SearchedPool[]): TermRarities {
  const libraries = new Map<string, { readonly seen: Set<string>; readonly holders: Map<string, number> }>();
  for (const { library, passages } of pools) {
    const known = libraries.get(library) ?? { seen: new Set<string>(), holders: new Map<string, number>() };
    libraries.set(library, known);
    for (const { chunkId, text } of passages) {
      if (known.seen.has(chunkId)) continue;
      known.seen.add(chunkId);
      for (const term of new Set(terms(text).map((one) => one.term))) {
        known.holders.set(term, (known.holders.get(term) ?? 0) + 1);
      }
    }
  }
  return (library, term) => {
    const known = libraries.get(library);
    return known ? rarityOf((known.holders.get(term) ?? 0) / known.seen.size, known.seen.size) : 0;
  };
}

/** A passage that was found, with all that its relevance may be estimated from. */
export const PooledPassage = z.object({
  chunkId: z.string(),
  /** Title, aliases, section and text, as the arm compares them with a query. */
  text: z.string(),
  /** With the query; null where no vectors were searched. */
  cosine: z.number().nullable(),
  /** Score of the reranker; null without one. */
  rerankScore: z.number().nullable(),
  /** Whether the question's answer rests on it. */
  isEvidence: z.boolean(),
});
export type PooledPassage = z.output<typeof PooledPassage>;

export const METHODS = ['hybrid', 'vector', 'keyword'] as const;

/** Results of one search, best first: a line of the file of pools. */
export const SearchedPool = z.object({
  /** The set that the question is of. */
  set: z.string(),
  /** The set whose documents were searched; another one: nothing there is relevant. */
  library: z.string(),
  questionId: z.string(),
  question: z.string(),
  method: z.enum(METHODS),
  passages: z.array(PooledPassage),
});
export type SearchedPool = z.output<typeof SearchedPool>;

export function isOffTopic({ set, library }: Pick<SearchedPool, 'set' | 'library'>): boolean {
  return set !== library;
}

/**
 * Reads a file of pools, one a line.
 *
 * @throws ArbiterError INVALID_REQUEST that names file and line of the first line that is no pool; what reading fails with
 */
export async function readPools(file: string): Promise<SearchedPool[]> {
  const pools: SearchedPool[] = [];
  for await (const { value } of streamJsonLines(createReadStream(file, 'utf8'), file, SearchedPool)) pools.push(value);
  return pools;
}
