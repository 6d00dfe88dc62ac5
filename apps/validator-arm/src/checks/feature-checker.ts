import { statementOf, type Claim, type Source, type SupportCalibration } from '@arbiter/contracts';
import { cosineOfUnitVectors, type Embedder } from '@arbiter/ports';
import { applyCalibration } from '../calibration/apply-calibration.js';
import type { ClaimSupport, SupportScorer } from '../support/support-scorer.js';
import { supportThresholdsOf, type SupportThresholds } from '../support/support-thresholds.js';
import type { AnswerChecker, AnswerChecks, CheckableAnswer, VerifiedClaims } from './answer-checker.js';
import { EvidenceIndex } from './evidence-index.js';
import { checkRelevance } from './relevance-check.js';
import { checkUsefulness } from './usefulness-check.js';

/** Sources and claims that are embedded: about 10 ms each on one core. */
const READ_SOURCES = 4;
const READ_CLAIMS = 6;
/** Of each, in UTF-16 code units: more than any embedder reads, which would only be cut into pieces for nothing. */
const READ_CHARACTERS = 32_000;

/** Checks with features alone: words, numbers, names, negations, and the embedder's vectors. */
export class FeatureChecker implements AnswerChecker {
  constructor(
    private readonly embedder: Embedder,
    private readonly scorer: SupportScorer,
  ) {}

  get identity(): string {
    return `features:${this.embedder.model}`;
  }

  async verify(claims: readonly Claim[], sources: readonly Source[], signal: AbortSignal): Promise<VerifiedClaims> {
    // A scorer reads the text of a claim: it is given what the claim says on its own, and the claim is put back.
    const readable = claims.map((claim) => ({ ...claim, text: statementOf(claim) }));
    const supports = await this.scorer.score(readable, sources, signal);
    return {
      supports: supports.map((support, index) => ({ ...support, claim: claims[index] ?? support.claim })),
      mode: 'features',
    };
  }

  async check(answer: CheckableAnswer, signal: AbortSignal): Promise<AnswerChecks> {
    const { query, queryType, sources } = answer;
    const verified = await this.verify(answer.claims, sources, signal);
    const supports = calibrated(verified.supports, answer.calibration, supportThresholdsOf(this.embedder));
    const restsOn = supports.map((support) => sourceOf(support, sources));

    // What the answer rests on is read first, then what ranks highest; the rest is judged by its words.
    const read = [...new Set([...restsOn.flatMap((source) => source ?? []), ...sources])].slice(0, READ_SOURCES);
    const stated = supports.slice(0, READ_CLAIMS);
    const [asked, answered, ...vectors] = await this.embedder.embed(
      [
        query,
        answer.answer,
        ...stated.map(({ claim }, index) => inContext(statementOf(claim), restsOn[index])),
        ...read.map(({ content }) => content),
      ].map((text) => text.slice(0, READ_CHARACTERS)),
      { kind: 'query', signal },
    );
    const similarity = (vector: Float32Array | undefined): number =>
      asked && vector ? cosineOfUnitVectors(asked, vector) : 0;
    const relevance = checkRelevance(
      query,
      sources,
      new Map(read.map(({ id }, index) => [id, similarity(vectors[stated.length + index])])),
    );
    const claims = supports.map(({ claim }, index) => ({
      text: statementOf(claim),
      source: restsOn[index],
      cosine: index < stated.length ? similarity(vectors[index]) : null,
    }));
    const usefulness = checkUsefulness(
      { query, queryType, claims, cosine: similarity(answered) },
      new EvidenceIndex(sources),
    );
    return { ...verified, supports, relevance, usefulness };
  }
}

function calibrated(
  supports: readonly ClaimSupport[],
  calibration: SupportCalibration | null,
  shipped: SupportThresholds,
): readonly ClaimSupport[] {
  return calibration ? supports.map((each) => applyCalibration(each, calibration, shipped)) : supports;
}

/** The source that a claim rests on most. */
function sourceOf({ support, spans }: ClaimSupport, sources: readonly Source[]): Source | undefined {
  return support === 'no_support' ? undefined : sources.find(({ id }) => id === spans[0]?.sourceId);
}

/** A claim says "the keeper"; the title of its source says of what. */
function inContext(text: string, source: Source | undefined): string {
  const { title = '' } = source?.metadata ?? {};
  return title === '' ? text : `${title}. ${text}`;
}
