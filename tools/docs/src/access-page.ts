import {
  type AnyOperation,
  type Arm,
  ARMS,
  collectionFieldsOf,
  includesRole,
  OPERATIONS,
  operationsOf,
  type Role,
  ROLES,
} from '@arbiter/contracts';
import { z } from 'zod';

/** Names of the input's fields that stand for one stored thing. */
const ID_FIELD = /^(?:id|.+Id)$/;

/** What a door answers besides operations, and to whom. */
const OTHER_ROUTES = [
  ['`GET /health/live`, `GET /health/ready`', 'everybody', 'of every arm'],
  ['`GET /openapi.json`', 'everybody', 'of every arm'],
  ['`GET /health`', 'everybody', 'of the retriever'],
  ['`GET /metrics`', 'monitor or admin, without a tenant', 'of every arm, which counts all tenants together'],
  ['`POST /mcp`, `DELETE /mcp`', 'whom the operation of each tool admits', 'of the orchestrator'],
] as const;

const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  monitor: 'reads metrics',
  reader: 'asks and reads',
  editor: 'also changes what the library holds',
  admin: 'also does what concerns everybody',
};

/** The Markdown page of who may do what, derived from the contracts and from what the dispatcher checks by them. */
export function accessPage(): string {
  return `# Access

<!-- Written by \`node tools/docs/dist/main.js\` from libs/contracts. Do not edit. -->

One dispatcher checks role and tenant for HTTP, NATS and MCP. [The guide](../guides/access.md) says how a key or token gets its role.

${ROLES.map((role) => `- **${role}** ${ROLE_MEANINGS[role]}: ${operationsFor(role)} operations`).join('\n')}

Each role includes those above it. The operator's own key, and a server without any keys on 127.0.0.1, have no role and reach
everything. Calls between the arms carry the caller of the first one.

## Routes that are no operations

${OTHER_ROUTES.map(([route, who, where]) => `- ${route} ${where}: ${who}`).join('\n')}

## Operations

- **request**: fields that name collections or domains; another tenant's is FORBIDDEN.
- **id**: fields that name one stored thing; another tenant's or caller's is NOT_FOUND.
- **answer**: fields of the response that name collections or domains: lists are filtered, anything else of another tenant is NOT_FOUND.

${ARMS.map(armSection).join('\n')}`;
}

function armSection(arm: Arm): string {
  return `### ${arm}

${operationsOf(arm).map(entryOf).join('\n')}
`;
}

function entryOf(operation: AnyOperation): string {
  const { name, role, input, output, events } = operation;
  const answered = [output, ...(events ? [events] : [])]
    .flatMap(collectionFieldsOf)
    .map((path) => path.split('.').at(-1) ?? path);
  const fields = { request: collectionFieldsOf(input), id: idFieldsOf(input), answer: [...new Set(answered)] };
  const checks = Object.entries(fields).flatMap(([what, names]) =>
    names.length === 0 ? [] : [`${what} ${listOf(names)}`],
  );
  return `- \`${name}\`: ${[role, ...checks].join('; ')}`;
}

function idFieldsOf(input: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties).filter((name) => ID_FIELD.test(name));
}

function operationsFor(role: Role): number {
  return OPERATIONS.filter((operation) => includesRole(role, operation.role)).length;
}

const listOf = (fields: readonly string[]): string => fields.map((field) => `\`${field}\``).join(', ');
