import { ArbiterError, toolSchemaOf } from '@arbiter/contracts';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/** JSON Schema of an object. */
export type JsonSchema = Json & { readonly type: 'object' };

/** Says of fields what models need to fill them in: a sentence beside the field's own schema, or a simpler schema. */
export type FieldNotes = Readonly<Record<string, string | Json>>;

/** The schema of a tool's arguments: what a caller may write, defaults left out. It states less than is checked. */
export function inputSchemaOf(schema: z.ZodType, notes: FieldNotes = {}): JsonSchema {
  return leanSchema(noted(toolSchemaOf(schema, 'input'), notes));
}

/** The schema of a tool's result. It lets unknown keys pass: a client that kept it must be able to read a newer server. */
export function outputSchemaOf(schema: z.ZodType, notes: FieldNotes = {}): JsonSchema {
  const { additionalProperties: _, ...open } = leanSchema(noted(toolSchemaOf(schema, 'output'), notes));
  return asObject(open);
}

function noted({ properties = {}, ...json }: Json, notes: FieldNotes): Json {
  const fields = Object.entries(properties as Record<string, Json>).map(([field, property]) => {
    const note = notes[field];
    return [field, typeof note === 'string' ? { ...property, description: note } : (note ?? property)];
  });
  return { ...json, properties: Object.fromEntries(fields) };
}

/** Objects within objects that are described: deeper ones mostly repeat what holds them, such as options of options. */
const MAX_DEPTH = 2;

/** The same without what helps no model: every client pays for all schemas in each of its conversations. */
export function leanSchema(schema: Json): JsonSchema {
  const { additionalProperties, ...rest } = schema;
  return asObject({ ...lean(rest, 0), ...(additionalProperties === false && { additionalProperties }) });
}

function lean(schema: Json, depth: number): Json {
  if (depth > MAX_DEPTH) {
    const said = Object.entries(schema).filter(([key]) => key === 'type' || key === 'description');
    return Object.fromEntries(said);
  }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (isIdle(key, value)) return [];
      if (key === 'properties') {
        const inner = Object.entries(value as Record<string, Json>).map(([name, one]) => [name, lean(one, depth + 1)]);
        return [[key, Object.fromEntries(inner)]];
      }
      if (key === 'items' || key === 'additionalProperties') return [[key, lean(value as Json, depth)]];
      if (key === 'anyOf') return [[key, (value as Json[]).map((one) => lean(one, depth))]];
      return [[key, value]];
    }),
  );
}

/** What nearly every schema states. */
function isIdle(key: string, value: unknown): boolean {
  if (key === 'minLength' || key === 'minItems') return value === 1;
  if (key === 'additionalProperties') return typeof value !== 'object' || Object.keys(value ?? {}).length === 0;
  return key === 'default' && typeof value === 'object';
}

/** @throws ArbiterError INVALID_REQUEST, its message about the first argument at fault, `details.issues` about all */
export function parseArguments<S extends z.ZodType>(schema: S, args: unknown): z.output<S> {
  const parsed = schema.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const [first = { path: '', message: 'they do not fit' }] = issues;
  const what = first.path === '' ? first.message : `"${first.path}": ${first.message}`;
  // A model that made a name up reads here which there are.
  const isUnknown = parsed.error.issues[0]?.code === 'unrecognized_keys' && schema instanceof z.ZodObject;
  const known = isUnknown ? `; there are ${Object.keys(schema.shape).join(', ')}` : '';
  throw new ArbiterError('INVALID_REQUEST', `Invalid arguments: ${what}${known}.`, { details: { issues } });
}

function asObject(json: Json): JsonSchema {
  if (json.type !== 'object') throw new RangeError('the arguments and the result of a tool must be objects');
  return { ...json, type: 'object' };
}
