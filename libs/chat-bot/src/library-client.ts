import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import type { Logger } from '@arbiter/platform';
import { z } from 'zod';
import { LibraryError } from './library-error.js';
import { ShownAnswer, type ShownCitation } from './shown-answer.js';

/** Since this revision each request stands by itself, so a restarted server needs no new handshake. */
const REVISION = '2026-07-28';
/** How the client's transport begins to say that a stream broke off; it has no other sign of it. */
const STREAM_LOST = 'SSE stream disconnected';
/** The longest that the server works on a question, in milliseconds, and a little for the way. */
const ANSWER_MS = 610_000;
/** For everything else; `ingest` waits half a minute by itself. */
const CALL_MS = 60_000;
/** UTF-16 code units on either side of a quote. */
const CONTEXT_LENGTH = 600;

export interface LibraryClientOptions {
  /** Of the server's MCP, such as http://127.0.0.1:3100/mcp. */
  readonly url: string;
  readonly key?: string | undefined;
  /** What the bot calls itself to the server. */
  readonly name: string;
  readonly version: string;
  readonly logger: Logger;
}

export interface AskOptions {
  readonly sessionId?: string;
  readonly domain?: string | undefined;
  /** Told what the server does: "retrieve", "validate: accept, confidence 0.91". */
  readonly onProgress?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/** A quote between what stands before and after it in its document. */
export interface QuoteInContext {
  readonly before: string;
  readonly quote: string;
  readonly after: string;
}

const Piece = z.object({ before: z.string(), text: z.string(), after: z.string() });

const Job = z.looseObject({
  id: z.string(),
  state: z.string(),
  error: z.string().nullable().default(null),
  finishedAt: z.string().nullable(),
});

/** How an ingestion stands. */
export interface ShownJob {
  readonly id: string;
  readonly isFinished: boolean;
  /** For people, several lines. */
  readonly text: string;
}

const Collections = z.looseObject({
  collections: z.array(z.looseObject({ name: z.string(), documents: z.int().optional() })),
});
export type ShownCollection = z.output<typeof Collections>['collections'][number];

const Session = z.looseObject({
  messages: z.array(z.looseObject({ metadata: z.looseObject({ answer_id: z.string().optional() }).optional() })),
});

/**
 * The library, as a client of its MCP server sees it. It connects with the first call, and anew after a loss. Every method throws
 * {@link LibraryError}.
 */
export class LibraryClient {
  private connecting: Promise<Connection> | undefined;

  constructor(private readonly options: LibraryClientOptions) {}

  /** @param sessionId the question may refer to earlier ones of this session */
  async ask(question: string, { sessionId, domain, onProgress, signal }: AskOptions = {}): Promise<ShownAnswer> {
    const { structuredContent } = await this.call(
      'query',
      { query: question, ...(sessionId !== undefined && { sessionId }), ...(domain !== undefined && { domain }) },
      { signal, onProgress, timeoutMs: ANSWER_MS },
    );
    return parsed(ShownAnswer, structuredContent);
  }

  /** An answer that was given before. */
  async answer(answerId: string): Promise<ShownAnswer> {
    return parsed(ShownAnswer, (await this.call('read-answer', { answerId })).structuredContent);
  }

  /** The answer that a session ended with; null where there is none. */
  async lastAnswer(sessionId: string): Promise<ShownAnswer | null> {
    const { messages } = await this.readSession(sessionId);
    const id = messages.findLast(({ metadata }) => metadata?.answer_id !== undefined)?.metadata?.answer_id;
    return id === undefined ? null : this.answer(id);
  }

  async readSession(sessionId: string): Promise<z.output<typeof Session>> {
    return parsed(Session, (await this.call('read-session', { sessionId })).structuredContent);
  }

  /** The quote of a citation as it stands in its document. */
  async context({ documentId, start, end, quote }: ShownCitation): Promise<QuoteInContext> {
    const span = { documentId, start, end, context: CONTEXT_LENGTH };
    const { text, ...around } = parsed(Piece, (await this.call('read-document', span)).structuredContent);
    // The document may have changed since the answer was given.
    return inOneLine(text) === inOneLine(quote) ? { ...around, quote } : { before: '', quote, after: '' };
  }

  /** Says of an answer that it was good or not. */
  async rate(answerId: string, good: boolean): Promise<void> {
    await this.call('rate-answer', { answerId, score: good ? 1 : 0 });
  }

  /** Has the server read a page of the web. It waits for up to half a minute. */
  async ingest(url: string, collection: string): Promise<ShownJob> {
    return jobOf(await this.call('ingest', { collection, sources: [{ kind: 'url', url }] }));
  }

  async ingestionStatus(jobId: string): Promise<ShownJob> {
    return jobOf(await this.call('ingestion-status', { jobId }));
  }

  async collections(): Promise<readonly ShownCollection[]> {
    return parsed(Collections, (await this.call('list-collections', {})).structuredContent).collections;
  }

  async deleteDocument(documentId: string): Promise<void> {
    await this.call('delete-document', { documentId });
  }

  async close(): Promise<void> {
    await this.drop();
  }

  private async call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { signal, onProgress, timeoutMs = CALL_MS }: CallOptions = {},
  ): Promise<CallToolResult> {
    let result: CallToolResult;
    try {
      const { client, lost } = await this.connected();
      result = await client.callTool(
        { name, arguments: { ...args } },
        {
          timeout: timeoutMs,
          signal: signal ? AbortSignal.any([signal, lost]) : lost,
          ...(onProgress && { onprogress: ({ message }) => message !== undefined && onProgress(message) }),
        },
      );
    } catch (thrown) {
      const error = LibraryError.from(thrown, signal);
      this.options.logger.warn({ err: error, tool: name }, 'the library did not answer');
      if (error.code === 'unavailable') await this.drop();
      throw error;
    }
    if (result.isError !== true) return result;
    const error = LibraryError.ofResult(result._meta, textOf(result));
    this.options.logger.info({ err: error, tool: name }, 'the library refused a call');
    throw error;
  }

  /** One connection for all calls, also for those that begin while it is made. */
  private connected(): Promise<Connection> {
    this.connecting ??= this.connect().catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    });
    return this.connecting;
  }

  private async connect(): Promise<Connection> {
    const { url, key, name, version, logger } = this.options;
    const client = new Client({ name, version }, { versionNegotiation: { mode: { pin: REVISION } } });
    const lost = new AbortController();
    client.onerror = (error) => {
      logger.debug({ err: error }, 'the connection to the library');
      // The client would wait for the result of a server that has died until the time limit.
      if (error.message.startsWith(STREAM_LOST)) lost.abort(error);
    };
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }), {
      timeout: CALL_MS,
    });
    return { client, lost: lost.signal };
  }

  private async drop(): Promise<void> {
    const { connecting } = this;
    this.connecting = undefined;
    await connecting?.then(({ client }) => client.close()).catch(() => undefined);
  }
}

interface Connection {
  readonly client: Client;
  /** Aborted when the stream of a result breaks off: the server has gone. */
  readonly lost: AbortSignal;
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((message: string) => void) | undefined;
  readonly timeoutMs?: number;
}

function parsed<T>(schema: z.ZodType<T>, structured: unknown): T {
  const { success, data, error } = schema.safeParse(structured);
  if (success) return data;
  throw new LibraryError(
    'faulty',
    'The library answered in a way that this bot does not know. Are both of one version?',
    {
      cause: error,
    },
  );
}

function jobOf(result: CallToolResult): ShownJob {
  const { id, finishedAt } = parsed(Job, result.structuredContent);
  return { id, isFinished: finishedAt !== null, text: textOf(result) };
}

/** Quotes are lines, texts of documents keep theirs. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The first text of a result. */
function textOf({ content }: CallToolResult): string {
  const first = content.find((block) => block.type === 'text');
  return first?.type === 'text' ? first.text : '';
}
