import { z } from 'zod';
import { compareCodeUnits } from '../compare-code-units.js';
import { DocumentSummary } from '../ingestion/documents.operations.js';
import { IngestionSource } from '../ingestion/ingestion-source.js';
import { IngestionCounts, IngestionFailure, IngestionJob } from '../ingestion/job.js';
import type { AnyOperation } from '../operation/define-operation.js';
import { Citation, Passage } from '../passage.js';
import { CollectionManifest, CollectionSummary } from '../retriever/collections.operation.js';
import { SearchResult } from '../retriever/search.operation.js';
import { ValidationResult } from '../validator/validation-result.js';
import type { JsonSchema } from './openapi-document.js';
import { Problem, PROBLEM_SCHEMA_NAME } from './problem.js';

/** Schemas that several operations share, under their names in generated clients. */
const SHARED: Readonly<Record<string, z.ZodType>> = {
  Citation,
  CollectionManifest,
  CollectionSummary,
  DocumentSummary,
  IngestionCounts,
  IngestionFailure,
  IngestionJob,
  IngestionSource,
  Passage,
  SearchResult,
  ValidationResult,
  [PROBLEM_SCHEMA_NAME]: Problem,
};

const REFERENCE = '#/components/schemas/';

interface Fields {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/**
 * The JSON Schemas of operations, with names and references.
 *
 * A schema with defaults differs by side: a field that requests may omit is always present in responses. If the sides of a
 * shared schema differ, the request's schema is called `<Name>Input`.
 */
export class SchemaBook {
  private readonly inputs: Readonly<Record<string, JsonSchema>>;
  private readonly outputs: Readonly<Record<string, JsonSchema>>;
  private readonly used = new Set<string>([PROBLEM_SCHEMA_NAME]);

  constructor(operations: readonly AnyOperation[]) {
    const responses = new Map<string, z.ZodType>();
    for (const operation of operations) {
      responses.set(outputName(operation), operation.output);
      if (operation.events) responses.set(eventName(operation), operation.events);
    }
    const requests = new Map(operations.map((operation) => [inputName(operation), operation.input]));
    this.outputs = convert(responses, 'output', (name) => name);
    this.inputs = convertInputs(requests, this.outputs);
  }

  /** The top-level fields of an operation's input. @throws RangeError when the input is not an object */
  inputFields(operation: AnyOperation): Fields {
    const schema = this.inputs[inputName(operation)] ?? {};
    if (schema.type !== 'object')
      throw new RangeError(`the input of ${operation.name} must be an object to have a route`);
    return {
      properties: (schema.properties ?? {}) as Record<string, JsonSchema>,
      required: (schema.required ?? []) as string[],
    };
  }

  /** The input without the fields in the path. */
  body(operation: AnyOperation, inPath: readonly string[]): JsonSchema {
    const name = inputName(operation);
    if (inPath.length === 0) return this.refer(name);
    const { properties, required } = this.inputFields(operation);
    return {
      ...this.inputs[name],
      properties: Object.fromEntries(Object.entries(properties).filter(([field]) => !inPath.includes(field))),
      required: required.filter((field) => !inPath.includes(field)),
    };
  }

  output(operation: AnyOperation): JsonSchema {
    const name = outputName(operation);
    const schema = this.outputs[name];
    // A shared schema keeps its own name.
    return schema && '$ref' in schema ? schema : this.refer(name);
  }

  event(operation: AnyOperation): JsonSchema | undefined {
    return operation.events && this.refer(eventName(operation));
  }

  /** All schemas requested by name, and the schemas to which they refer, in order of name. */
  schemas(): Record<string, JsonSchema> {
    const all: Readonly<Record<string, JsonSchema>> = { ...this.inputs, ...this.outputs };
    const kept = new Map<string, JsonSchema>();
    // Fields are inlined at each parameter; they may refer to shared schemas.
    const wanted = [
      ...this.used,
      ...[...Object.values(this.inputs), ...Object.values(this.outputs)].flatMap(referencesIn),
    ];
    for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
      const schema = all[name];
      if (!schema || kept.has(name)) continue;
      kept.set(name, schema);
      wanted.push(...referencesIn(schema));
    }
    return Object.fromEntries([...kept].sort(([a], [b]) => compareCodeUnits(a, b)));
  }

  private refer(name: string): JsonSchema {
    this.used.add(name);
    return { $ref: `${REFERENCE}${name}` };
  }
}

/** The schemas of requests. A shared schema that differs from its response form gets its own name. */
function convertInputs(requests: ReadonlyMap<string, z.ZodType>, outputs: Readonly<Record<string, JsonSchema>>) {
  const renamed = new Set<string>();
  for (;;) {
    const nameOf = (name: string) => (renamed.has(name) ? `${name}Input` : name);
    const inputs = convert(requests, 'input', nameOf);
    const different = Object.keys(SHARED).filter(
      (name) => !renamed.has(name) && JSON.stringify(inputs[name]) !== JSON.stringify(outputs[name]),
    );
    // A schema that refers to a renamed one differs too, so repeat until none is left.
    if (different.length === 0) return inputs;
    for (const name of different) renamed.add(name);
  }
}

function convert(
  schemas: ReadonlyMap<string, z.ZodType>,
  io: 'input' | 'output',
  nameOf: (name: string) => string,
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(SHARED)) registry.add(schema, { id: name });
  const shared = new Map(Object.entries(SHARED).map(([name, schema]) => [schema, name]));
  // A shared schema keeps its name over an operation's: IngestionJob stays IngestionJob.
  const aliases = new Map<string, string>();
  for (const [name, schema] of schemas) {
    const known = shared.get(schema);
    // A copy, because two operations may use the same schema and each needs its own.
    if (known === undefined) registry.add(schema.clone(), { id: name });
    else aliases.set(name, known);
  }
  const converted = z.toJSONSchema(registry, { io, uri: (id) => `${REFERENCE}${nameOf(id)}` }).schemas;
  return Object.fromEntries([
    ...Object.entries(converted).map(
      // Within a document, a schema's key is its name, and the document sets the dialect.
      ([id, { $schema: _dialect, $id: _name, ...schema }]) => [nameOf(id), schema as JsonSchema] as const,
    ),
    ...[...aliases].map(([name, known]) => [name, { $ref: `${REFERENCE}${nameOf(known)}` }] as const),
  ]);
}

function referencesIn(schema: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith(REFERENCE))
      found.push(value.slice(REFERENCE.length));
    return value;
  });
  return found;
}

/** `retriever.list-collections` -> `RetrieverListCollections` */
function baseName({ name }: AnyOperation): string {
  return name.replace(/(^|[.-])([a-z])/g, (_, _separator, letter: string) => letter.toUpperCase());
}

const inputName = (operation: AnyOperation) => `${baseName(operation)}Request`;
const outputName = (operation: AnyOperation) => `${baseName(operation)}Response`;
const eventName = (operation: AnyOperation) => `${baseName(operation)}Event`;
