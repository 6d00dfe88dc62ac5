import { randomUUID } from 'node:crypto';
import { identityOf } from '@arbiter/contracts';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler as ModernHandler,
  type McpServer,
} from '@modelcontextprotocol/server';
import { createMcpServer, type McpServerSurroundings } from '../create-mcp-server.js';
import { LibraryWatch } from '../notices/library-watch.js';
import { ListenStreams, subscribedBy } from '../notices/listen-streams.js';
import { MAX_SUBSCRIPTIONS, type Subscriber } from '../notices/subscriber.js';
import type { CallOrigin } from '../operation-calls.js';
import { serialisedToolList } from '../tools/tool-list.js';
import { INVALID_REQUEST_CODE, LARGEST_BATCH, refusal } from './session.js';
import { SessionTable, type SessionLimits } from './session.table.js';

export interface McpHttpOptions extends Omit<McpServerSurroundings, 'originOf' | 'subscriber'> {
  readonly limits?: Partial<SessionLimits>;
  readonly newSessionId?: () => string;
  /** What is served; Arbiter's own tools, resources and prompts unless another server is given. */
  readonly createServer?: (surroundings: McpServerSurroundings) => McpServer;
  /** How often the library is looked at while somebody wants to be told of its changes, in milliseconds. */
  readonly everyMs?: number;
}

export interface McpHttpRequest {
  /** Method and headers; its signal is aborted when the client goes away. */
  readonly request: Request;
  /** The parsed JSON body. */
  readonly body: unknown;
  readonly origin: CallOrigin;
  /** Whose request it is, as long as clients are told apart: each has a share of the sessions. Default: null. */
  readonly client?: string | null;
}

/**
 * Streamable HTTP for clients of both kinds. Since revision 2026-07-28 each request stands by itself, and closing its
 * connection cancels it. Clients of earlier ones cancel by a notification of its own, which has to find the call that it
 * means: they hold a session.
 */
export class McpHttpHandler {
  private readonly origins = new WeakMap<Request, CallOrigin>();
  private readonly watch: LibraryWatch;
  private readonly streams: ListenStreams;
  private readonly modern: ModernHandler;
  private readonly sessions: SessionTable;

  constructor({ limits, newSessionId = randomUUID, createServer = createMcpServer, ...surroundings }: McpHttpOptions) {
    const originOf = (request: Request): CallOrigin | undefined => this.origins.get(request);
    const create = (subscriber?: Subscriber): McpServer =>
      createServer({ ...surroundings, originOf, ...(subscriber && { subscriber }) });
    this.watch = new LibraryWatch(surroundings);
    this.streams = new ListenStreams(this.watch);
    this.modern = createMcpHandler(() => create(), {
      legacy: 'reject',
      onerror: surroundings.onError,
      bus: this.streams,
    });
    const listTools = (request: Request): Promise<Uint8Array> => {
      const origin = this.origins.get(request);
      return serialisedToolList(surroundings, { signal: request.signal, ...(origin && { origin }) });
    };
    const tools = createServer === createMcpServer ? listTools : null;
    this.sessions = new SessionTable({ createServer: create, newSessionId, tools, watch: this.watch }, limits);
  }

  /** A response whose body may be a stream of events. */
  async handle({ request, body, origin, client = null }: McpHttpRequest): Promise<Response> {
    // Each message is looked at several times; a request of 14 MiB holds 350,000.
    if (Array.isArray(body) && body.length > LARGEST_BATCH) {
      return refusal(400, `A batch has ${LARGEST_BATCH} messages at most.`, INVALID_REQUEST_CODE);
    }
    this.origins.set(request, origin);
    if (await isLegacyRequest(request, body)) {
      const owner = origin.principal && identityOf(origin.principal);
      return this.sessions.handle(request, body, { client, owner, origin });
    }
    const uris = subscribedBy(body);
    if (uris && uris.length > MAX_SUBSCRIPTIONS) {
      const message = `A client subscribes to ${MAX_SUBSCRIPTIONS} resources at most.`;
      return refusal(400, message, INVALID_REQUEST_CODE);
    }
    if (uris && this.streams.isFull(client)) {
      return refusal(503, 'Too many streams are open.');
    }
    return this.streams.within({ origin, client, uris: uris ?? [] }, () =>
      this.modern.fetch(request, { parsedBody: body }),
    );
  }

  /** Ends every session and cancels what runs. */
  async close(): Promise<void> {
    this.watch.close();
    await Promise.all([this.modern.close(), this.sessions.close()]);
  }
}
