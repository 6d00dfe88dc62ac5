import { once } from 'node:events';
import { NDJSON_MEDIA_TYPE, SSE_MEDIA_TYPE, type AnyOperation } from '@arbiter/contracts';
import type { Request, Response } from 'express';

/** One message of a stream: an event of the operation, at the end `{type: 'result', result}`, with `annotations` where there are any, or `{type: 'error', error}`. */
export type StreamMessage = Readonly<Record<string, unknown>> & { readonly type: string };

export interface StreamFormat<Message = StreamMessage> {
  readonly mediaType: string;
  encode(message: Message): string;
  /** What keeps an idle connection open; absent where the format has nothing that readers skip. */
  readonly heartbeat?: string;
}

/** A comment of server-sent events, which readers skip. */
export const SSE_COMMENT = ': still here\n\n';

const NDJSON: StreamFormat = {
  mediaType: NDJSON_MEDIA_TYPE,
  encode: (message) => `${JSON.stringify(message)}\n`,
};

const SERVER_SENT_EVENTS: StreamFormat = {
  mediaType: SSE_MEDIA_TYPE,
  // JSON holds no raw line break, so that one data line is enough.
  encode: (message) => `event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`,
  heartbeat: SSE_COMMENT,
};

/** How a streaming operation is sent: as the stream format that is published or asked for, or (undefined) as the plain output. */
export function streamFormatFor(operation: AnyOperation, req: Request): StreamFormat | undefined {
  if (!operation.events) return undefined;
  if (operation.http?.bareStream) return NDJSON;
  const accepted = req.accepts(['application/json', NDJSON_MEDIA_TYPE, SSE_MEDIA_TYPE]);
  return [NDJSON, SERVER_SENT_EVENTS].find(({ mediaType }) => mediaType === accepted);
}

/** Writes messages as fast as the client reads them. The head goes out with the first message, so that a call can still fail with a status. */
export class EventStream<Message = StreamMessage> {
  private readonly heartbeat: NodeJS.Timeout | undefined;

  /**
   * @param signal aborted when the client has gone, which ends a wait for it to read
   * @param heartbeatMs how long a line may be idle before a heartbeat is sent, where the format has one
   */
  constructor(
    private readonly res: Response,
    private readonly format: StreamFormat<Message>,
    private readonly signal: AbortSignal,
    heartbeatMs: number,
  ) {
    if (format.heartbeat !== undefined) this.heartbeat = setInterval(() => this.beat(), heartbeatMs).unref();
  }

  /** Sends a heartbeat, where the format has one. */
  beat(): void {
    const { heartbeat } = this.format;
    // A client that does not read what it has needs no further sign of life.
    if (heartbeat === undefined || this.res.writableNeedDrain || this.signal.aborted) return;
    this.open().write(heartbeat);
  }

  get opened(): boolean {
    return this.res.headersSent;
  }

  /** @throws AbortError when the client goes away before it has read what came before */
  async send(message: Message): Promise<void> {
    this.signal.throwIfAborted();
    if (!this.open().write(this.format.encode(message))) await once(this.res, 'drain', { signal: this.signal });
  }

  /** No heartbeat after this; the response is the caller's to end. */
  stop(): void {
    clearInterval(this.heartbeat);
  }

  private open(): Response {
    if (!this.res.headersSent) {
      this.res.setHeader('Content-Type', this.format.mediaType);
      // nginx holds back streams unless told otherwise.
      this.res.setHeader('X-Accel-Buffering', 'no');
      this.res.flushHeaders();
    }
    return this.res;
  }
}
