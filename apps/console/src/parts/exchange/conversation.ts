import { ClientError } from '@arbiter/client';
import type { AgentEvent } from '@arbiter/contracts';
import { noticeRefusal } from '../../server/console-session.js';
import { queries, server } from '../../server/server.js';
import { Told } from '../../server/told.js';
import { type AskOptions, type Exchange, exchangesOf, foldMessage, newExchange } from './exchange.js';

/** An id that nobody can guess. Pages without TLS on another host than this one have no `randomUUID`. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The exchanges of a session. They go on while another page is looked at. */
export class Conversation extends Told {
  private readonly exchanges = new Map<string, Exchange>();
  private readonly running = new Map<string, AbortController>();
  private frame = 0;
  /** Changes its identity only when an exchange is added. */
  keys: readonly string[] = [];
  /** Whether what the server remembers of the session is here. */
  isLoaded = false;
  /** What stands in the field, not yet asked. */
  unsent = '';
  /** How often a question was put there to be changed: the field takes the focus then. */
  edits = 0;

  constructor(
    readonly id: string,
    /** Asked of the agent, which has no modes, shows no draft and remembers nothing. */
    readonly isAgent = false,
  ) {
    super();
  }

  get(key: string): Exchange | undefined {
    return this.exchanges.get(key);
  }

  get isRunning(): boolean {
    return this.running.size > 0;
  }

  /** @throws ClientError */
  async load(signal?: AbortSignal): Promise<void> {
    const { messages } = await server.call('getSession', { sessionId: this.id, limit: 1_000 }, { signal });
    if (this.isLoaded) return;
    const [kept, asked] = [exchangesOf(messages), this.keys.map((key) => this.exchanges.get(key))];
    this.exchanges.clear();
    for (const one of [...kept, ...asked]) if (one) this.exchanges.set(one.key, one);
    this.keys = [...this.exchanges.keys()];
    this.isLoaded = true;
    this.tell();
  }

  /** Asks, and shows what comes as it comes. */
  async ask(question: string, options: AskOptions): Promise<void> {
    const key = newId();
    const controller = new AbortController();
    this.running.set(key, controller);
    this.keys = [...this.keys, key];
    this.exchanges.set(key, newExchange(key, question, options));
    this.tell();
    try {
      for await (const message of this.stream(question, options, controller.signal)) {
        this.change(key, (one) => foldMessage(one, message));
      }
    } catch (thrown) {
      if (controller.signal.aborted) this.change(key, (one) => ({ ...one, state: 'stopped' }));
      else {
        noticeRefusal(thrown);
        const error = thrown instanceof ClientError && thrown.status !== 0 ? thrown : null;
        const failure = error && { message: error.message, requestId: error.problem.requestId };
        this.change(key, (one) => ({ ...one, state: error ? 'refused' : 'broken', failure }));
      }
    } finally {
      this.running.delete(key);
      this.tell();
      for (const told of ['sessions', 'answers']) void queries.invalidateQueries({ queryKey: [told] });
    }
  }

  private stream(query: string, { domain, collections: all, mode, draft }: AskOptions, signal: AbortSignal) {
    const collections = all.length > 0 ? [...all] : undefined;
    if (this.isAgent) {
      const run = server.stream('agenticSearch', { query, domain, collection_names: collections }, { signal });
      // It ends with an event of its own.
      return run as AsyncIterable<AgentEvent>;
    }
    const asked = { query, domain, collections, sessionId: this.id, mode, streamDraft: draft };
    return server.stream('query', asked, { signal });
  }

  stop(): void {
    for (const controller of this.running.values()) controller.abort();
  }

  write(text: string): void {
    this.unsent = text;
    this.tell();
  }

  edit(question: string): void {
    this.edits += 1;
    this.write(question);
  }

  private change(key: string, by: (exchange: Exchange) => Exchange): void {
    const exchange = this.exchanges.get(key);
    if (!exchange) return;
    this.exchanges.set(key, by(exchange));
    // All that comes within a frame is drawn at once. A hidden page has no frames.
    if (document.hidden) this.tell();
    else this.frame ||= requestAnimationFrame(() => this.tell());
  }

  protected override tell(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    super.tell();
  }
}

/** Conversations of this tab, by session. Another tab has its own. */
const conversations = new Map<string, Conversation>();
let fresh: Conversation | null = null;

export function conversationOf(session: string): Conversation {
  const known = conversations.get(session) ?? new Conversation(session);
  conversations.set(session, known);
  return known;
}

export function forgetConversation(session: string): void {
  conversations.get(session)?.stop();
  conversations.delete(session);
  queries.removeQueries({ queryKey: ['session', session] });
}

/** One that nothing has been asked in. */
export function freshConversation(): Conversation {
  if (!fresh || fresh.keys.length > 0) {
    fresh = conversationOf(newId());
    fresh.isLoaded = true;
  }
  return fresh;
}
