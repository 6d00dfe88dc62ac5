import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ERROR_TABLE } from './errors.js';
import { ARMS, pathParameters, type AnyOperation } from './operation/define-operation.js';
import { GATEWAY_OPERATIONS, OPERATIONS, operationsOf } from './operations.js';
import { rejectedOperations, rejectedRequests } from './testing/index.js';

const accepted = OPERATIONS.flatMap((operation) =>
  Object.entries(operation.examples).map(([title, input]) => ({ name: operation.name, title, operation, input })),
);
const rejected = OPERATIONS.flatMap((operation) =>
  rejectedRequests(operation.name).map((request) => ({ ...request, name: operation.name, operation })),
);

function twice(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function flaggedPatterns(schema: z.ZodType): string[] {
  const flagged: string[] = [];
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override({ zodSchema }) {
      for (const check of zodSchema._zod.def.checks ?? []) {
        const { pattern } = check._zod.def as { pattern?: RegExp };
        if (pattern && pattern.flags !== '' && pattern.flags !== 'u') flagged.push(String(pattern));
      }
    },
  });
  return flagged;
}

/** The `type` values of an operation's events. Streams add `result` and `error`. */
function eventTypes({ events }: AnyOperation): unknown[] {
  if (!events) return [];
  const schema = z.toJSONSchema(events) as { oneOf?: unknown[]; anyOf?: unknown[] };
  const kinds = (schema.oneOf ?? schema.anyOf ?? [schema]) as { properties?: { type?: { const?: unknown } } }[];
  return kinds.map(({ properties }) => properties?.type?.const);
}

describe('the operations', () => {
  it.each(['name', 'subject', 'summary'] as const)('share no %s', (member) => {
    expect(twice(OPERATIONS.map((operation) => operation[member]))).toEqual([]);
  });

  it('share no route, parameters of the path counting as equal', () => {
    const routes = OPERATIONS.flatMap(({ http }) =>
      http ? [`${http.method} ${http.path.replace(/\{[^{}]+\}/g, '{}')}`] : [],
    );
    expect(routes.length).toBeGreaterThan(0);
    expect(twice(routes)).toEqual([]);
  });

  it('share no MCP tool name or alias', () => {
    const tools = OPERATIONS.flatMap(({ mcp }) => (mcp ? [mcp.tool, ...(mcp.aliases ?? [])] : []));
    expect(twice(tools)).toEqual([]);
    for (const tool of tools) expect(tool).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it.each(ARMS)('of arm %s are found by it', (arm) => {
    expect(operationsOf(arm).every((operation) => operation.name.startsWith(`${arm}.`))).toBe(true);
    expect(operationsOf(arm).length).toBeGreaterThan(0);
  });

  it('that the gateway passes on are known and are not its own', () => {
    for (const operation of GATEWAY_OPERATIONS) {
      expect(OPERATIONS).toContain(operation);
      expect(operation.arm).not.toBe('orchestrator');
      expect(operation.http).toBeDefined();
    }
  });

  it('that are tools are reached through one address', () => {
    const reachable = [...operationsOf('orchestrator'), ...GATEWAY_OPERATIONS];
    const tools = OPERATIONS.filter(({ mcp }) => mcp);
    expect(tools.filter((operation) => !reachable.includes(operation)).map(({ name }) => name)).toEqual([]);
  });
});

describe.each(OPERATIONS.map((operation) => ({ name: operation.name, operation })))('$name', ({ operation }) => {
  it('has an example, and a request that it refuses', () => {
    expect(Object.keys(operation.examples)).not.toEqual([]);
    expect(rejectedRequests(operation.name)).not.toEqual([]);
  });

  it('has an input field for every parameter of its path', () => {
    const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
    for (const parameter of operation.http ? pathParameters(operation.http) : [])
      expect(properties).toHaveProperty(parameter);
  });

  it('has no flags on its regular expressions, which JSON Schema could not repeat', () => {
    expect([operation.input, operation.output].flatMap(flaggedPatterns)).toEqual([]);
  });

  it('succeeds with a success', () => {
    expect([200, 201, 202]).toContain(operation.http?.status ?? 200);
  });

  it('lists no error twice and none that any operation has', () => {
    expect(twice(operation.errors)).toEqual([]);
    for (const code of operation.errors) expect(ERROR_TABLE).toHaveProperty(code);
    for (const code of ['INVALID_REQUEST', 'INTERNAL']) expect(operation.errors).not.toContain(code);
  });

  it('has events that say their type, which is neither "result" nor "error" where we end the stream', () => {
    for (const type of eventTypes(operation)) {
      expect(type).toEqual(expect.any(String));
      if (!operation.http?.bareStream) expect(['result', 'error']).not.toContain(type);
    }
  });

  it('has one text as its output where the body is no JSON', () => {
    if (operation.http?.mediaType === undefined) return;
    const { properties } = z.toJSONSchema(operation.output);
    expect(Object.values(properties ?? {})).toEqual([expect.objectContaining({ type: 'string' })]);
  });
});

describe('flaggedPatterns', () => {
  it('finds a flag deep in a schema', () => {
    const schema = z.strictObject({ names: z.array(z.string().regex(/^[a-z]$/i)).optional() });
    expect(flaggedPatterns(schema)).toEqual(['/^[a-z]$/i']);
  });
});

describe('an accepted example', () => {
  it.each(accepted)('of $name parses: $title', ({ operation, input }) => {
    expect(operation.input.safeParse(input)).toMatchObject({ success: true });
  });

  it.each(accepted)('of $name may be parsed again after it was: $title', ({ operation, input }) => {
    const once = operation.input.parse(input);
    expect(operation.input.parse(once)).toEqual(once);
  });

  it.each(accepted)('of $name is JSON: $title', ({ input }) => {
    expect(JSON.parse(JSON.stringify(input))).toEqual(input);
  });
});

describe('a rejected request', () => {
  it('names an operation', () => {
    const names = OPERATIONS.map(({ name }) => name);
    expect(rejectedOperations().filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(rejected)('of $name fails at "$field": $title', ({ operation, input, field }) => {
    const { error } = operation.input.safeParse(input);
    expect(error?.issues.map(({ path }) => path.map(String).join('.'))).toContain(field);
  });
});
