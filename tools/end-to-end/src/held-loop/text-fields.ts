import { repeated } from './hostile-shapes.js';

/** The part of JSON Schema (draft 2020-12) that inputs of operations and of tools use. */
export interface InputSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly InputSchema[];
  readonly oneOf?: readonly InputSchema[];
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: InputSchema | boolean;
  readonly items?: InputSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maxLength?: number;
}

/** A place for text in an input. */
export interface TextField {
  /** Keys with dots between them; `*` is one element of a list or record, `**` as many as it takes, `*key` the name of a key. */
  readonly path: string;
  /** Longest text by the schema, all elements together, in UTF-16 code units; Infinity where it does not say. */
  readonly longest: number;
  /** The whole value with the shape in this place. @param size of the text, all elements together, in UTF-16 code units */
  readonly fill: (shape: string, size: number) => unknown;
}

/** Most elements where the schema does not say. */
const MOST_ELEMENTS = 100_000;

/**
 * Every place for text in a value, with the rest as in an example.
 *
 * @param given the example; without one, the least that the schema takes stands around the text
 */
export function* textFields(schema: InputSchema, given?: unknown): Generator<TextField> {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    for (const variant of variants) yield* textFields(variant, isOf(variant, given) ? given : undefined);
  } else if (takes(schema, 'object')) yield* objectFields(schema, given);
  else if (takes(schema, 'array')) yield* elementFields(schema, given);
  else if (takes(schema, 'string') || isAnything(schema)) {
    yield { path: '', longest: schema.maxLength ?? Infinity, fill: repeated };
  }
}

function* objectFields(schema: InputSchema, given: unknown): Generator<TextField> {
  const value: Record<string, unknown> = { ...(least(schema) as object), ...(isObject(given) && given) };
  for (const [key, property] of Object.entries(schema.properties ?? {}))
    for (const field of textFields(property, value[key]))
      yield within(key, field, (filled) => ({ ...value, [key]: filled }));
  const others = schema.additionalProperties;
  if (others === undefined || typeof others === 'boolean') return;
  const other = least(others) ?? 'x';
  yield { path: '*key', longest: Infinity, fill: (shape, size) => ({ ...value, [repeated(shape, size)]: other }) };
  for (const field of textFields(others)) {
    yield within('*', field, (filled) => ({ ...value, x: filled }));
    yield many(field, other, MOST_ELEMENTS, (filled) => ({
      ...value,
      ...Object.fromEntries(filled.map((one, index) => [`x${index}`, one])),
    }));
  }
}

function* elementFields({ items = {}, minItems = 1, maxItems = MOST_ELEMENTS }: InputSchema, given: unknown) {
  const [first, ...rest] = Array.isArray(given) ? (given as unknown[]) : [];
  const example = first ?? least(items) ?? 'x';
  const others = [...rest, ...Array.from({ length: Math.max(0, minItems - 1 - rest.length) }, () => example)];
  for (const field of textFields(items, first)) {
    yield within('*', field, (filled) => [filled, ...others]);
    yield many(field, example, maxItems, (filled) => filled);
  }
}

function within(key: string, field: TextField, around: (filled: unknown) => unknown): TextField {
  return {
    path: field.path === '' ? key : `${key}.${field.path}`,
    longest: field.longest,
    fill: (shape, size) => around(field.fill(shape, size)),
  };
}

/** As many elements as fit, each with its share of the text. */
function many(
  field: TextField,
  example: unknown,
  most: number,
  around: (filled: readonly unknown[]) => unknown,
): TextField {
  const spent = JSON.stringify(example).length;
  return {
    ...within('**', field, (filled) => filled),
    longest: field.longest * most,
    fill: (shape, size) => {
      const count = Math.max(1, Math.min(most, Math.floor(size / (spent + shape.length))));
      const share = Math.max(shape.length, Math.floor((size - count * spent) / count));
      const element = field.fill(shape, Math.min(field.longest, share));
      return around(Array.from({ length: count }, () => element));
    },
  };
}

/** The least value that a schema takes; undefined for anything. */
function least(schema: InputSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const variant = (schema.anyOf ?? schema.oneOf)?.[0];
  if (variant) return least(variant);
  if (takes(schema, 'object')) {
    const properties = Object.entries(schema.properties ?? {});
    return Object.fromEntries(
      properties.filter(([key]) => schema.required?.includes(key)).map(([key, property]) => [key, least(property)]),
    );
  }
  if (takes(schema, 'array')) {
    const { items = {}, minItems = 0 } = schema;
    return Array.from({ length: minItems }, () => least(items));
  }
  if (takes(schema, 'string')) return 'x';
  if (takes(schema, 'integer') || takes(schema, 'number')) return Math.max(0, schema.minimum ?? 0);
  return takes(schema, 'boolean') ? true : takes(schema, 'null') ? null : undefined;
}

/** Whether an example may be of a variant: of its type, with its fixed fields and nothing that it does not know. */
function isOf({ type, properties, additionalProperties }: InputSchema, given: unknown): boolean {
  if (type === 'string') return typeof given === 'string';
  if (type === 'array') return Array.isArray(given);
  if (!isObject(given) || Array.isArray(given)) return false;
  const known = Object.entries(properties ?? {});
  return (
    known.every(([key, { const: fixed }]) => fixed === undefined || given[key] === fixed) &&
    (additionalProperties !== false || Object.keys(given).every((key) => properties?.[key] !== undefined))
  );
}

function takes({ type, enum: members, const: fixed }: InputSchema, wanted: string): boolean {
  if (wanted === 'string' && (members ?? fixed) !== undefined) return false;
  return type === wanted || (Array.isArray(type) && type.includes(wanted));
}

function isAnything({ type, enum: members, const: fixed }: InputSchema): boolean {
  return type === undefined && members === undefined && fixed === undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
