import {
  isJSONRPCRequest,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
  type McpServer,
  type Notification,
  type RequestId,
} from '@modelcontextprotocol/server';
import type { LibraryWatch } from '../notices/library-watch.js';
import { Subscriber } from '../notices/subscriber.js';
import type { CallOrigin } from '../operation-calls.js';

/** As the SDK has it, which refuses larger batches. */
export const LARGEST_BATCH = 100;
/** In characters. An id is kept while its request is answered, and repeated with each notice of its progress. */
const LONGEST_ID = 256;
/** JSON-RPC's code for a message that is none. */
export const INVALID_REQUEST_CODE = -32_600;
/** The first that JSON-RPC leaves to servers; it has none of its own for sessions. */
const SESSION_ERROR_CODE = -32_000;

const CANCELLED = 'notifications/cancelled';

export interface SessionSources {
  readonly createServer: (subscriber: Subscriber) => McpServer;
  readonly watch: LibraryWatch;
}

/** What one client asks, each request under an id of its own as long as it is open. */
export class Session {
  /** The requests that are being answered, each with the number of those that came with it. */
  private readonly open = new Map<RequestId, number>();
  /** Messages whose answers have not been read to their end. */
  private running = 0;
  /** Streams that the client has opened to be told of changes; one is in use. */
  private listening = 0;
  private readonly transport: SessionTransport;
  private readonly server: McpServer;
  private readonly subscriber: Subscriber;

  /**
   * @param origin of the request that begins it
   * @param onEnded told when the client ends it
   */
  constructor(id: string, origin: CallOrigin, { watch, createServer }: SessionSources, onEnded: () => void) {
    this.transport = new SessionTransport({ sessionIdGenerator: () => id, onsessionclosed: onEnded });
    this.subscriber = new Subscriber(watch, origin, (notice) => this.tell(notice));
    this.server = createServer(this.subscriber);
  }

  /** Before it serves. */
  connect(): Promise<void> {
    return this.server.connect(this.transport);
  }

  /** Whether nothing runs that its end would cut off. A client that listens can begin anew. */
  get isIdle(): boolean {
    return this.running === 0;
  }

  /** Whether its client has left it. */
  get isUnattended(): boolean {
    return this.isIdle && this.listening === 0;
  }

  /**
   * Opens the stream of changes, in place of one that may be left of a lost connection.
   *
   * @param onRead told once it has ended
   */
  async listen(request: Request, onRead: () => void): Promise<Response> {
    this.transport.closeStandaloneSSEStream();
    const response = await this.transport.handleRequest(request);
    if (!response.ok) return response;
    this.listening += 1;
    this.subscriber.listen(true);
    return whenRead(response, request.signal, () => {
      this.listening -= 1;
      this.subscriber.listen(this.listening > 0);
      onRead();
    });
  }

  /**
   * @param request its signal is aborted when the client goes away, which cancels what it asked for
   * @param onRead told once the answer has been read, or given up
   */
  async serve(request: Request, body: unknown, onRead: () => void): Promise<Response> {
    const ids = requestIds(body);
    if (ids.some((id) => typeof id === 'string' && id.length > LONGEST_ID)) {
      return refusal(400, `An id has ${LONGEST_ID} characters at most.`, INVALID_REQUEST_CODE);
    }
    // Only one of two could be answered: the transport knows them by their ids.
    if (new Set(ids).size < ids.length || ids.some((id) => this.open.has(id))) {
      const message =
        'A request with this id is being answered; each open request of a session needs an id of its own.';
      return refusal(400, message, INVALID_REQUEST_CODE);
    }
    for (const id of ids) this.open.set(id, ids.length);
    this.running += 1;
    const settle = (): void => {
      for (const id of ids) this.open.delete(id);
      this.running -= 1;
      onRead();
    };
    request.signal.addEventListener('abort', () => this.cancel(ids), { once: true });
    try {
      const response = await this.transport.handleRequest(request, { parsedBody: body });
      for (const id of cancelledBy(body)) this.leaveUnanswered(id);
      return whenRead(response, request.signal, settle);
    } catch (error) {
      settle();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.subscriber.close();
    await this.transport.close();
  }

  /** On the stream that the client listens to, else beside the answer of a request that is open, if there is one. */
  private tell(notice: Notification): void {
    const [relatedRequestId] = this.open.keys();
    const beside = this.listening > 0 || relatedRequestId === undefined ? {} : { relatedRequestId };
    // It throws for a request that was answered meanwhile.
    void this.server.server.notification(notice, beside).catch(() => undefined);
  }

  /** Cancels calls as their client would: one that has gone cannot. */
  private cancel(ids: readonly RequestId[]): void {
    for (const requestId of ids) {
      const params = { requestId, reason: 'The client went away.' };
      this.transport.onmessage?.({ jsonrpc: '2.0', method: CANCELLED, params });
      this.leaveUnanswered(requestId);
    }
  }

  /** A cancelled request gets no answer, for which the transport would keep its id and its stream for ever. */
  private leaveUnanswered(id: RequestId): void {
    const together = this.open.get(id);
    if (together === undefined) return;
    // Where others came with it, theirs are still to be sent.
    if (together === 1) this.transport.closeSSEStream(id);
    const error = { code: SESSION_ERROR_CODE, message: 'The request was cancelled.' };
    // It throws for one that was answered meanwhile.
    void this.transport.send({ jsonrpc: '2.0', id, error }).catch(() => undefined);
  }
}

/** An answer for a message that no session takes. */
export function refusal(status: 400 | 404 | 503, message: string, code = SESSION_ERROR_CODE): Response {
  const headers = status === 503 ? { 'Retry-After': '1' } : undefined;
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status, ...(headers && { headers }) });
}

function messagesIn(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}

function requestIds(body: unknown): RequestId[] {
  return messagesIn(body).flatMap((message) => (isJSONRPCRequest(message) ? [message.id] : []));
}

/** The requests that a message, or a batch, cancels. */
export function cancelledBy(body: unknown): RequestId[] {
  return messagesIn(body).flatMap((message) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: unknown } | null };
    const id = method === CANCELLED ? params?.requestId : undefined;
    return typeof id === 'string' || typeof id === 'number' ? [id] : [];
  });
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
