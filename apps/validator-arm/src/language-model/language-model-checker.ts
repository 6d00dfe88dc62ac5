import type { Claim, JudgementFailure, ModelTerms, Source } from '@arbiter/contracts';
import type { Logger } from '@arbiter/platform';
import { Counter, type Registry } from 'prom-client';
import type { AnswerChecker, AnswerChecks, CheckableAnswer, VerifiedClaims } from '../checks/answer-checker.js';
import type { ClaimSupport } from '../support/support-scorer.js';
import { applyClaimJudgement, applyRelevance, applyUsefulness, QuoteFinder } from './apply-judgement.js';
import { JUDGEMENT_PROMPT_VERSION } from './judgement.prompt.js';
import type { AskedJudge, JudgementOutcome } from './language-model-judge.js';

/**
 * `all`: the model judges every claim, the sources and the use of the answer. `unsure`: in one request, the claims and the use of
 * answers of which features and judge are not sure; the rest is decided without it.
 */
export const JUDGED_CLAIMS = ['all', 'unsure'] as const;
export type JudgedClaims = (typeof JUDGED_CLAIMS)[number];

/** Probabilities between which features and judge are not sure that a claim is supported, and that an answer is right, 0–1. */
const UNSURE_CLAIM = { from: 0.1, to: 0.9 };
const UNSURE_ANSWER = { from: 0.15, to: 0.95 };

type Asked = NonNullable<VerifiedClaims['languageModel']>;

/**
 * Checks with a language model on top of the features. If the model fails, or claims support that it cannot quote,
 * the features decide and the result says so. A claim is never accepted for want of a check.
 */
export class LanguageModelChecker implements AnswerChecker {
  constructor(
    private readonly features: AnswerChecker,
    private readonly judge: AskedJudge,
    private readonly judged: JudgedClaims,
    private readonly observer: LanguageModelObserver | null = null,
  ) {}

  get identity(): string {
    return [this.features.identity, this.judge.model, JUDGEMENT_PROMPT_VERSION, this.judged].join(';');
  }

  async verify(
    claims: readonly Claim[],
    sources: readonly Source[],
    signal: AbortSignal,
    terms: ModelTerms = {},
  ): Promise<VerifiedClaims> {
    const verified = await this.features.verify(claims, sources, signal);
    if (!this.judge.mayBeAsked()) return verified;
    const { supports } = verified;
    const asked = this.askedOf(supports);
    if (asked.length === 0 || sources.length === 0) return this.decide(supports, [], null);
    const task = { scope: 'support', query: '', answer: '', claims: claimsOf(supports, asked), sources } as const;
    return this.decide(supports, asked, await this.judge.judge(task, signal, terms));
  }

  async check(answer: CheckableAnswer, signal: AbortSignal, terms: ModelTerms = {}): Promise<AnswerChecks> {
    const { claims, sources } = answer;
    if (this.judged === 'unsure' || claims.length === 0 || sources.length === 0) {
      return this.checkUnsure(await this.features.check(answer, signal), answer, signal, terms);
    }
    const [checks, outcome] = await Promise.all([
      this.features.check(answer, signal),
      this.judge.judge({ scope: 'all', ...answer }, signal, terms),
    ]);
    const verified = this.decide(
      checks.supports,
      claims.map((_, index) => index),
      outcome,
    );
    if ('failure' in outcome || !outcome.judgement.sources || !outcome.judgement.isuse)
      return { ...checks, ...verified };
    const { sources: judgedSources, isuse } = outcome.judgement;
    return {
      ...verified,
      // What the model says of the claims is not in the usefulness.
      isJudged: false,
      unmentioned: [],
      relevance: applyRelevance(checks.relevance, judgedSources, outcome.sources),
      usefulness: applyUsefulness(checks.usefulness, isuse),
    };
  }

  /** Claims and use of an answer that somebody wrote, where one of them is not sure. */
  private async checkUnsure(
    checks: AnswerChecks,
    { query, answer, sources, synthesis }: CheckableAnswer,
    signal: AbortSignal,
    terms: ModelTerms,
  ): Promise<AnswerChecks> {
    const { supports } = checks;
    const asked = this.askedOf(supports);
    const isUseAsked =
      synthesis === 'generated' && (asked.length > 0 || isWithin(UNSURE_ANSWER, checks.usefulness.score));
    if ((asked.length === 0 && !isUseAsked) || sources.length === 0)
      return { ...checks, ...this.decide(supports, [], null) };
    if (!this.judge.mayBeAsked()) return checks;
    const scope = isUseAsked ? 'answer' : 'support';
    const task = { scope, query, answer, claims: claimsOf(supports, asked), sources } as const;
    const outcome = await this.judge.judge(task, signal, terms);
    const verified = { ...checks, ...this.decide(supports, asked, outcome) };
    if ('failure' in outcome || !outcome.judgement.isuse) return verified;
    const isRight = restsOnSources(verified.supports);
    return { ...verified, usefulness: applyUsefulness(checks.usefulness, outcome.judgement.isuse, isRight) };
  }

  private askedOf(supports: readonly ClaimSupport[]): number[] {
    return supports.flatMap(({ probability }, index) =>
      this.judged === 'all' || isWithin(UNSURE_CLAIM, probability) ? [index] : [],
    );
  }

  /** @param asked which claims the model was asked about, in the order of its numbers */
  private decide(
    supports: readonly ClaimSupport[],
    asked: readonly number[],
    outcome: JudgementOutcome | null,
  ): VerifiedClaims {
    const languageModel: Asked = { model: this.judge.model, asked: asked.length };
    if (outcome === null) {
      this.observer?.decided({ features: supports.length, languageModel: 0 });
      return { supports, mode: 'features', languageModel };
    }
    if ('failure' in outcome) {
      this.observer?.failed(this.judge.model, outcome.failure, outcome.reason);
      this.observer?.decided({ features: supports.length, languageModel: 0 });
      const failure = `${outcome.failure}: ${outcome.reason} The features decided.`;
      return {
        supports,
        mode: 'features',
        languageModel: { ...languageModel, failure, failureCode: outcome.failure },
        ...outcome.report,
      };
    }
    if (outcome.repaired) this.observer?.repaired();
    const finder = new QuoteFinder();
    const judgements = new Map(outcome.judgement.claims.map((judgement) => [judgement.claim, judgement]));
    const applied = supports.map((support, index) => {
      const judgement = judgements.get(asked.indexOf(index) + 1);
      return judgement ? applyClaimJudgement(support, judgement, outcome.sources, finder) : null;
    });
    const decided = applied.filter((support) => support !== null).length;
    const unproven = asked.length - decided;
    if (unproven > 0) this.observer?.unproven(unproven);
    this.observer?.decided({ features: supports.length - decided, languageModel: decided });
    return {
      ...outcome.report,
      supports: supports.map((support, index) => applied[index] ?? support),
      mode: decided === 0 ? 'features' : decided === supports.length ? 'language_model' : 'mixed',
      languageModel: {
        ...languageModel,
        ...(unproven > 0 && {
          failure: `unproven: ${unproven} of its ${asked.length} verdicts quoted nothing that the sources hold. The features decided on those.`,
          failureCode: 'unproven' as const,
        }),
      },
    };
  }
}

function claimsOf(supports: readonly ClaimSupport[], asked: readonly number[]): Claim[] {
  return asked.flatMap((index) => supports[index]?.claim ?? []);
}

/** Share of claims that a model finds wanting from which the answer, too, is none: an invented detail is one of few. */
const MOST_WANTING = 1 / 3;

function restsOnSources(supports: readonly ClaimSupport[]): boolean {
  const wanting = supports.filter(
    ({ method, support }) => method === 'llm_verification' && support !== 'fully_supported',
  );
  return wanting.length <= MOST_WANTING * supports.length;
}

function isWithin({ from, to }: typeof UNSURE_CLAIM, probability: number): boolean {
  return probability >= from && probability <= to;
}

/** Counts who decided, and logs what a language model did not judge: no fallback is silent. */
export class LanguageModelObserver {
  private readonly logger: Logger;
  private readonly claims: Counter<'decided_by'>;
  private readonly failures: Counter<'reason'>;
  private readonly repairs: Counter;

  constructor({ logger, registry }: { readonly logger: Logger; readonly registry: Registry }) {
    this.logger = logger;
    const registers = [registry];
    this.claims = new Counter({
      name: 'arbiter_validation_claims_total',
      help: 'Claims that were checked, by what decided.',
      labelNames: ['decided_by'],
      registers,
    });
    this.failures = new Counter({
      name: 'arbiter_validation_language_model_failures_total',
      help: 'Validations that a language model was to judge and did not, or claims whose support it did not quote, by reason.',
      labelNames: ['reason'],
      registers,
    });
    this.repairs = new Counter({
      name: 'arbiter_validation_language_model_repairs_total',
      help: 'Judgements of a language model that could be read at the second try.',
      registers,
    });
  }

  decided({ features, languageModel }: { readonly features: number; readonly languageModel: number }): void {
    this.claims.inc({ decided_by: 'features' }, features);
    this.claims.inc({ decided_by: 'language_model' }, languageModel);
  }

  failed(model: string, reason: JudgementFailure, why: string): void {
    this.failures.inc({ reason });
    this.logger.warn({ model, reason, why }, 'a language model did not judge an answer; the features decided');
  }

  unproven(claims: number): void {
    this.failures.inc({ reason: 'unproven' }, claims);
  }

  repaired(): void {
    this.repairs.inc();
  }
}
