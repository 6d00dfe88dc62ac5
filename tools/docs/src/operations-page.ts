import { ARMS, ERROR_TABLE, GATEWAY_OPERATIONS, operationsOf, type AnyOperation, type Arm } from '@arbiter/contracts';

/** Errors of every operation, whatever its contract lists (define-operation.ts). */
const EVERYWHERE = '`INTERNAL`, `CANCELLED`, `DEADLINE_EXCEEDED`, `OVERLOADED` and `UNAVAILABLE`';

/** The Markdown page of all operations, one table per arm, derived from the contracts. */
export function operationsPage(): string {
  return `# Operations

<!-- Written by \`node tools/docs/dist/main.js\` from libs/contracts. Do not edit. -->

Everything the arms do for each other and for clients. The same request and response travel over NATS (the subject) and over
HTTP (the route). The [OpenAPI document of the orchestrator](openapi.json) has every field of what clients outside use, the
one of the [retriever](retriever.json) its published search interface; a running server serves its own at \`/openapi.json\`.
[The guide](../guides/http-api.md) shows them at work, and [access](access.md) says which role each needs.

A deadline is that of a caller who names none. An operation that may be repeated does no harm when it is sent twice. The
errors are those of the operation itself; any can also fail with ${EVERYWHERE}.

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

| subject | route | what it does | deadline | may be repeated | streams | errors |
| --- | --- | --- | --- | --- | --- | --- |
${operationsOf(arm).map(row).join('\n')}
${arm === 'orchestrator' ? `\nIt also passes on, under the same routes: ${gatewayList()}.\n` : ''}`;
}

function row({ subject, http, summary, deadlineMs, idempotent, events, errors }: AnyOperation): string {
  const route = http ? `\`${http.method} ${http.path}\`` : '';
  const codes = errors.map((code) => `\`${code}\``).join(', ');
  return `| \`${subject}\` | ${route} | ${summary} | ${deadlineMs / 1_000} s | ${yesNo(idempotent)} | ${yesNo(events !== undefined)} | ${codes} |`;
}

const gatewayList = (): string => GATEWAY_OPERATIONS.map(({ name }) => `\`${name}\``).join(', ');
const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
