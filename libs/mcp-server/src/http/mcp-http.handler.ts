import { randomUUID } from 'node:crypto';
import { identityOf } from '@arbiter/contracts';
import { createMcpHandler, isLegacyRequest, type McpHttpHandler as ModernHandler } from '@modelcontextprotocol/server';
import { createMcpServer, type McpServerSurroundings } from '../create-mcp-server.js';
import type { CallOrigin } from '../operation-calls.js';
import { serialisedToolList } from '../tools/tool-list.js';
import { INVALID_REQUEST_CODE, LARGEST_BATCH, refusal } from './session.js';
import { SessionTable, type SessionLimits } from './session.table.js';

export interface McpHttpOptions extends Omit<McpServerSurroundings, 'originOf'> {
  readonly limits?: Partial<SessionLimits>;
  readonly newSessionId?: () => string;
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
  private readonly modern: ModernHandler;
  private readonly sessions: SessionTable;

  constructor({ limits, newSessionId = randomUUID, ...surroundings }: McpHttpOptions) {
    const create = () =>
      createMcpServer({ ...surroundings, originOf: (request: Request) => this.origins.get(request) });
    this.modern = createMcpHandler(create, { legacy: 'reject', onerror: surroundings.onError });
    const tools = (request: Request): Promise<Uint8Array> => {
      const origin = this.origins.get(request);
      return serialisedToolList(surroundings, { signal: request.signal, ...(origin && { origin }) });
    };
    this.sessions = new SessionTable({ createServer: create, newSessionId, tools }, limits);
  }

  /** A response whose body may be a stream of events. */
  async handle({ request, body, origin, client = null }: McpHttpRequest): Promise<Response> {
    // Each message is looked at several times; a request of 14 MiB holds 350,000.
    if (Array.isArray(body) && body.length > LARGEST_BATCH) {
      return refusal(400, `A batch has ${LARGEST_BATCH} messages at most.`, { code: INVALID_REQUEST_CODE });
    }
    this.origins.set(request, origin);
    if (await isLegacyRequest(request, body)) {
      const owner = origin.principal && identityOf(origin.principal);
      return this.sessions.handle(request, body, { client, owner });
    }
    return this.modern.fetch(request, { parsedBody: body });
  }

  /** Ends every session and cancels what runs. */
  async close(): Promise<void> {
    await Promise.all([this.modern.close(), this.sessions.close()]);
  }
}
