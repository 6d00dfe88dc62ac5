import {
  isInitializeRequest,
  isJSONRPCRequest,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
  type McpServer,
  type RequestId,
} from '@modelcontextprotocol/server';

export interface SessionLimits {
  /** Sessions that are held at once; the one that has been idle longest makes room. */
  readonly maxSessions: number;
  /** After which an idle session ends, in milliseconds. */
  readonly idleMs: number;
}

/** A session holds no data of the library, only what tells its calls apart: some ten kilobytes. */
const DEFAULT_LIMITS: SessionLimits = { maxSessions: 1_000, idleMs: 30 * 60_000 };

const SESSION_HEADER = 'mcp-session-id';

interface Session {
  readonly transport: SessionTransport;
  /** Requests that are being answered. */
  running: number;
  idle: NodeJS.Timeout | undefined;
}

/** The sessions of clients before revision 2026-07-28, bounded in number and idle time. */
export class SessionTable {
  /** In order of their last use: a session that is used moves to the end. */
  private readonly sessions = new Map<string, Session>();
  private readonly limits: SessionLimits;

  constructor(
    private readonly createServer: () => McpServer,
    private readonly newSessionId: () => string,
    limits: Partial<SessionLimits> = {},
  ) {
    this.limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** @param request its signal is aborted when the client goes away, which cancels what it asked for */
  async handle(request: Request, body: unknown): Promise<Response> {
    const id = request.headers.get(SESSION_HEADER);
    if (id === null)
      return isInitializeRequest(body) ? this.open(request, body) : refusal(400, 'Initialize a session first.');
    const session = this.sessions.get(id);
    // The client then initializes a new one, as the protocol has it.
    if (!session) return refusal(404, 'There is no such session; it may have ended. Initialize a new one.');
    return this.serve(id, session, request, body);
  }

  async close(): Promise<void> {
    await Promise.all([...this.sessions.keys()].map((id) => this.end(id)));
  }

  private async open(request: Request, body: unknown): Promise<Response> {
    const id = this.newSessionId();
    const transport = new SessionTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: (closed) => void this.forget(closed),
    });
    await this.createServer().connect(transport);
    if (!(await this.makeRoom())) {
      await transport.close();
      return refusal(503, 'Too many sessions are in use at the moment.', { 'Retry-After': '1' });
    }
    const session: Session = { transport, running: 0, idle: undefined };
    this.sessions.set(id, session);
    const response = await this.serve(id, session, request, body);
    if (!response.ok) await this.end(id);
    return response;
  }

  private async serve(id: string, session: Session, request: Request, body: unknown): Promise<Response> {
    const ids = requestIds(body);
    clearTimeout(session.idle);
    session.running += 1;
    this.sessions.delete(id);
    this.sessions.set(id, session);
    request.signal.addEventListener('abort', () => cancel(session.transport, ids), { once: true });
    const response = await session.transport.handleRequest(request, { parsedBody: body });
    return whenRead(response, request.signal, () => this.rest(id, session));
  }

  /** Told once an answer has been read, or given up. */
  private rest(id: string, session: Session): void {
    session.running -= 1;
    if (session.running > 0 || this.sessions.get(id) !== session) return;
    session.idle = setTimeout(() => void this.end(id), this.limits.idleMs).unref();
  }

  /** @returns false when every session is in use */
  private async makeRoom(): Promise<boolean> {
    if (this.sessions.size < this.limits.maxSessions) return true;
    const longestIdle = [...this.sessions].find(([, { running }]) => running === 0);
    if (!longestIdle) return false;
    await this.end(longestIdle[0]);
    return true;
  }

  private async end(id: string): Promise<void> {
    const session = this.forget(id);
    await session?.transport.close();
  }

  private forget(id: string): Session | undefined {
    const session = this.sessions.get(id);
    clearTimeout(session?.idle);
    this.sessions.delete(id);
    return session;
  }
}

function requestIds(body: unknown): RequestId[] {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) => (isJSONRPCRequest(message) ? [message.id] : []));
}

/** Cancels calls as their client would: one that has gone cannot. */
function cancel(transport: SessionTransport, ids: readonly RequestId[]): void {
  for (const requestId of ids) {
    const params = { requestId, reason: 'The client went away.' };
    transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  }
}

/** The response, and word of the moment when nothing of it is left to be sent. */
function whenRead(response: Response, gone: AbortSignal, onRead: () => void): Response {
  let told = false;
  const tell = () => {
    if (!told) onRead();
    told = true;
  };
  if (!response.body) {
    tell();
    return response;
  }
  gone.addEventListener('abort', tell, { once: true });
  const body = response.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ flush: tell }));
  return new Response(body, { status: response.status, headers: response.headers });
}

/** JSON-RPC has no codes of its own for sessions; -32000 is the first that is left to servers. */
const SESSION_ERROR_CODE = -32_000;

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: SESSION_ERROR_CODE, message } }, { status, headers });
}
