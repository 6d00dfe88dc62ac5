import type { HallucinationRecommendation, HallucinationReport, Source, VerificationResult } from '@arbiter/contracts';
import type { VerifiedClaims } from '../checks/answer-checker.js';
import { Provenance } from './citations.js';
import type { ClaimSupport } from '../support/support-scorer.js';

/** Shares of unsupported claims above which an answer is not accepted, and is rejected, as published (design document 001). */
const REGENERATE_ABOVE = 0.1;
const REJECT_ABOVE = 0.3;

/** @param rate null when there was nothing to verify: then nothing vouches for the answer, and it is to be written again */
export function recommendationFor(rate: number | null): HallucinationRecommendation {
  if (rate === null) return 'regenerate';
  if (rate > REJECT_ABOVE) return 'reject';
  return rate > REGENERATE_ABOVE ? 'regenerate' : 'accept';
}

/** Share of claims that are not fully supported, 0–1; null without claims. */
export function hallucinationRate(supports: readonly ClaimSupport[]): number | null {
  return supports.length === 0 ? null : supports.filter((support) => !isSupported(support)).length / supports.length;
}

/** @param unchecked whether the answer makes more claims than were checked; such an answer is never accepted */
export function reportHallucinations(
  { supports, mode, languageModel, usage, modelCalls }: VerifiedClaims,
  sources: readonly Source[],
  unchecked = false,
): HallucinationReport {
  const provenance = new Provenance(sources, supports.length);
  const hallucinations = supports.filter((support) => !isSupported(support)).map(({ claim }) => claim);
  const rate = hallucinationRate(supports);
  const recommended = recommendationFor(rate);
  return {
    hasHallucinations: hallucinations.length > 0,
    hallucinations,
    confidence: rate === null ? null : 1 - rate,
    recommendation: unchecked && recommended === 'accept' ? 'regenerate' : recommended,
    rate,
    verifications: supports.map((support) => verificationOf(support, provenance)),
    explanation: explain(supports.length, hallucinations.length, unchecked),
    mode,
    ...(languageModel && { languageModel }),
    ...(usage && { usage }),
    ...(modelCalls && { modelCalls }),
  };
}

function isSupported({ support }: ClaimSupport): boolean {
  return support === 'fully_supported';
}

function verificationOf(support: ClaimSupport, provenance: Provenance): VerificationResult {
  const spans = provenance.spansOf(support);
  return {
    claim: support.claim,
    isSupported: isSupported(support),
    supportingSources: provenance.sourcesOf(spans),
    similarityScore: Math.min(1, Math.max(0, support.similarity)),
    reasoning: support.reasoning,
    support: support.support,
    probability: support.probability,
    verificationMethod: support.method,
    spans,
  };
}

function explain(claims: number, hallucinations: number, unchecked: boolean): string {
  if (claims === 0) return 'There was nothing to verify: the answer makes no claim that could be checked.';
  const checked = unchecked ? `Of the first ${claims} claims, which were checked,` : `Of ${claims} claims`;
  if (hallucinations === 0) return `${checked} all are supported by the sources.`;
  return `${checked} the sources do not fully support ${hallucinations}.`;
}
