import type { RelevanceEvidence } from '@arbiter/confidence';
import { TermCoverage } from '@arbiter/text';
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

/** Coverage is taken among all the passages of the pool, as the arm does. */
export function judgePool({ set, library, questionId, question, method, passages }: SearchedPool): JudgedPool {
  const coverage = new TermCoverage(
    question,
    passages.map(({ text }) => text),
  );
  const judged = passages.flatMap(({ cosine, isEvidence }, index): JudgedPassage[] =>
    cosine === null && method !== 'keyword' ? [] : [{ evidence: { cosine, coverage: coverage.of(index) }, isEvidence }],
  );
  return { set, library, questionId, method, passages: judged, withoutCosine: passages.length - judged.length };
}
