import type { RelevanceEvidence } from '@arbiter/confidence';
import { coverageTerms, TermCoverage } from '@arbiter/text';
import type { SearchedPool } from './searched-pool.js';
import type { TermRarities } from './term-rarities.js';

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
  rarityOf: TermRarities,
): JudgedPool {
  const passages = found.slice(0, PAGE);
  const coverage = new TermCoverage(
    new Map(coverageTerms(question).map(({ term }) => [term, rarityOf(library, term)])),
  );
  const judged = passages.flatMap(({ text, cosine, isEvidence }): JudgedPassage[] =>
    cosine === null && method !== 'keyword' ? [] : [{ evidence: { cosine, coverage: coverage.of(text) }, isEvidence }],
  );
  return { set, library, questionId, method, passages: judged, withoutCosine: passages.length - judged.length };
}
