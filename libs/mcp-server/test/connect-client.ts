import { PassThrough } from 'node:stream';
import type { Principal } from '@arbiter/contracts';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/server';
import { McpHttpHandler, type McpHttpOptions } from '../src/http/mcp-http.handler.js';
import type { OperationCaller } from '../src/operation-calls.js';
import { serveMcpStdio } from '../src/serve-stdio.js';

/** The two transports, and over HTTP the two kinds of clients: `legacy` is every revision before 2026-07-28. */
export const WAYS = ['stdio', 'http legacy', 'http 2026'] as const;
export type Way = (typeof WAYS)[number];

export interface ConnectedClient {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

interface ConnectOptions {
  /** Before it connects. */
  readonly prepare?: (client: Client) => void;
  /** Of a client over stdio; absent for one before 2026-07-28. */
  readonly revision?: string | undefined;
}

/** A client of the official SDK, connected to a server over this caller. */
export async function connectClient(
  way: Way,
  caller: OperationCaller,
  mayIngest = true,
  publicUrl?: string,
  { prepare = () => undefined, revision = way === 'http 2026' ? '2026-07-28' : undefined }: ConnectOptions = {},
): Promise<ConnectedClient> {
  const client = newClient(revision);
  prepare(client);
  const options = { ...httpOptions(caller, mayIngest), publicUrl };
  if (way === 'stdio') return connectStdio(client, options);
  const handler = new McpHttpHandler(options);
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch: fetchFrom(handler) }),
  );
  return {
    client,
    close: async () => {
      await client.close();
      await handler.close();
    },
  };
}

export function httpOptions(caller: OperationCaller, mayIngest = true): McpHttpOptions {
  return { caller, mayIngest, version: '0.1.0', onError: () => undefined, everyMs: 20 };
}

/** @param revision absent for those before 2026-07-28 */
export function newClient(revision?: string): Client {
  return new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: revision === undefined ? 'legacy' : { pin: revision } } },
  );
}

/** `fetch` that reaches the handler without a network. */
export function fetchFrom(handler: McpHttpHandler, principal: Principal | null = null) {
  return (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(url, init);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    return handler.handle({ request, body, origin: { requestId: 'request-1', principal } });
  };
}

async function connectStdio(client: Client, options: McpHttpOptions): Promise<ConnectedClient> {
  const [stdin, stdout, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  const served = serveMcpStdio({ ...options, stdin, stdout, signal: stop.signal });
  await client.connect(new PipeTransport(stdout, stdin));
  return {
    client,
    close: async () => {
      await client.close();
      await served;
    },
  };
}

/** The client's end of two pipes. */
class PipeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  private readonly buffer = new ReadBuffer();

  constructor(
    private readonly incoming: PassThrough,
    private readonly outgoing: PassThrough,
  ) {}

  start(): Promise<void> {
    this.incoming.on('data', (chunk: Buffer) => {
      this.buffer.append(chunk);
      for (let message = this.buffer.readMessage(); message !== null; message = this.buffer.readMessage())
        this.onmessage?.(message);
    });
    return Promise.resolve();
  }

  send(message: Parameters<Transport['send']>[0]): Promise<void> {
    this.outgoing.write(serializeMessage(message));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.outgoing.end();
    this.onclose?.();
    return Promise.resolve();
  }
}
