import { expect } from '@jest/globals';
import type { AnyOperation } from '@arbiter/contracts';
import type { IncomingCall, InvokeOperation } from '@arbiter/messaging';
import {
  AppMetrics,
  createHttpDoor,
  createLogger,
  listen,
  Readiness,
  type Authenticate,
  type ListeningServer,
} from '@arbiter/platform';
import { mountMcp } from '../src/mcp/mount-mcp.js';

const servers: ListeningServer[] = [];
/** Closes what {@link serve} opened. */
export async function closeDoors(): Promise<void> {
  for (const server of servers.splice(0)) await server.close(0);
}

/** A dispatcher whose operations have no events. */
export function invoking(work: (operation: AnyOperation, call: IncomingCall) => Promise<unknown>): InvokeOperation {
  return async function* (operation, call) {
    yield* [];
    return await work(operation, call);
  };
}

export const ANN = { name: 'ann', role: 'reader' as const, tenant: 'acme', groups: ['crew'] };

interface ServeOptions {
  readonly authenticate?: Authenticate;
  readonly stopping?: AbortSignal;
}

/** The door of a dispatcher, with nothing in it but the Model Context Protocol. */
export async function serve(invoke: InvokeOperation, options: ServeOptions = {}): Promise<string> {
  const { authenticate = () => ANN, stopping } = options;
  const logger = createLogger({ name: 'test', level: 'silent' });
  const door = createHttpDoor({
    api: { title: 'Test', version: '0.0.0' },
    operations: [],
    invoke,
    logger,
    health: new Readiness([]),
    metrics: new AppMetrics({ app: 'test', version: '0.0.0', processMetrics: false }),
    authenticate,
    guardedRoutes: (router) =>
      mountMcp({ toolsMayIngest: true, publicUrl: undefined }, { everyMs: 20 })(router, {
        invoke,
        version: '0.0.0',
        logger,
        ...(stopping && { stopping }),
      }),
  });
  const server = await listen(door, { host: '127.0.0.1', port: 0 });
  servers.push(server);
  return `${server.url}/mcp`;
}

interface Sent {
  readonly session?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** @param message an object, or the body as it is sent */
export function post(
  url: string,
  message: object | string,
  { session = null, headers = {}, signal }: Sent = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== null && { 'mcp-session-id': session }),
      ...headers,
    },
    ...(signal && { signal }),
  });
}

export async function openSession(url: string, headers: Readonly<Record<string, string>> = {}): Promise<string | null> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const response = await post(url, { id: 0, method: 'initialize', params }, { headers });
  expect(response.status).toBe(200);
  await response.text();
  return response.headers.get('mcp-session-id');
}
