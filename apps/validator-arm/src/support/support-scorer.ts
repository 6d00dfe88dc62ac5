import type { Claim, SupportToken, VerificationMethod } from '@arbiter/contracts';
import { REFUTED, SUPPORT_MODELS, supportThreshold, type Mismatch as SentenceMismatch } from '@arbiter/grounding';
import type { Embedder } from '@arbiter/ports';
import type { ReadSources } from './read-sources.js';

/** A stretch of a source: UTF-16 code units of `Source.content`. */
export interface EvidenceSpan {
  readonly sourceId: string;
  readonly start: number;
  readonly end: number;
}

/** Something that a claim says otherwise than its sources do, which a similarity cannot see. */
export interface Mismatch extends SentenceMismatch {
  /** Where the sources say it otherwise. */
  readonly evidence?: EvidenceSpan;
}

/** What the sources say to one claim. */
export interface ClaimSupport {
  readonly claim: Claim;
  /** Calibrated probability that the sources support the claim, 0–1. */
  readonly probability: number;
  readonly support: SupportToken;
  readonly method: VerificationMethod;
  /** A sentence or two for people. */
  readonly reasoning: string;
  /** The nearest passages, best first, whether or not they support the claim; none without sources. */
  readonly spans: readonly EvidenceSpan[];
  readonly mismatches: readonly Mismatch[];
  /** There where its wording, a computation, or a mismatch near the wording decided, which no model overrules. */
  readonly settled?: true;
  /** Highest cosine of the claim with a window of a source, 0–1; 0 where no vectors are at hand. */
  readonly similarity: number;
}

/** The claim as one that its sources refute, whatever its probability was. */
export function refuted(support: ClaimSupport): ClaimSupport {
  return { ...support, probability: Math.min(support.probability, REFUTED), support: 'no_support', settled: true };
}

/** Whether sources support claims. */
export interface SupportScorer {
  /**
   * @param claims in any number; what one of them is worth does not depend on the others
   * @returns one per claim, in their order
   * @throws ArbiterError UNAVAILABLE when the embedder is, and the signal's reason
   */
  score(claims: readonly Claim[], sources: ReadSources, signal: AbortSignal): Promise<readonly ClaimSupport[]>;
}

/** Probabilities from which a claim is supported, and half supported; 0–1, `full` above `partial`. */
export interface SupportThresholds {
  readonly full: number;
  readonly partial: number;
}

/** Share of the probability of support from which a claim is half supported. */
export const HALF = 0.6;

/** The shipped ones, which depend on what the embedder can tell of words. */
export function supportThresholdsOf({ canEncode }: Pick<Embedder, 'canEncode'>): SupportThresholds {
  const full = supportThreshold(canEncode ? SUPPORT_MODELS.withVectors : SUPPORT_MODELS.byWords);
  return { full, partial: HALF * full };
}
