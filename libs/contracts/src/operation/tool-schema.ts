import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/**
 * Keywords that a client may be unable to read. One of them refuses every tool of every server: llama.cpp, LM Studio and
 * Ollama compile all schemas into one grammar, which knows neither lookaround nor `\d` and has a limit for repetitions
 * (`maxLength` of 2,000). Python's `re` knows no `\p{…}`. Gemini refuses formats, `const`, `propertyNames` and exclusive
 * bounds, some clients the dialect. What they state is checked when a tool is called.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '$schema',
  'contentEncoding',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxItems',
  'maxLength',
  'pattern',
  'propertyNames',
]);

/** What a format asks for, in words; for fields that have no description. */
const FORMS: Readonly<Record<string, string>> = {
  date: 'A date such as 2024-03-15.',
  'date-time': 'A time such as 2024-03-15T08:00:00Z.',
  uri: 'An address such as https://example.org/a.',
};

/**
 * The JSON Schema of a tool's arguments or results, in the few keywords that all clients read.
 *
 * @param io of arguments, `input`: fields with a default may be left out
 */
export function toolSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return plain(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
}

function plain(schema: Json): Record<string, unknown> {
  const form = FORMS[String(schema.format)];
  return {
    ...(form !== undefined && { description: form }),
    ...Object.fromEntries(Object.entries(schema).flatMap(([key, value]) => keywordsOf(key, value))),
  };
}

function keywordsOf(key: string, value: unknown): [string, unknown][] {
  if (LEFT_OUT.has(key)) return [];
  return KEYWORDS.get(key)?.(value, key) ?? [[key, value]];
}

type Keyword = (value: unknown, key: string) => [string, unknown][];

// The range of JavaScript's integers is no bound of the tool.
const bound: Keyword = (value, key) => (Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER ? [] : [[key, value]]);
const choice =
  (name: string): Keyword =>
  (value) => [[name, isArray(value) ? value.map(within) : value]];
const named: Keyword = (value, key) => [[key, isJson(value) ? mapped(value) : value]];

/** What is written for a keyword other than itself. */
const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  Object.entries<Keyword>({
    const: (value) => (typeof value === 'string' ? [['enum', [value]]] : []),
    maximum: bound,
    minimum: bound,
    type: (value, key) =>
      Array.isArray(value) ? [['anyOf', value.map((type: unknown) => ({ type }))]] : [[key, value]],
    oneOf: choice('anyOf'),
    anyOf: choice('anyOf'),
    allOf: choice('allOf'),
    // The kinds of a tuple's items, without their places.
    prefixItems: (value) => {
      const kinds = isArray(value) ? value.map((one) => JSON.stringify(within(one))) : [];
      const anyOf = [...new Set(kinds)].map((kind): unknown => JSON.parse(kind));
      return [['items', anyOf.length === 1 ? anyOf[0] : { anyOf }]];
    },
    properties: named,
    $defs: named,
    // A tuple ends with `false`: nothing stands behind its items, whose kinds are told already.
    items: (value, key) => (value === false ? [] : [[key, within(value)]]),
    additionalProperties: (value, key) => [[key, within(value)]],
  }),
);

/** Names of fields are no keywords. */
function mapped(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, within(schema)]));
}

function within(schema: unknown): unknown {
  return isJson(schema) ? plain(schema) : schema;
}

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !isArray(value);
}
