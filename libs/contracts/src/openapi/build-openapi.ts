import type { ErrorCode } from '../errors.js';
import { annotationHeader, MAX_ANNOTATION_LENGTH, TIMING_ANNOTATION } from '../operation/annotations.js';
import { pieceAsked } from '../operation/byte-pieces.js';
import { type AnyOperation, type HttpRoute, pathParameters } from '../operation/define-operation.js';
import type {
  JsonSchema,
  MediaTypeObject,
  OpenApiDocument,
  OpenApiOperation,
  ParameterObject,
  ResponseObject,
} from './openapi-document.js';
import { PROBLEM_SCHEMA_NAME, responseNameOf, sharedResponses, statusesOf } from './problem.js';
import { SchemaBook } from './schema-book.js';

/** Media type of a streaming operation's response: its events, then its output. */
export const NDJSON_MEDIA_TYPE = 'application/x-ndjson';
export const SSE_MEDIA_TYPE = 'text/event-stream';

const PROBLEM: JsonSchema = { $ref: `#/components/schemas/${PROBLEM_SCHEMA_NAME}` };
const VALUE: JsonSchema = { type: 'string', maxLength: MAX_ANNOTATION_LENGTH };

/** Request and response headers of every operation over HTTP. */
export const HTTP_HEADERS = {
  /** In: the caller's id for the request. Out: its id in the logs. */
  requestId: 'Arbiter-Request-Id',
  /** In: milliseconds from now after which the caller no longer wants the answer. */
  deadlineMs: 'Arbiter-Deadline-Ms',
  /** In: the key, instead of `Authorization: Bearer`. */
  apiKey: 'x-api-key',
  /** Out: durations of an operation (its annotation `timing`), in the header that browsers show. */
  serverTiming: 'Server-Timing',
} as const;

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
}

/** Errors of any operation at the HTTP door or in any dispatcher, whatever its contract lists. */
const UNIVERSAL_ERRORS: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'CANCELLED',
  'INTERNAL',
  'UNAVAILABLE',
  'OVERLOADED',
  'DEADLINE_EXCEEDED',
];

/**
 * The OpenAPI 3.1 document of operations, derived from their contracts. It leaves out operations without an HTTP route.
 *
 * @throws RangeError when two operations share a route, or an operation's input does not fit its route
 */
export function buildOpenApi(operations: readonly AnyOperation[], info: OpenApiInfo): OpenApiDocument {
  const routed = operations.flatMap((operation) => (operation.http ? [{ operation, route: operation.http }] : []));
  const book = new SchemaBook(routed.map(({ operation }) => operation));
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const { operation, route } of routed) {
    const item = (paths[route.path] ??= {});
    const method = route.method.toLowerCase();
    if (item[method]) throw new RangeError(`two operations share the route ${route.method} ${route.path}`);
    item[method] = describeOperation(operation, route, book);
  }
  return {
    openapi: '3.1.1',
    info,
    paths,
    components: {
      schemas: book.schemas(),
      responses: sharedResponses(),
      parameters: HEADER_PARAMETERS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of the server, or a token (JWT) of the OpenID Connect issuer that the server names.',
        },
        apiKey: { type: 'apiKey', in: 'header', name: HTTP_HEADERS.apiKey, description: 'A key of the server.' },
      },
    },
    security: securityOf(),
    tags: [...new Set(routed.map(({ operation }) => operation.arm))].map((name) => ({ name })),
  };
}

/**
 * The role that a key or token must have, as OpenAPI 3.1 lists it for schemes without scopes. The empty requirement: a server
 * without a key asks for none.
 */
function securityOf(...roles: readonly string[]): OpenApiDocument['security'] {
  return [{ bearer: roles }, { apiKey: roles }, {}];
}

const HEADER_PARAMETERS: Readonly<Record<string, ParameterObject>> = {
  requestId: {
    name: HTTP_HEADERS.requestId,
    in: 'header',
    required: false,
    description: "The caller's id for the request; the response carries it, and so do the logs of every arm.",
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
  },
  deadline: {
    name: HTTP_HEADERS.deadlineMs,
    in: 'header',
    required: false,
    description: 'Milliseconds after which the caller no longer wants the answer.',
    schema: { type: 'integer', minimum: 1 },
  },
  traceparent: {
    name: 'traceparent',
    in: 'header',
    required: false,
    description: 'W3C trace context.',
    schema: { type: 'string' },
  },
};

function describeOperation(operation: AnyOperation, route: HttpRoute, book: SchemaBook): OpenApiOperation {
  const { name, arm, summary, deadlineMs, role } = operation;
  const parameters = [
    ...inputParameters(operation, route, book),
    ...(route.bytes ? BYTE_PARAMETERS : []),
    ...Object.keys(HEADER_PARAMETERS).map((key) => ({ $ref: `#/components/parameters/${key}` })),
  ];
  const body = bodyOf(operation, route, book);
  const errors = [...UNIVERSAL_ERRORS, ...operation.errors, ...(body ? (['PAYLOAD_TOO_LARGE'] as const) : [])];
  const failures = statusesOf(errors, body !== undefined);
  return {
    operationId: name.replace(/[.-]([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    tags: [arm],
    summary,
    description: `Default deadline ${deadlineMs} ms. ${operation.idempotent ? 'Safe to repeat.' : 'Not safe to repeat.'} Needs the role ${role}.`,
    security: securityOf(role),
    parameters,
    ...(body ? { requestBody: body } : {}),
    responses: {
      [route.status ?? 200]: {
        description: 'Success.',
        ...annotationHeaders(operation),
        content: successContent(operation, route, book),
      },
      ...(route.bytes ? byteResponses() : {}),
      ...Object.fromEntries(
        failures.map((status) => [status, { $ref: `#/components/responses/${responseNameOf(status)}` }]),
      ),
    },
  };
}

/** Input fields in the address: those in braces, and all others if the method has no body. */
function inputParameters(operation: AnyOperation, route: HttpRoute, book: SchemaBook): ParameterObject[] {
  const inPath = pathParameters(route);
  if (route.multipart) return [];
  const { properties, required } = book.inputFields(operation);
  const missing = inPath.find((name) => !properties[name]);
  if (missing !== undefined) throw new RangeError(`${operation.name} has no input field for {${missing}} of its route`);
  const inQuery = Object.keys(properties).filter(
    (name) => !inPath.includes(name) && !(route.bytes && name in pieceAsked),
  );
  const named = hasBody(route) ? inPath : [...inPath, ...inQuery];
  return named.map((name) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name) || required.includes(name),
    schema: properties[name] ?? {},
    ...examplesOf(operation, (input) => input[name]),
  }));
}

function bodyOf(operation: AnyOperation, route: HttpRoute, book: SchemaBook) {
  if (!hasBody(route)) return undefined;
  if (route.multipart) return { required: true, content: { 'multipart/form-data': { schema: FILES } } };
  const inPath = pathParameters(route);
  const { properties, required } = book.inputFields(operation);
  if (Object.keys(properties).length > 0 && Object.keys(properties).every((name) => inPath.includes(name)))
    return undefined;
  const rest = (input: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
  return {
    required: required.some((name) => !inPath.includes(name)),
    content: { 'application/json': { schema: book.body(operation, inPath), ...examplesOf(operation, rest) } },
  };
}

/** The file parts of a form, under any name; fields are left out. */
const FILES: JsonSchema = {
  type: 'object',
  properties: { file: { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } } },
  additionalProperties: true,
};

/** Bytes of any media type. */
const BYTES: Record<string, MediaTypeObject> = { '*/*': { schema: { description: 'The bytes as they are.' } } };

const BYTE_PARAMETERS: readonly ParameterObject[] = [
  ['Range', 'One range of bytes, such as `bytes=0-65535`.'] as const,
  ['If-Range', 'The ETag for which the range holds.'] as const,
  ['If-None-Match', 'An ETag that the client has already.'] as const,
].map(([name, description]) => ({ name, in: 'header', required: false, description, schema: { type: 'string' } }));

function byteResponses(): Record<string, ResponseObject> {
  return {
    206: { description: 'The range.', content: BYTES },
    304: { description: 'The client has it already.', content: {} },
    416: { description: 'The range begins behind the end.', content: {} },
  };
}

function hasBody({ method }: HttpRoute): boolean {
  return method === 'POST' || method === 'PUT';
}

function examplesOf(
  operation: AnyOperation,
  part: (input: Record<string, unknown>) => unknown,
): Pick<MediaTypeObject, 'examples'> {
  const examples = Object.entries(operation.examples)
    .map(([title, input]) => [title, part(input as Record<string, unknown>)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([title, value]) => [title.replace(/[^A-Za-z0-9]+/g, '-'), { summary: title, value }] as const);
  return examples.length === 0 ? {} : { examples: Object.fromEntries(examples) };
}

function successContent(operation: AnyOperation, route: HttpRoute, book: SchemaBook): Record<string, MediaTypeObject> {
  if (route.bytes) return BYTES;
  if (route.mediaType !== undefined) return { [route.mediaType]: { schema: { type: 'string' } } };
  const event = book.event(operation);
  if (event && route.bareStream)
    return { [NDJSON_MEDIA_TYPE]: { schema: { ...event, description: 'One such object per line' } } };
  const output = { 'application/json': { schema: book.output(operation) } };
  if (!event) return output;
  const message: JsonSchema = {
    oneOf: [
      event,
      lastMessage('result', book.output(operation), annotationsSchema(operation)),
      lastMessage('error', PROBLEM),
    ],
  };
  const schema = (what: string) => ({
    schema: { ...message, description: `${what}; the last one is of type "result" or "error".` },
  });
  return {
    ...output,
    [NDJSON_MEDIA_TYPE]: schema('One such object per line'),
    [SSE_MEDIA_TYPE]: schema('The data of each event, whose name is its type'),
  };
}

function lastMessage(type: 'result' | 'error', payload: JsonSchema, annotations?: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { type: { const: type }, [type]: payload, ...(annotations ? { annotations } : {}) },
    required: ['type', type],
    additionalProperties: false,
  };
}

/** The headers of a success that carry an operation's annotations; none if it declares none. */
function annotationHeaders({ annotations = {} }: AnyOperation): Pick<ResponseObject, 'headers'> {
  const headers = Object.entries(annotations).map(
    ([name, description]) => [annotationHeader(name), { description, schema: VALUE }] as const,
  );
  if (headers.length === 0) return {};
  const timing = annotations[TIMING_ANNOTATION];
  const serverTiming =
    timing === undefined ? {} : { [HTTP_HEADERS.serverTiming]: { description: timing, schema: VALUE } };
  return { headers: { ...Object.fromEntries(headers), ...serverTiming } };
}

/** Annotations on the last message of a stream, because its headers are sent before they are known. */
function annotationsSchema({ annotations = {} }: AnyOperation): JsonSchema | undefined {
  const entries = Object.entries(annotations);
  if (entries.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, description]) => [name, { ...VALUE, description }])),
    additionalProperties: false,
  };
}
