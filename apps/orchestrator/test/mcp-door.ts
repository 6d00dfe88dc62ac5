import { expect } from '@jest/globals';
import type { InvokeOperation } from '@arbiter/messaging';
import type { Authenticate } from '@arbiter/platform';
import { mountMcp } from '../src/mcp/mount-mcp.js';
import { openDoor } from './open-door.js';

export const ANN = { name: 'ann', role: 'reader' as const, tenant: 'acme', groups: ['crew'] };

interface ServeOptions {
  readonly authenticate?: Authenticate;
  readonly stopping?: AbortSignal;
}

/** The door of a dispatcher, with nothing in it but the Model Context Protocol. */
export async function serve(invoke: InvokeOperation, options: ServeOptions = {}): Promise<string> {
  const mount = mountMcp({ toolsMayIngest: true, publicUrl: undefined }, { everyMs: 20 });
  return `${await openDoor(invoke, mount, { authenticate: () => ANN, ...options })}/mcp`;
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
