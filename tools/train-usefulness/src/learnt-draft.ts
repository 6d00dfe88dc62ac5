import { statementOf } from '@arbiter/contracts';
import type { Embedder } from '@arbiter/ports';
import { extractClaims, FeatureChecker, GroundingSupportScorer, type UsefulnessFeatures } from '@arbiter/validator-arm';
import type { Draft } from './draft.js';

/** A draft as the check of usefulness sees it. */
export interface LearntDraft extends Pick<Draft, 'pack' | 'questionId' | 'outcome'> {
  readonly features: UsefulnessFeatures;
}

/** Extracts the features by the shipped checks; drafts that say nothing which can be checked are left out. */
export async function learnFrom(
  drafts: readonly Draft[],
  embedder: Embedder,
  onProgress: (done: number) => void,
): Promise<LearntDraft[]> {
  const checker = new FeatureChecker(embedder, new GroundingSupportScorer());
  const { signal } = new AbortController();
  const learnt: LearntDraft[] = [];
  for (const [index, { pack, questionId, outcome, query, queryType, answer, sources }] of drafts.entries()) {
    const claims = extractClaims(answer).filter((claim) => statementOf(claim) !== '');
    const asked = { query, queryType, answer, claims, sources, calibration: null };
    const { features } =
      claims.length === 0 ? { features: undefined } : (await checker.check(asked, signal)).usefulness;
    if (features) learnt.push({ pack, questionId, outcome, features });
    onProgress(index + 1);
  }
  return learnt;
}
