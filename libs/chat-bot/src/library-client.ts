import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { ARBITER_VERSION, type Logger } from '@arbiter/platform';
import { z } from 'zod';
import { LibraryError } from './library-error.js';
import { ShownAnswer, type ShownCitation } from './shown-answer.js';

/** Since this revision each request stands by itself. */
const REVISION = '2026-07-28';
/** How the client's transport begins to say that a stream broke off; it has no other sign of it. */
const STREAM_LOST = 'SSE stream disconnected';
/** The longest that the server works on a question, in milliseconds, and a little for the way. */
const ANSWER_MS = 610_000;
/** For everything else; `ingest` waits half a minute by itself. */
const CALL_MS = 60_000;
/** UTF-16 code units on either side of a quote. */
const CONTEXT_LENGTH = 400;
const UNKNOWN_FORM = 'The library answered in a way that this bot does not know. Are both of one version?';

interface CallOptions {
  readonly signal?: AbortSignal;
  /** Told what the server does: "retrieve", "validate: accept, confidence 0.91". */
  readonly onProgress?: (message: string) => void;
  readonly timeoutMs?: number;
}

export interface AskOptions extends CallOptions {
  /** The question may refer to earlier ones of this session. */
  readonly sessionId: string;
  readonly domain: string | undefined;
}

type ToolArguments = Readonly<Record<string, unknown>>;

/** What stands before and after a quote in its document. */
export interface QuoteContext {
  readonly before: string;
  readonly after: string;
}

const Piece = z.object({ before: z.string(), text: z.string(), after: z.string() });

const Collections = z.object({
  collections: z.array(z.object({ name: z.string(), documents: z.int() })),
});

const Session = z.object({
  messages: z.array(z.object({ metadata: z.object({ answer_id: z.string().optional() }).optional() })),
});

/** The library, as a client of its MCP server sees it. Every method throws {@link LibraryError}. */
export class LibraryClient {
  /**
   * @param url of the server's MCP, such as http://127.0.0.1:3100/mcp
   * @param name what the bot calls itself to the server
   */
  constructor(
    private readonly url: string,
    private readonly key: string | undefined,
    private readonly name: string,
    private readonly logger: Logger,
  ) {}

  async ask(query: string, { sessionId, domain, ...options }: AskOptions): Promise<ShownAnswer> {
    const timeoutMs = ANSWER_MS;
    return this.read(ShownAnswer, 'query', { query, sessionId, domain }, { ...options, timeoutMs });
  }

  /** An answer that was given before. */
  async answer(answerId: string): Promise<ShownAnswer> {
    return this.read(ShownAnswer, 'read-answer', { answerId });
  }

  /** The answer that a session ended with; null where there is none. */
  async lastAnswer(sessionId: string): Promise<ShownAnswer | null> {
    const { messages } = await this.read(Session, 'read-session', { sessionId });
    const id = messages.findLast(({ metadata }) => metadata?.answer_id !== undefined)?.metadata?.answer_id;
    return id === undefined ? null : this.answer(id);
  }

  /** What stands around the quote of a citation; nothing where the document has changed since the answer was given. */
  async context({ documentId, start, end, quote }: ShownCitation): Promise<QuoteContext> {
    const span = { documentId, start, end, context: CONTEXT_LENGTH };
    const { text, before, after } = await this.read(Piece, 'read-document', span);
    return inOneLine(text) === inOneLine(quote) ? { before, after } : { before: '', after: '' };
  }

  /** The collections with their sizes, a line each; '' where there is none. */
  async collections(): Promise<string> {
    const { collections } = await this.read(Collections, 'list-collections', {});
    return collections.map(({ name, documents }) => `${name}: ${documents} documents`).join('\n');
  }

  /** Has a tool run. @returns what came of it, for people */
  async run(tool: string, args: ToolArguments): Promise<string> {
    return textOf(await this.call(tool, args));
  }

  private async read<T>(schema: z.ZodType<T>, tool: string, args: ToolArguments, options?: CallOptions): Promise<T> {
    const { structuredContent } = await this.call(tool, args, options);
    const { success, data, error: cause } = schema.safeParse(structuredContent);
    if (success) return data;
    throw new LibraryError('faulty', UNKNOWN_FORM, { cause });
  }

  /** Each call has a connection of its own: so it fails alone, and a server that comes back is found. */
  private async call(
    name: string,
    args: ToolArguments,
    { signal, onProgress, timeoutMs = CALL_MS }: CallOptions = {},
  ): Promise<CallToolResult> {
    const { url, key, logger } = this;
    const identity = { name: this.name, version: ARBITER_VERSION };
    const client = new Client(identity, { versionNegotiation: { mode: { pin: REVISION } } });
    const lost = new AbortController();
    client.onerror = (error) => {
      logger.debug({ err: error }, 'the connection to the library');
      // The client would wait for the result of a server that has died until the time limit.
      if (error.message.startsWith(STREAM_LOST)) lost.abort(error);
    };
    const ended = signal ? AbortSignal.any([signal, lost.signal]) : lost.signal;
    const requestInit = { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } };
    const onprogress = ({ message }: { message?: string | undefined }) =>
      message !== undefined && onProgress?.(message);
    let result: CallToolResult;
    try {
      const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
      await client.connect(transport, { timeout: CALL_MS, signal: ended });
      const call = { name, arguments: { ...args } };
      result = await client.callTool(call, { timeout: timeoutMs, signal: ended, onprogress });
    } catch (thrown) {
      const error = LibraryError.from(thrown, signal);
      logger.warn({ err: error, tool: name }, 'the library did not answer');
      throw error;
    } finally {
      await client.close().catch(() => undefined);
    }
    if (result.isError !== true) return result;
    const error = LibraryError.ofResult(result._meta, textOf(result));
    logger.info({ err: error, tool: name }, 'the library refused a call');
    throw error;
  }
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
