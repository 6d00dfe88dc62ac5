import fc from 'fast-check';
import { OPERATIONS, pathParameters, type AnyOperation, type HttpRoute } from '@arbiter/contracts';
import { rejectedRequests } from '@arbiter/contracts/testing';
import { nearlyOneOf } from './hostile-json.js';

export interface HttpFuzz {
  /** App that owns the door: the retriever has one of its own. */
  readonly door: 'orchestrator' | 'retriever';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** What is asked of an operation that waits for something else for minutes: a fuzzer asks many, and waits for none. */
const PATIENCE_MS = 20_000;

/** A watched job is awaited for a day, and a domain that is there is read for minutes. */
const NOT_FUZZED: ReadonlySet<string> = new Set(['ingestion.watch', 'orchestrator.ingest-domain']);

const routed = OPERATIONS.filter(
  (operation): operation is typeof operation & { http: HttpRoute } =>
    operation.http !== undefined && !NOT_FUZZED.has(operation.name),
);

const headers = fc
  .record(
    {
      accept: fc.constantFrom('application/json', 'application/x-ndjson', 'text/event-stream', '*/*', 'image/png', ','),
      'content-type': fc.constantFrom('application/json', 'text/plain', 'application/json; charset=utf-16', 'x'),
      'arbiter-deadline-ms': fc.constantFrom('1', '5', '50', `${PATIENCE_MS}`, '-1', 'soon', '1e9'),
      'arbiter-request-id': fc.constantFrom('a', 'x'.repeat(500), 'a b'),
      traceparent: fc.constantFrom('00-zz', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`),
    },
    { requiredKeys: [] },
  )
  .map((given) => ({ 'content-type': 'application/json', 'arbiter-deadline-ms': `${PATIENCE_MS}`, ...given }));

/** Requests over HTTP: of every route, near its examples, and some that are no request of any. */
export const httpFuzz: fc.Arbitrary<HttpFuzz> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...routed).chain((operation) => ofRoute(operation, operation.http)) },
  {
    weight: 1,
    arbitrary: fc
      .record({
        door: fc.constant('orchestrator' as const),
        method: anyMethod(),
        path: anyPath(),
        headers,
        body: anyBytes(),
      })
      .map(sendable),
  },
);

function ofRoute(operation: AnyOperation, route: HttpRoute): fc.Arbitrary<HttpFuzz> {
  return fc
    .record({ input: nearlyOneOf(inputsOf(operation)), headers, cut: fc.nat(40) })
    .map(({ input, headers: given, cut }) => {
      const door = operation.arm === 'retriever' ? 'retriever' : 'orchestrator';
      const fields: Record<string, unknown> =
        typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : {};
      let { path } = route;
      for (const name of pathParameters(route)) {
        path = path.replace(`{${name}}`, encoded(fields[name] ?? 'none'));
        Reflect.deleteProperty(fields, name);
      }
      if (route.method === 'GET' || route.method === 'DELETE') {
        const query = Object.entries(fields).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
        return {
          door,
          method: route.method,
          path: `${path}?${query.join('&')}`.slice(0, 8_000),
          headers: given,
          body: null,
        };
      }
      const whole = Buffer.from(JSON.stringify(pathParameters(route).length > 0 ? fields : input));
      // A body that breaks off, now and then.
      const body = cut === 0 ? whole.subarray(0, whole.length / 2) : whole;
      return { door, method: route.method, path, headers: given, body };
    });
}

/** Calls of tools over the Model Context Protocol, and messages that are no calls. */
export const mcpFuzz: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...OPERATIONS.filter(({ mcp }) => mcp !== undefined)).chain((operation) =>
      fc.record({
        jsonrpc: fc.constant('2.0'),
        id: fc.nat(),
        method: fc.constant('tools/call'),
        params: fc.record({ name: fc.constant(operation.mcp?.tool), arguments: nearlyOneOf(inputsOf(operation)) }),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: nearlyOneOf([
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', id: 1, method: 'resources/list', params: {} },
      { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'arbiter://documents/none' } },
      { jsonrpc: '2.0', id: 1, method: 'prompts/list' },
      { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'none', arguments: {} } },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    ]),
  },
);

export interface NatsFuzz {
  readonly subject: string;
  readonly payload: Uint8Array;
}

/** Requests of operations of some arms over the broker. */
export function natsFuzz(arms: readonly AnyOperation['arm'][]): fc.Arbitrary<NatsFuzz> {
  return fc
    .constantFrom(...OPERATIONS.filter(({ arm }) => arms.includes(arm)))
    .chain((operation) =>
      fc
        .oneof(
          { weight: 9, arbitrary: nearlyOneOf(inputsOf(operation)).map((input) => Buffer.from(JSON.stringify(input))) },
          { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
        )
        .map((payload) => ({ subject: operation.subject, payload })),
    );
}

/** Inputs to begin with: those that are accepted twice, since most changes make one that is not. */
function inputsOf({ name, examples }: AnyOperation): unknown[] {
  const accepted = Object.values(examples);
  return [...accepted, ...accepted, ...rejectedRequests(name).map(({ input }) => input)];
}

function anyMethod(): fc.Arbitrary<string> {
  return fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS');
}

/** A client that keeps to fetch sends no body with a GET. */
function sendable(request: HttpFuzz): HttpFuzz {
  return request.method === 'GET' ? { ...request, body: null } : request;
}

function anyPath(): fc.Arbitrary<string> {
  const segment = fc.oneof(fc.constantFrom('v1', '..', '%2e%2e', '%', '%ff', 'query', ''), fc.webSegment());
  return fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`);
}

function anyBytes(): fc.Arbitrary<Uint8Array | null> {
  return fc.option(fc.uint8Array({ maxLength: 500 }));
}

/** Well-formed, whatever it holds: a lone surrogate has no percent-encoding. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed().slice(0, 2_000)) || '%20';
}
