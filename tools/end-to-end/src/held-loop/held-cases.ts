import {
  GATEWAY_OPERATIONS,
  MAX_SOURCE_METADATA,
  MAX_SOURCE_TEXT,
  OPERATIONS,
  pathParameters,
  type AnyOperation,
  type HttpRoute,
  DEFAULT_BODY_LIMIT,
} from '@arbiter/contracts';
import { z } from 'zod';
import { HOSTILE_SHAPES } from './hostile-shapes.js';
import { textFields, type InputSchema, type TextField } from './text-fields.js';

export type Door = 'orchestrator' | 'retriever' | 'planner';

export interface HeldRequest {
  readonly door: Door;
  readonly method: HttpRoute['method'];
  readonly path: string;
  readonly body: Buffer | null;
}

/** One text of one shape in one place of the input of one operation. */
export interface HeldCase {
  readonly operation: string;
  readonly field: string;
  readonly shape: string;
  /** Made anew at every call: all requests together are gigabytes. */
  readonly request: () => HeldRequest;
}

type RoutedOperation = AnyOperation & { readonly http: HttpRoute };

/** A watched job is awaited for a day, and a domain that is there is read for minutes. */
const NOT_SENT: ReadonlySet<string> = new Set(['ingestion.watch', 'orchestrator.ingest-domain']);

/** Node refuses a head of a request above 16 KiB. */
const LONGEST_ADDRESS = 15_000;

/** Limits of several texts together, which no JSON Schema tells; by the end of the path. */
const LONGEST_TOGETHER: readonly (readonly [RegExp, number])[] = [
  [/(?:^|\.)sources\.\*\*\.content$/, MAX_SOURCE_TEXT],
  [/(?:^|\.)sources\.\*\*?\.metadata\./, MAX_SOURCE_METADATA],
];

const source = { id: 's', document: 'd', chunkId: 'c', content: 'The lamp burns oil.', metadata: {}, score: 0.9 };

/** Answers whose checks read every source: an address and an identifier that have to stand in one. */
const CHECKED = { answer: 'See http://a.example/x now. The part LX-20-40 is new.', sources: [source] };
const OTHER_EXAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  'validator.validate': [{ query: 'Which part is new?', ...CHECKED }],
  'validator.detect': [CHECKED],
};

/** Every field of every operation with each shape at its largest size. */
export function heldCases(): HeldCase[] {
  return OPERATIONS.filter(isSent).flatMap((operation) =>
    fieldsOf(operation).flatMap((field) =>
      HOSTILE_SHAPES.map((shape) => ({
        operation: operation.name,
        field: field.path,
        shape,
        request: () => requestOf(operation, field, shape),
      })),
    ),
  );
}

function isSent(operation: AnyOperation): operation is RoutedOperation {
  return operation.http !== undefined && !NOT_SENT.has(operation.name);
}

/** The fields of all examples; of those with one path the last, which has most around it. */
function fieldsOf({ name, input, examples }: RoutedOperation): TextField[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as InputSchema;
  const given = [...Object.values(examples), ...(OTHER_EXAMPLES[name] ?? [])];
  const fields = new Map<string, TextField>();
  for (const example of given) for (const field of textFields(schema, example)) fields.set(field.path, field);
  return [...fields.values()];
}

function requestOf(operation: RoutedOperation, field: TextField, shape: string): HeldRequest {
  const isBody = operation.http.method === 'POST' || operation.http.method === 'PUT';
  const limit =
    isBody && !pathParameters(operation.http).includes(field.path)
      ? (operation.http.bodyLimit ?? DEFAULT_BODY_LIMIT)
      : LONGEST_ADDRESS;
  const together = LONGEST_TOGETHER.find(([path]) => path.test(field.path))?.[1] ?? Infinity;
  let size = Math.min(field.longest, together, limit);
  for (;;) {
    const request = encode(operation, field.fill(shape, size) as Record<string, unknown>);
    const bytes = request.body?.length ?? request.path.length;
    if (bytes <= limit && request.path.length <= LONGEST_ADDRESS) return request;
    const over = Math.max(bytes / limit, request.path.length / LONGEST_ADDRESS);
    size = Math.floor((size / over) * 0.98);
  }
}

const GATEWAY: ReadonlySet<string> = new Set(GATEWAY_OPERATIONS.map(({ name }) => name));

function encode({ name, arm, http }: RoutedOperation, input: Record<string, unknown>): HeldRequest {
  const inPath = new Set(pathParameters(http));
  const path = http.path.replace(/\{(\w+)\}/g, (_, key: string) => encoded(input[key]));
  const rest = Object.entries(input).filter(([key]) => !inPath.has(key));
  const door = arm === 'planner' ? 'planner' : arm === 'retriever' && !GATEWAY.has(name) ? 'retriever' : 'orchestrator';
  const { method } = http;
  if (method === 'POST' || method === 'PUT') {
    return { door, method, path, body: Buffer.from(JSON.stringify(Object.fromEntries(rest))) };
  }
  const query = rest.flatMap(([key, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => `${encodeURIComponent(key)}=${encoded(one)}`),
  );
  return { door, method, path: query.length > 0 ? `${path}?${query.join('&')}` : path, body: null };
}

function encoded(value: unknown): string {
  return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value ?? 'x')) || '%20';
}
