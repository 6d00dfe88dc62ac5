import { isInitializeRequest, isJSONRPCRequest, type JSONRPCRequest } from '@modelcontextprotocol/server';
import type { CallOrigin } from '../operation-calls.js';
import { refusal, Session, type SessionSources } from './session.js';

export interface SessionLimits {
  /** Sessions that are held at once; the one that has been idle longest makes room. */
  readonly maxSessions: number;
  /** Of those, sessions of one client, where clients are told apart: no client can end all sessions of others. */
  readonly maxSessionsOfClient: number;
  /** After which an idle session ends, in milliseconds. */
  readonly idleMs: number;
}

/** A session holds no data of the library, only what tells its calls apart: some ten kilobytes. */
const DEFAULT_LIMITS: SessionLimits = { maxSessions: 1_000, maxSessionsOfClient: 100, idleMs: 30 * 60_000 };

export interface SessionTableSources extends SessionSources {
  readonly newSessionId: () => string;
  /** The result of `tools/list` for who asks, as JSON; null where each server has its own. */
  readonly tools: ((request: Request) => Promise<Uint8Array>) | null;
}

const SESSION_HEADER = 'mcp-session-id';

/** Whose request it is. */
export interface Requester {
  /** Who has a share of the sessions; null for one that may hold all there are. */
  readonly client: string | null;
  /** The caller by its key or token: a session answers the one that began it. Null when nobody had to say, or the operator. */
  readonly owner: string | null;
  readonly origin: CallOrigin;
}

interface Held extends Pick<Requester, 'client' | 'owner'> {
  readonly session: Session;
  /** Running while it is idle. */
  idle: NodeJS.Timeout | undefined;
}

/** The sessions of clients before revision 2026-07-28, bounded in number and idle time. */
export class SessionTable {
  /** In order of their last use: a session that is used moves to the end. */
  private readonly sessions = new Map<string, Held>();
  private readonly limits: SessionLimits;

  constructor(
    private readonly sources: SessionTableSources,
    limits: Partial<SessionLimits> = {},
  ) {
    this.limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /**
   * @param request its signal is aborted when the client goes away, which cancels what it asked for
   */
  async handle(request: Request, body: unknown, requester: Requester): Promise<Response> {
    const id = request.headers.get(SESSION_HEADER);
    if (id === null) {
      return isInitializeRequest(body)
        ? this.open(request, body, requester)
        : refusal(400, 'Initialize a session first.');
    }
    const held = this.sessions.get(id);
    // The client then initializes a new one, as the protocol has it. An id is no secret that proves who calls.
    if (held?.owner !== requester.owner)
      return refusal(404, 'There is no such session; it may have ended. Initialize a new one.');
    return this.serve(id, held, request, body);
  }

  async close(): Promise<void> {
    await Promise.all([...this.sessions.keys()].map((id) => this.end(id)));
  }

  private async open(request: Request, body: unknown, { client, owner, origin }: Requester): Promise<Response> {
    const id = this.sources.newSessionId();
    const session = new Session(id, origin, this.sources, () => void this.end(id));
    await session.connect();
    if (!this.makeRoom(client)) {
      await session.close();
      return refusal(503, 'Too many sessions are in use at the moment.');
    }
    const held: Held = { session, client, owner, idle: undefined };
    this.sessions.set(id, held);
    const response = await this.serve(id, held, request, body);
    if (!response.ok) await this.end(id);
    return response;
  }

  private async serve(id: string, held: Held, request: Request, body: unknown): Promise<Response> {
    clearTimeout(held.idle);
    this.sessions.delete(id);
    this.sessions.set(id, held);
    const { session } = held;
    const { tools } = this.sources;
    const rest = (): void => this.rest(id, held);
    if (request.method === 'GET') return session.listen(request, rest).finally(rest);
    if (!tools || !asksForTools(body)) return session.serve(request, body, rest);
    return answerToolList(body, await tools(request).finally(rest));
  }

  private rest(id: string, held: Held): void {
    if (!held.session.isUnattended || this.sessions.get(id) !== held) return;
    clearTimeout(held.idle);
    held.idle = setTimeout(() => void this.end(id), this.limits.idleMs).unref();
  }

  /** @returns false when every session that could make room is in use */
  private makeRoom(client: string | null): boolean {
    const held = [...this.sessions];
    const own = client === null ? [] : held.filter(([, one]) => one.client === client);
    const crowd = own.length >= this.limits.maxSessionsOfClient ? own : held;
    if (crowd === held && held.length < this.limits.maxSessions) return true;
    const longestIdle = crowd.find(([, { session }]) => session.isIdle);
    if (!longestIdle) return false;
    void this.end(longestIdle[0]);
    return true;
  }

  private async end(id: string): Promise<void> {
    const held = this.sessions.get(id);
    clearTimeout(held?.idle);
    this.sessions.delete(id);
    await held?.session.close();
  }
}

const encoder = new TextEncoder();

/** False for any other message, and for parameters that have to be looked at. */
function asksForTools(body: unknown): body is JSONRPCRequest {
  return isJSONRPCRequest(body) && body.method === 'tools/list' && body.params?.cursor === undefined;
}

/**
 * Answers `tools/list` with bytes that all sessions share. The SDK serialises a result for each of its answers: a thousand
 * clients that connect at once took 70 MB for one and the same list.
 *
 * @param tools the result, as JSON
 */
function answerToolList({ id }: JSONRPCRequest, tools: Uint8Array): Response {
  const parts = [encoder.encode(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`), tools, encoder.encode('}')];
  return new Response(ReadableStream.from(parts), { headers: { 'Content-Type': 'application/json' } });
}
