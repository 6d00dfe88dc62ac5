import type { RelevanceEvidence } from '@arbiter/confidence';
import { coverageTerms, rarityOf, TermCoverage, terms } from '@arbiter/text';
import type { SearchedPool } from './searched-pool.js';

export interface JudgedPassage {
  /** What the shipped search estimates relevance from. */
  readonly evidence: RelevanceEvidence;
  /** Whether the question's answer rests on it. */
  readonly isEvidence: boolean;
}

/** What one search found, best first, as its relevance is estimated. */
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
