import {
  agenticSearch,
  type Answer,
  type AnyOperation,
  classify,
  decide,
  decompose,
  detect,
  extractClaims,
  hypothesise,
  type OperationOutput,
  planTools,
  query,
  runPlan,
  search,
  stepBack,
  synthesize,
  tellOverview,
  tellSelection,
  validate,
} from '@arbiter/contracts';
import { type CallReport, spanIdsOf } from '@arbiter/messaging';

/** What became of a call, in numbers and fixed words: no text of question, answer or document. */
interface Outcome {
  /** `done`: the call decides nothing of an answer. */
  readonly outcome: 'shown' | 'declined' | 'failed' | 'done';
  readonly degraded?: readonly string[];
  readonly passages?: number;
  readonly citations?: number;
  readonly claims?: number;
}

type Summary = (output: unknown) => Outcome;

function summary<O extends AnyOperation>(
  operation: O,
  describe: (output: OperationOutput<O>) => Outcome,
): readonly [AnyOperation['name'], Summary] {
  // Sound: the dispatcher reports what the operation's own schema has parsed.
  return [operation.name, describe as Summary];
}

/** Of a planner's output, which names one reason at most. */
function planned({ degraded }: { readonly degraded?: string | undefined }): Outcome {
  return { outcome: 'done', degraded: degraded === undefined ? [] : [degraded] };
}

function answered({ status, degraded, history }: Answer): Outcome {
  const passages = history.find(({ kept }) => kept)?.passages ?? 0;
  return { outcome: status === 'answered' ? 'shown' : 'declined', degraded, passages };
}

/** The operations that work on a question, each with how its output is told. All others are told at `debug`. */
const QUESTION_OPERATIONS: ReadonlyMap<AnyOperation['name'], Summary> = new Map([
  summary(query, answered),
  summary(agenticSearch, ({ answer }) => (answer ? answered(answer) : { outcome: 'failed' })),
  summary(runPlan, ({ results }) => ({ outcome: 'done', steps: results.length })),
  summary(classify, planned),
  summary(decompose, planned),
  summary(planTools, planned),
  summary(decide, planned),
  summary(hypothesise, planned),
  summary(stepBack, planned),
  summary(search, ({ results, degraded }) => ({
    outcome: 'done',
    passages: results.length,
    ...(degraded && { degraded }),
  })),
  summary(synthesize, ({ citations, degraded }) => ({ ...planned({ degraded }), citations: citations.length })),
  summary(tellOverview, ({ statements, degraded }) => ({ ...planned({ degraded }), citations: statements.length })),
  summary(tellSelection, ({ statement }) => ({ outcome: 'done', citations: statement ? 1 : 0 })),
  summary(validate, ({ recommendation, checks }) => ({
    outcome: recommendation === 'accept' ? 'shown' : 'declined',
    claims: checks.support.perClaim.length,
  })),
  summary(detect, ({ recommendation, verifications }) => ({
    outcome: recommendation === 'accept' ? 'shown' : 'declined',
    claims: verifications.length,
  })),
  summary(extractClaims, ({ claims }) => ({ outcome: 'done', claims: claims.length })),
]);

/**
 * The line of a call that worked on a question: ids, tenant, kind of call, milliseconds, what became of it. A failed one has its
 * code and no message, which may quote what was asked.
 *
 * @returns null for a call of any other operation
 */
export function describeQuestion(report: CallReport): Readonly<Record<string, unknown>> | null {
  const { operation, code, durationMs, requestId, traceparent, principal, annotations } = report;
  const summarise = QUESTION_OPERATIONS.get(operation.name);
  if (!summarise) return null;
  const outcome = code === 'OK' ? summarise(report.output) : { outcome: 'failed', code };
  // A search says in its annotations what its output has only on request.
  const degraded = annotations?.get('degraded')?.split(',') ?? [];
  return {
    ...spanIdsOf(traceparent),
    requestId,
    tenant: principal?.tenant ?? null,
    operation: operation.name,
    durationMs: Math.round(durationMs),
    degraded,
    ...outcome,
  };
}
