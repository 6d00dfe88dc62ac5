import type { z } from 'zod';
import { CollectionName } from '../passage.js';

/** Where a value of a schema names a collection or domain: keys from the outside inwards, `EACH` for every element or entry. */
type CollectionPath = readonly (string | typeof EACH)[];
const EACH = Symbol('each');

/** Schemas nest without end only where they contain themselves, which those of operations do not outside of metadata. */
const MAX_DEPTH = 24;

const known = new WeakMap<z.ZodType, readonly CollectionPath[]>();

/**
 * The names of collections and domains in a parsed value. They are found by its schema: whatever is a `CollectionName` there
 * counts, however deep it lies, so that an operation cannot forget to say which of its fields are such names.
 */
export function collectionsNamedIn(schema: z.ZodType, value: unknown): Set<string> {
  const names = new Set<string>();
  for (const path of knownPathsOf(schema)) collect(value, path, 0, names);
  return names;
}

function knownPathsOf(schema: z.ZodType): readonly CollectionPath[] {
  let paths = known.get(schema);
  if (!paths) {
    paths = [...pathsOf(schema, new Set(), [])];
    known.set(schema, paths);
  }
  return paths;
}

function* pathsOf(schema: z.ZodType, inside: ReadonlySet<z.ZodType>, path: CollectionPath): Generator<CollectionPath> {
  if (schema === CollectionName) {
    yield path;
    return;
  }
  if (inside.has(schema) || path.length > MAX_DEPTH) return;
  const within = new Set(inside).add(schema);
  for (const { step, inner } of partsOf(schema)) yield* pathsOf(inner, within, step === null ? path : [...path, step]);
}

interface Part {
  /** null: the value itself, by another schema. */
  readonly step: string | typeof EACH | null;
  readonly inner: z.ZodType;
}

function partsOf(schema: z.ZodType): Part[] {
  // Sound: every schema of zod's classic API carries the definition of its kind.
  const { def } = schema as z.ZodType & { readonly def: SchemaDefinition };
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape ?? {}).map(([step, inner]) => ({ step, inner }));
    case 'array':
      return parts(EACH, def.element);
    case 'record':
    case 'map':
      return parts(EACH, def.valueType);
    case 'tuple':
      return (def.items ?? []).map((inner, index) => ({ step: String(index), inner }));
    case 'union':
      return parts(null, ...(def.options ?? []));
    case 'intersection':
      return parts(null, def.left, def.right);
    case 'pipe':
      return parts(null, def.in, def.out);
    case 'lazy':
      return parts(null, def.getter?.());
    default:
      return parts(null, def.innerType);
  }
}

function parts(step: Part['step'], ...schemas: readonly (z.ZodType | undefined)[]): Part[] {
  return schemas.flatMap((inner) => (inner ? [{ step, inner }] : []));
}

/** The parts of zod's definitions that lead to further schemas. */
interface SchemaDefinition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly options?: readonly z.ZodType[];
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

function collect(value: unknown, path: CollectionPath, at: number, names: Set<string>): void {
  if (value === null || value === undefined) return;
  const step = path[at];
  if (step === undefined) {
    if (typeof value === 'string') names.add(value);
  } else if (step === EACH) {
    if (typeof value === 'object') for (const element of Object.values(value)) collect(element, path, at + 1, names);
  } else if (typeof value === 'object' && Object.hasOwn(value, step)) {
    collect((value as Readonly<Record<string, unknown>>)[step], path, at + 1, names);
  }
}
