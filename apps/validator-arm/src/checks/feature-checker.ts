import { statementOf, type Claim, type Source, type SupportCalibration } from '@arbiter/contracts';
import type { Embedder } from '@arbiter/ports';
import { applyCalibration } from '../calibration/apply-calibration.js';
import { ReadSources } from '../support/read-sources.js';
import type { ClaimSupport, SupportScorer } from '../support/support-scorer.js';
import { supportThresholdsOf, type SupportThresholds } from '../support/support-thresholds.js';
import type { AnswerChecker, AnswerChecks, CheckableAnswer, VerifiedClaims } from './answer-checker.js';
import { EvidenceIndex } from './evidence-index.js';
import { questionSimilarity } from './question-similarity.js';
import type { AnswerReader, PlacedClaim } from './answer-reader.js';
import { checkRelevance } from './relevance-check.js';
import { checkUsefulness, type OnUsefulness } from './usefulness-check.js';

/** Checks with features alone: words, numbers, names, negations, and the embedder's vectors. */
export class FeatureChecker implements AnswerChecker {
  constructor(
    private readonly embedder: Embedder,
    private readonly scorer: SupportScorer,
    private readonly onUsefulness: OnUsefulness = () => undefined,
    /** Null where no model reads answers together with their questions. */
    private readonly reader: AnswerReader | null = null,
  ) {}

  get identity(): string {
    return ['features', this.embedder.model, ...(this.reader ? [this.reader.model] : [])].join(':');
  }

  async verify(claims: readonly Claim[], sources: readonly Source[], signal: AbortSignal): Promise<VerifiedClaims> {
    return this.#verify(claims, new ReadSources(sources, this.embedder), signal);
  }

  async check(answer: CheckableAnswer, signal: AbortSignal): Promise<AnswerChecks> {
    const { query, queryType, sources } = answer;
    const read = new ReadSources(sources, this.embedder);
    const verified = await this.#verify(answer.claims, read, signal);
    const supports = calibrated(verified.supports, answer.calibration, supportThresholdsOf(this.embedder));
    const rested = supports.map((support) => placedClaim(support, sources));
    const [similarity, reading] = await Promise.all([
      questionSimilarity({ query, claims: rested }, read, signal),
      this.reader?.read({ query, answer: answer.answer, claims: rested }, signal) ?? null,
    ]);
    const answerability = reading?.odds ?? null;
    const claims = rested.map((claim, index) => ({ ...claim, similarity: similarity.claims[index] ?? null }));
    return {
      ...verified,
      supports,
      relevance: checkRelevance(query, sources, similarity.sources, answeringSources(rested, reading?.claims ?? [])),
      usefulness: checkUsefulness({ query, queryType, claims, answerability }, new EvidenceIndex(sources), (features) =>
        this.onUsefulness({ query, queryType, answer: answer.answer, sources, features }),
      ),
    };
  }

  async #verify(claims: readonly Claim[], read: ReadSources, signal: AbortSignal): Promise<VerifiedClaims> {
    // A scorer reads the text of a claim: it is given what the claim says on its own, and the claim is put back.
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

/** How likely each source, by its id, holds what was asked for: by the best of the claims that rest on it, 0–1. */
function answeringSources(
  claims: readonly PlacedClaim[],
  odds: readonly (number | null)[],
): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  claims.forEach(({ source }, index) => {
    const own = odds[index] ?? null;
    if (source && own !== null) best.set(source.id, Math.max(best.get(source.id) ?? 0, 1 / (1 + Math.exp(-own))));
  });
  return best;
}

function placedClaim({ claim, support, spans, method }: ClaimSupport, sources: readonly Source[]): PlacedClaim {
  const [nearest] = spans;
  const source = support === 'no_support' ? undefined : sources.find(({ id }) => id === nearest?.sourceId);
  return {
    text: statementOf(claim),
    source,
    start: source && nearest?.start,
    evidence: source && nearest && method !== 'exact_match' ? source.content.slice(nearest.start, nearest.end) : '',
  };
}
