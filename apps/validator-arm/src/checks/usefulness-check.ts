import { estimateUsefulness, type UsefulnessFeatures } from '@arbiter/confidence';
import type { QueryType, Source, UsefulnessToken } from '@arbiter/contracts';
import type { EvidenceIndex } from './evidence-index.js';
import { usefulnessFeatures, type SupportedClaim } from './usefulness-features.js';

/** At the weights of the model, which errs there as often one way as the other. */
const USEFUL = 0.5;

export interface UsefulnessCheck {
  readonly token: UsefulnessToken;
  readonly score: number;
  readonly reasoning: string;
  readonly missing: string[];
}

export interface UsefulnessEvidence {
  readonly query: string;
  readonly queryType: QueryType;
  /** The checkable statements of the answer. */
  readonly claims: readonly SupportedClaim[];
  /** Of the whole, by a model that read it together with the question; null where none did. See UsefulnessFeatures. */
  readonly answerability: number | null;
}

/** An answer as it was judged, for those who fit the model. */
export interface SeenUsefulness {
  readonly query: string;
  readonly queryType: QueryType;
  readonly answer: string;
  readonly sources: readonly Source[];
  readonly features: UsefulnessFeatures;
}
export type OnUsefulness = (seen: SeenUsefulness) => void;

/**
 * Whether the answer speaks about what was asked. It sees what a question is about (its rare words, its names, its kind
 * of answer), not whether a true sentence is the one that was wanted.
 *
 * @param onFeatures told what it was judged by; not for an answer that says nothing
 */
export function checkUsefulness(
  { query, queryType, claims, answerability }: UsefulnessEvidence,
  evidence: EvidenceIndex,
  onFeatures: (features: UsefulnessFeatures) => void = () => undefined,
): UsefulnessCheck {
  if (claims.length === 0) return { token: 'not_useful', score: 0, reasoning: 'The answer says nothing.', missing: [] };
  const { features, coverage, missing } = usefulnessFeatures(query, queryType, claims, evidence, answerability);
  onFeatures(features);
  const score = estimateUsefulness(features);
  const token = score >= USEFUL ? 'useful' : 'not_useful';
  return { token, score, reasoning: reasoningOf(token, coverage, features), missing };
}

function reasoningOf(
  token: UsefulnessToken,
  coverage: number,
  { asked, kindCoverage, count }: UsefulnessFeatures,
): string {
  const spoken = `The answer speaks of ${Math.round(100 * coverage)} % of what the question is about`;
  const absent =
    asked === 1 && kindCoverage === 0
      ? ', and holds nothing of the kind that was asked for'
      : count === 0
        ? ', and not of as many things as were asked for'
        : '';
  return `${spoken}${absent}${token === 'useful' ? '.' : ': too little.'}`;
}
