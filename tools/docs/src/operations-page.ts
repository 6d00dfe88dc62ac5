import { ARMS, ERROR_TABLE, GATEWAY_OPERATIONS, operationsOf, type AnyOperation, type Arm } from '@arbiter/contracts';

/** Errors of every operation, whatever its contract lists (define-operation.ts). */
const EVERYWHERE = '`INTERNAL`, `CANCELLED`, `DEADLINE_EXCEEDED`, `OVERLOADED` and `UNAVAILABLE`';

/** The Markdown page of all operations, one table per arm, derived from the contracts. */
export function operationsPage(): string {
  return `# Operations

<!-- Written by \`node tools/docs/dist/main.js\` from libs/contracts. Do not edit. -->

The same request and response travel over NATS (the subject) and HTTP (the route). All fields are in the OpenAPI documents of the
[orchestrator](openapi.json) and the [retriever](retriever.json), which a running server has at \`/openapi.json\`. See also
[the guide](../guides/http-api.md) and [who may do what](access.md). The orchestrator passes on the routes with a star.

A deadline is that of a caller who names none. \`once\`: sent twice, it may do harm. \`streams\`: it answers with events. Any operation
can also fail with ${EVERYWHERE}.

${ARMS.map(armSection).join('\n')}
## Errors

| code | HTTP status | may succeed a moment later |
| --- | --- | --- |
${Object.entries(ERROR_TABLE)
  .map(([code, { status, retryable }]) => `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} |`)
  .join('\n')}
`;
}

function armSection(arm: Arm): string {
  return `## ${arm}

| subject | route | what it does | deadline | errors |
| --- | --- | --- | --- | --- |
${operationsOf(arm).map(row).join('\n')}
`;
}

function row(operation: AnyOperation): string {
  const { subject, http, summary, deadlineMs, idempotent, events, errors } = operation;
  const route = http ? `\`${http.method} ${http.path}\`${isPassedOn(operation) ? '\\*' : ''}` : '';
  const codes = errors.map((code) => `\`${code}\``).join(', ');
  const traits = [...(idempotent ? [] : ['once']), ...(events === undefined ? [] : ['streams'])];
  const terms = [`${deadlineMs / 1_000} s`, ...traits].join(', ');
  return `| \`${subject}\` | ${route} | ${summary} | ${terms} | ${codes} |`;
}

const isPassedOn = (operation: AnyOperation): boolean => GATEWAY_OPERATIONS.includes(operation);
