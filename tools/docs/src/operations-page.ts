import {
  ARMS,
  ERROR_TABLE,
  GATEWAY_OPERATIONS,
  includesRole,
  operationsOf,
  OPERATIONS,
  ROLES,
  type AnyOperation,
  type Arm,
  type Role,
} from '@arbiter/contracts';

/** Errors of every operation, whatever its contract lists: its input is checked, and it may be stopped. */
const EVERYWHERE = ['INVALID_REQUEST', 'INTERNAL', 'CANCELLED', 'DEADLINE_EXCEEDED', 'OVERLOADED', 'UNAVAILABLE'];

/** What a door answers besides operations, and to whom. */
const OTHER_ROUTES = [
  [
    '`GET /health/live`, `GET /health/ready`, `GET /openapi.json`, `GET /docs`, `GET /health` of the retriever',
    'everybody',
  ],
  ['`/v1/console/session`, `/v1/console/login`, `/v1/console/callback` of the orchestrator', 'who is yet to sign in'],
  ['`GET /metrics`', 'monitor or admin, without a tenant: it counts all tenants together'],
  ['`POST /mcp`, `DELETE /mcp` of the orchestrator', 'whom the operation of each tool admits'],
  [
    '`GET /v1/models`, `GET /v1/models/{model}`, `POST /v1/chat/completions`, `POST /v1/responses` of the orchestrator',
    'reader',
  ],
] as const;

const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  monitor: 'reads metrics',
  reader: 'asks and reads',
  editor: 'also changes what the library holds',
  admin: 'also does what concerns everybody',
};

/** The role of an operation that the page names none for. */
const USUAL_ROLE: Role = 'reader';

/** The Markdown page of all operations, one list per arm, derived from the contracts. */
export function operationsPage(): string {
  return `# Operations

<!-- Written by \`node tools/docs/dist/main.js\` from libs/contracts. Do not edit. -->

Over NATS the subject is \`arbiter.v1.\` with the operation's name; HTTP has the route. The OpenAPI documents of the
[orchestrator](openapi.json) and the [retriever](retriever.json) have all fields. See also [the guide](../guides/http-api.md).

The seconds are the deadline of a caller who names none. \`*\`: the orchestrator passes the route on. \`once\`: sent twice, it may do
harm. \`streams\`: it answers with events. The OpenAPI documents have the errors of each; any may fail with
${EVERYWHERE.map((code) => `\`${code}\``).join(', ')}.

## Who may do what

One dispatcher checks role and tenant for HTTP, NATS and MCP. [The guide](../guides/access.md) says how a key or token gets its role.

${ROLES.map((role) => `- **${role}** ${ROLE_MEANINGS[role]}: ${operationsFor(role)} operations`).join('\n')}

Each role includes those above it; an operation without one is the ${USUAL_ROLE}'s. The operator's own key, and a server without any keys on
127.0.0.1, reach everything. Calls between the arms carry the caller of the first one. A request for another tenant's collection or
domain is FORBIDDEN, one for another's thing by its id NOT_FOUND; lists are filtered. Other routes:

${OTHER_ROUTES.map(([route, who]) => `- ${route}: ${who}`).join('\n')}

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
  const { name, http, summary, deadlineMs, idempotent, events, role } = operation;
  const route = http ? [`\`${http.method} ${http.path}\`${isPassedOn(operation) ? '\\*' : ''}`] : [];
  const traits = [
    ...(role === USUAL_ROLE ? [] : [role]),
    ...(idempotent ? [] : ['once']),
    ...(events === undefined ? [] : ['streams']),
  ];
  const terms = [...route, `${deadlineMs / 1_000} s`, ...traits].join(', ');
  return `- **\`${name}\`** (${terms}): ${summary}`;
}

function operationsFor(role: Role): number {
  return OPERATIONS.filter((operation) => includesRole(role, operation.role)).length;
}

const isPassedOn = (operation: AnyOperation): boolean => GATEWAY_OPERATIONS.includes(operation);
