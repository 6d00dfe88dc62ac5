import { Turns } from '@arbiter/adapter-kit/resilience';
import { statementOf, type Claim, type Source, type SupportCalibration } from '@arbiter/contracts';
import type { Embedder } from '@arbiter/ports';
import { withComputedSupport } from '../support/computed-claim.js';
import { drawingConclusions } from '../support/conclusions.js';
import { ReadSources } from '../support/read-sources.js';
import {
  supportThresholdsOf,
  type ClaimSupport,
  type SupportScorer,
  type SupportThresholds,
} from '../support/support-scorer.js';
import type { AnswerChecker, AnswerChecks, CheckableAnswer, VerifiedClaims } from './answer-checker.js';
import type { AnswerReader, AnswerReading, PlacedClaim } from './answer-reader.js';
import { applyCalibration } from './calibration.service.js';
import { checkingRelevance, sourceSimilarity } from './relevance-check.js';
import { checkUsefulness, EvidenceIndex, type OnAnswerRead } from './usefulness-check.js';

const ORIGINS = { extractive: 'extracted', generated: 'given', computed: 'computed' } as const;

/** Checks with features alone: words, numbers, names, negations, and the embedder's vectors. */
export class FeatureChecker implements AnswerChecker {
  constructor(
    private readonly embedder: Embedder,
    private readonly scorer: SupportScorer,
    private readonly onAnswerRead: OnAnswerRead = () => undefined,
    /** Null where no reader reads answers together with their questions. */
    private readonly reader: AnswerReader | null = null,
  ) {}

  get identity(): string {
    return ['features', this.embedder.model, ...(this.reader ? [this.reader.model] : [])].join(':');
  }

  async verify(claims: readonly Claim[], sources: readonly Source[], signal: AbortSignal): Promise<VerifiedClaims> {
    const verified = await this.#verify(claims, await ReadSources.read(sources, this.embedder, signal), signal);
    return { ...verified, supports: await new Turns(signal).through(drawingConclusions(verified.supports, sources)) };
  }

  async check(answer: CheckableAnswer, signal: AbortSignal): Promise<AnswerChecks> {
    const { query, queryType, computed, synthesis, sources } = answer;
    const read = await ReadSources.read(sources, this.embedder, signal);
    const verified = await this.#verify(answer.claims, read, signal);
    const scored = calibrated(verified.supports, answer.calibration, supportThresholdsOf(this.embedder));
    const turns = new Turns(signal);
    const supports = await turns.through(drawingConclusions(withComputedSupport(scored, computed), sources));
    const claims = supports.map((support) => placedClaim(support, sources));
    const text = answer.answer;
    // A computed result is right if each operand is.
    const parts = computed?.questions ?? answer.parts;
    const [cosines, reading] = await Promise.all([
      sourceSimilarity(
        query,
        claims.flatMap(({ source }) => source ?? []),
        read,
        signal,
      ),
      this.reader?.read({ query, parts, answer: text, claims, sources }, signal) ?? null,
    ]);
    const relevance = await turns.through(
      checkingRelevance(query, sources, { model: this.embedder.model, cosines }, answeringSource(claims, reading)),
    );
    const index = await turns.through(EvidenceIndex.reading(sources));
    const asked = {
      query,
      queryType,
      claims,
      reading,
      origin: ORIGINS[synthesis],
      hasSessions: sources.some(({ metadata }) => typeof metadata.session === 'number'),
      relevance: relevance.score,
    };
    return {
      ...verified,
      supports,
      relevance,
      usefulness: checkUsefulness(asked, index, (features) =>
        this.onAnswerRead({ query, queryType, answer: text, sources, features }),
      ),
    };
  }

  async #verify(claims: readonly Claim[], read: ReadSources, signal: AbortSignal): Promise<VerifiedClaims> {
    // A scorer reads a claim's text. It gets the statement that stands alone; the claim is put back afterwards.
    const readable = claims.map((claim) => ({ ...claim, text: statementOf(claim) }));
    const supports = await this.scorer.score(readable, read, signal);
    return {
      supports: supports.map((support, index) => ({ ...support, claim: claims[index] ?? support.claim })),
      mode: 'features',
    };
  }
}

function calibrated(
  supports: readonly ClaimSupport[],
  calibration: SupportCalibration | null,
  shipped: SupportThresholds,
): readonly ClaimSupport[] {
  return calibration ? supports.map((each) => applyCalibration(each, calibration, shipped)) : supports;
}

/** A source of which the reader says that it answers is about the question, however little its words look like it. */
function answeringSource(claims: readonly PlacedClaim[], reading: AnswerReading | null): ReadonlyMap<string, number> {
  const [first] = claims.flatMap(({ source }) => source ?? []);
  return new Map(first && reading ? [[first.id, 1 / (1 + Math.exp(-reading.source))]] : []);
}

function placedClaim({ claim, support, spans }: ClaimSupport, sources: readonly Source[]): PlacedClaim {
  const [nearest] = spans;
  const source = support === 'no_support' ? undefined : sources.find(({ id }) => id === nearest?.sourceId);
  return { text: statementOf(claim), source, span: source && nearest };
}
