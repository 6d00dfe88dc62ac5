import type { HallucinationReport, ValidateRequest, ValidationResult } from '@arbiter/contracts';

/** One line of the decision log. Numbers and verdicts; nothing of question, answer or sources unless that is wanted. */
export type Decision = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface DecisionContext {
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
