import {
  ArbiterError,
  type HallucinationReport,
  type ValidateRequest,
  type ValidationResult,
} from '@arbiter/contracts';
import type { Logger } from '@arbiter/platform';
import { timestampOf, type Clock } from '@arbiter/ports';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Where decisions are written down. */
export interface DecisionLog {
  append(decision: Decision): Promise<void>;
}

export interface DecisionObserverOptions {
  readonly logger: Logger;
  readonly registry: Registry;
  readonly clock: Clock;
  /** Null when decisions are not written down. */
  readonly log: DecisionLog | null;
  /** Whether questions, and explanations, which quote answers, are written down. */
  readonly logQueries: boolean;
}

export type DecisionMade = Pick<DecisionContext, 'key' | 'cached' | 'durationMs'>;

/** From a cached result to an answer of 200 claims, in seconds. */
const DURATION_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 15];

/** Counts decisions and writes them down. A log that cannot be written is reported once and counted, and blocks no request. */
export class DecisionObserver {
  private readonly decisions: Counter<'operation' | 'recommendation'>;
  private readonly durations: Histogram<'operation' | 'cached'>;
  private readonly unsupported: Counter;
  private readonly unwritten: Counter<'code'>;
  private failing = false;

  constructor(private readonly options: DecisionObserverOptions) {
    const registers = [options.registry];
    this.decisions = new Counter({
      name: 'arbiter_validation_decisions_total',
      help: 'Decisions by operation and recommendation.',
      labelNames: ['operation', 'recommendation'],
      registers,
    });
    this.durations = new Histogram({
      name: 'arbiter_validation_duration_seconds',
      help: 'Time that a decision took.',
      labelNames: ['operation', 'cached'],
      buckets: DURATION_BUCKETS_S,
      registers,
    });
    this.unsupported = new Counter({
      name: 'arbiter_validation_unsupported_claims_total',
      help: 'Claims that their sources do not support.',
      registers,
    });
    this.unwritten = new Counter({
      name: 'arbiter_validation_unwritten_decisions_total',
      help: 'Decisions that could not be written to the decision log, by error code.',
      labelNames: ['code'],
      registers,
    });
  }

  validated(request: ValidateRequest, result: ValidationResult, made: DecisionMade): void {
    const unsupported = result.checks.support.perClaim.filter(({ support }) => support === 'no_support').length;
    this.count('validate', result.recommendation, unsupported, made);
    this.write(decisionOfValidation(request, result, this.contextOf(made)));
  }

  detected(sources: number, report: HallucinationReport, made: DecisionMade): void {
    this.count('detect', report.recommendation, report.hallucinations.length, made);
    this.write(decisionOfDetection(report, sources, this.contextOf(made)));
  }

  private count(
    operation: string,
    recommendation: string,
    unsupported: number,
    { cached, durationMs }: DecisionMade,
  ): void {
    this.decisions.inc({ operation, recommendation });
    this.durations.observe({ operation, cached: String(cached) }, durationMs / 1_000);
    if (!cached) this.unsupported.inc(unsupported);
  }

  private contextOf(made: DecisionMade): DecisionContext {
    return { at: timestampOf(this.options.clock), ...made, withText: this.options.logQueries };
  }

  private write(decision: Decision): void {
    const { log, logger } = this.options;
    log?.append(decision).then(
      () => {
        this.failing = false;
      },
      (error: unknown) => {
        this.unwritten.inc({ code: ArbiterError.from(error).code });
        if (this.failing) return;
        this.failing = true;
        logger.warn({ err: error }, 'decisions are not written down');
      },
    );
  }
}

/** One line of the decision log. Numbers and verdicts; nothing of question, answer or sources unless that is wanted. */
export type Decision = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

interface DecisionContext {
  /** RFC 3339. */
  readonly at: string;
  /** Hash of request and settings: the same decision again has the same. */
  readonly key: string;
  readonly cached: boolean;
  readonly durationMs: number;
  /** Whether question and explanation are written, which quote what was asked and answered. */
  readonly withText: boolean;
}

export function decisionOfValidation(
  { query, queryType, sources }: ValidateRequest,
  result: ValidationResult,
  { withText, ...context }: DecisionContext,
): Decision {
  const { checks, issues, confidence, recommendation, mode, correction } = result;
  const { perClaim } = checks.support;
  return {
    operation: 'validate',
    ...context,
    recommendation,
    instruction: correction?.instruction ?? null,
    confidence,
    mode,
    queryType,
    sources: sources.length,
    relevance: checks.relevance.token,
    support: checks.support.token,
    usefulness: checks.usefulness.token,
    claims: perClaim.length,
    unsupported: perClaim.filter(({ support }) => support === 'no_support').length,
    contradictions: checks.contradictions?.length ?? 0,
    issues: [...new Set(issues.map(({ type, severity }) => `${type}:${severity}`))],
    ...(withText && { query, explanation: result.explanation ?? result.reasoning }),
  };
}

export function decisionOfDetection(
  report: HallucinationReport,
  sources: number,
  { withText, ...context }: DecisionContext,
): Decision {
  const { recommendation, rate, verifications, hallucinations, explanation, mode } = report;
  return {
    operation: 'detect',
    ...context,
    recommendation,
    rate,
    mode,
    sources,
    claims: verifications.length,
    unsupported: hallucinations.length,
    ...(withText && { explanation, hallucinations: hallucinations.map(({ text }) => text) }),
  };
}
