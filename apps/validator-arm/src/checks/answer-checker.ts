import type {
  Claim,
  LanguageModelUse,
  ModelReport,
  ModelTerms,
  QueryType,
  Source,
  SupportCalibration,
  SynthesisMode,
  ValidationMode,
} from '@arbiter/contracts';
import type { ComputedClaim } from '../support/computed-claim.js';
import type { ClaimSupport } from '../support/support-scorer.js';
import type { RelevanceCheck } from './relevance-check.js';
import type { UsefulnessCheck } from './usefulness-check.js';

/** An answer with the claims of it that are to be checked. */
export interface CheckableAnswer {
  readonly query: string;
  readonly queryType: QueryType;
  readonly answer: string;
  readonly claims: readonly Claim[];
  /** The one of them that was computed of others; null where none was. */
  readonly computed: ComputedClaim | null;
  readonly synthesis: SynthesisMode;
  readonly sources: readonly Source[];
  /** Of the domain that the answer belongs to; null where it has none. */
  readonly calibration: SupportCalibration | null;
}

/** Support of the claims, one each in their order, and the method that decided it. */
export interface VerifiedClaims extends ModelReport {
  readonly supports: readonly ClaimSupport[];
  readonly mode: ValidationMode;
  /** There where a language model was to be asked. */
  readonly languageModel?: LanguageModelUse;
}

/** The three checks of one answer. */
export interface AnswerChecks extends VerifiedClaims {
  readonly relevance: RelevanceCheck;
  readonly usefulness: UsefulnessCheck;
  /** Whether the judge has read the answer, so that its usefulness counts what its claims are worth. */
  readonly isJudged: boolean;
  /** Names of the question that no source mentions, of an answer in the words of its sources; none for what was written. */
  readonly unmentioned: readonly string[];
}

/** What makes the checks: features alone, a language model, or both. Without `terms` a model is bounded by nothing. */
export interface AnswerChecker {
  /** Names everything that its verdicts depend on beside the request (models, weights): results are cached under it. */
  readonly identity: string;

  /** ISSUP alone. @throws ArbiterError UNAVAILABLE when the embedder is, and the signal's reason */
  verify(
    claims: readonly Claim[],
    sources: readonly Source[],
    signal: AbortSignal,
    terms?: ModelTerms,
  ): Promise<VerifiedClaims>;

  /** ISREL, ISSUP and ISUSE. @throws ArbiterError UNAVAILABLE when the embedder is, and the signal's reason */
  check(answer: CheckableAnswer, signal: AbortSignal, terms?: ModelTerms): Promise<AnswerChecks>;
}
