import { Turns } from '@arbiter/adapter-kit/resilience';
import {
  derivedAmounts,
  quantitiesIn,
  unstatedAmount,
  wrongComparison,
  type ComparedStatements,
  type DerivedAmounts,
} from '@arbiter/composition';
import { judgedFeatures } from '@arbiter/confidence';
import { statementOf, type Claim, type Source, type SupportCalibration } from '@arbiter/contracts';
import type { Embedder } from '@arbiter/ports';
import { withComputedSupport } from '../support/computed-claim.js';
import { drawingConclusions } from '../support/conclusions.js';
import { ReadSources } from '../support/read-sources.js';
import { weighJudgement } from '../support/weigh-judgement.js';
import {
  refuted,
  supportThresholdsOf,
  type ClaimSupport,
  type Mismatch,
  type SupportScorer,
  type SupportThresholds,
} from '../support/support-scorer.js';
import type { AnswerChecker, AnswerChecks, CheckableAnswer, VerifiedClaims } from './answer-checker.js';
import type { AnswerReader, AnswerReading, PlacedClaim } from './answer-reader.js';
import { applyCalibration } from './calibration.service.js';
import { checkingRelevance, sourceSimilarity } from './relevance-check.js';
import { saysSelection } from './selection-check.js';
import type { TextJudge } from './text-judge.js';
import { unmentionedNames } from './unmentioned-names.js';
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
    /** Null where features alone judge what was written. */
    private readonly judge: TextJudge | null = null,
  ) {}

  get identity(): string {
    return ['features', this.embedder.model, ...[this.reader, this.judge].flatMap((each) => each?.model ?? [])].join(
      ':',
    );
  }

  async verify(claims: readonly Claim[], sources: readonly Source[], signal: AbortSignal): Promise<VerifiedClaims> {
    const verified = await this.#verify(claims, '', await ReadSources.read(sources, this.embedder, signal), signal);
    return { ...verified, supports: await new Turns(signal).through(drawingConclusions(verified.supports, sources)) };
  }

  async check(answer: CheckableAnswer, signal: AbortSignal): Promise<AnswerChecks> {
    const { query, queryType, computed, synthesis, sources } = answer;
    const read = await ReadSources.read(sources, this.embedder, signal);
    const verified = await this.#verify(answer.claims, query, read, signal);
    const scored = calibrated(verified.supports, answer.calibration, supportThresholdsOf(this.embedder));
    const turns = new Turns(signal);
    const judgement = synthesis === 'generated' ? ((await this.judge?.read(answer, read, signal)) ?? null) : null;
    const weighed = scored.map((support, index) => weighJudgement(support, judgement?.claims[index] ?? null));
    const supports = await turns.through(drawingConclusions(withComputedSupport(weighed, computed), sources));
    const claims = supports.map((support) => placedClaim(support, sources));
    const text = answer.answer;
    const [cosines, reading] = await Promise.all([
      sourceSimilarity(
        query,
        claims.flatMap(({ source }) => source ?? []),
        read,
        signal,
      ),
      this.reader?.read({ query, answer: text, claims, sources }, signal) ?? null,
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
      judged: judgedFeatures(
        judgement,
        supports.map(({ probability }) => probability),
        reading,
      ),
      origin: ORIGINS[synthesis],
      hasSessions: sources.some(({ metadata }) => typeof metadata.session === 'number'),
      relevance: relevance.score,
      isSelection: synthesis === 'extractive' && saysSelection(query, claims, sources),
    };
    return {
      ...verified,
      supports,
      relevance,
      isJudged: asked.judged !== null,
      unmentioned: synthesis === 'extractive' ? unmentionedNames(query, index) : [],
      usefulness: checkUsefulness(asked, index, (features) =>
        this.onAnswerRead({ query, queryType, answer: text, sources, features, judgement, supports: scored }),
      ),
    };
  }

  async #verify(
    claims: readonly Claim[],
    query: string,
    read: ReadSources,
    signal: AbortSignal,
  ): Promise<VerifiedClaims> {
    // A scorer reads a claim's text. It gets the statement that stands alone, without what that computes; the claim is put back
    // afterwards.
    const near = claims.map((claim) => statementsNear(claim, read));
    const amounts = claims.map((claim, index) => derivedAmounts(statementOf(claim), near[index] ?? []));
    const readable = claims.map((claim, index) => ({ ...claim, text: amounts[index]?.text ?? statementOf(claim) }));
    const supports = await this.scorer.score(readable, read, signal);
    const all = read.sources.map(({ content }) => content);
    const beside = [query, ...claims.map(({ text }) => text)];
    return {
      supports: supports.map((support, index) => ({
        ...withStatedAmounts(withComparison(withDerived(support, amounts[index]), claims[index] ?? support.claim), {
          near: near[index] ?? [],
          all,
          beside,
        }),
        claim: claims[index] ?? support.claim,
      })),
      mode: 'features',
    };
  }
}

/** Sentences of the sources that a claim may state amounts of. */
function statementsNear(claim: Claim, read: ReadSources): string[] {
  const said = statementOf(claim);
  if (quantitiesIn(said).length === 0) return [];
  return read.partsOf(said).flatMap((part) => read.comparison.choose(part).chosen.map(({ text }) => text));
}

/** A claim that computes: where its operands are supported, so is what follows from them; what does not follow is wrong. */
function withDerived(support: ClaimSupport, amounts: DerivedAmounts | undefined): ClaimSupport {
  if (!amounts) return support;
  const { derived, wrong } = amounts;
  if (wrong.length > 0) {
    return miscalculated(
      support,
      `${wrong.map((each) => `"${each}"`).join(' and ')} does not follow from the other amounts`,
    );
  }
  if (derived.length === 0 || support.support !== 'fully_supported') return support;
  return { ...support, method: 'computed', reasoning: 'It follows from the amounts that the sources state.' };
}

/** What compares its own amounts the wrong way round is wrong, whatever its sources say. */
function withComparison(support: ClaimSupport, claim: Claim): ClaimSupport {
  const message = wrongComparison(claim.text);
  return message === null ? support : miscalculated(support, message);
}

/** Another amount than the sources state is invented, however alike the rest is. */
function withStatedAmounts(support: ClaimSupport, statements: ComparedStatements): ClaimSupport {
  if (support.method === 'exact_match') return support;
  const message = unstatedAmount(statementOf(support.claim), statements);
  if (message === null) return support;
  return refutedBy(support, `The nearest passage differs: ${message}.`, { kind: 'number', message, certain: true });
}

function miscalculated(support: ClaimSupport, message: string): ClaimSupport {
  return refutedBy(support, `The calculation is not right: ${message}.`, { kind: 'arithmetic', message });
}

function refutedBy(support: ClaimSupport, reasoning: string, mismatch: Mismatch): ClaimSupport {
  return { ...refuted(support), reasoning, mismatches: [...support.mismatches, mismatch] };
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
