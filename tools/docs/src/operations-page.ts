import { ARMS, ERROR_TABLE, GATEWAY_OPERATIONS, operationsOf, type AnyOperation, type Arm } from '@arbiter/contracts';

/** Errors of every operation, whatever its contract lists: its input is checked, and it may be stopped. */
const EVERYWHERE = ['INVALID_REQUEST', 'INTERNAL', 'CANCELLED', 'DEADLINE_EXCEEDED', 'OVERLOADED', 'UNAVAILABLE'];

/** The Markdown page of all operations, one list per arm, derived from the contracts. */
export function operationsPage(): string {
  return `# Operations

<!-- Written by \`node tools/docs/dist/main.js\` from libs/contracts. Do not edit. -->

Over NATS the subject is \`arbiter.v1.\` with the operation's name; HTTP has the route. The OpenAPI documents of the
[orchestrator](openapi.json) and the [retriever](retriever.json) have all fields. See also [the guide](../guides/http-api.md) and
[who may do what](access.md).

The seconds are the deadline of a caller who names none. \`*\`: the orchestrator passes the route on. \`once\`: sent twice, it may do
harm. \`streams\`: it answers with events. Errors stand last. Any operation can also fail with
${codesOf(EVERYWHERE)}.

${ARMS.map(armSection).join('\n')}
## Errors

With their HTTP status; \`retryable\` ones may succeed a moment later.

${Object.entries(ERROR_TABLE)
  .map(([code, { status, retryable }]) => `- \`${code}\`: ${status}${retryable ? ', retryable' : ''}`)
  .join('\n')}
`;
}

function armSection(arm: Arm): string {
  return `## ${arm}

${operationsOf(arm).map(entryOf).join('\n')}
`;
}

function entryOf(operation: AnyOperation): string {
  const { name, http, summary, deadlineMs, idempotent, events, errors } = operation;
  const route = http ? [`\`${http.method} ${http.path}\`${isPassedOn(operation) ? '\\*' : ''}`] : [];
  const others = errors.filter((code) => !EVERYWHERE.includes(code));
  const codes = others.length === 0 ? '' : ` ${codesOf(others)}`;
  const traits = [...(idempotent ? [] : ['once']), ...(events === undefined ? [] : ['streams'])];
  const terms = [...route, `${deadlineMs / 1_000} s`, ...traits].join(', ');
  return `- **\`${name}\`** (${terms}): ${summary}${codes}`;
}

const codesOf = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');

const isPassedOn = (operation: AnyOperation): boolean => GATEWAY_OPERATIONS.includes(operation);
