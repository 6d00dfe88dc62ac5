import { ClientError } from '@arbiter/client';
import type { AgentEvent } from '@arbiter/contracts';
import { noticeRefusal } from '../../server/console-session.js';
import { queries, server } from '../../server/server.js';
import { tabMemory } from '../../server/tab-memory.js';
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

  /** The exchange that was put there and came to nothing: what is asked next stands in its place. */
  private edited: string | undefined;

  constructor(
    readonly id: string,
    /** Asked of the agent, which has no modes, shows no draft and remembers nothing. */
    readonly isAgent = false,
  ) {
    super();
    if (isAgent) this.showExchanges(this.unanswered());
  }

  get(key: string): Exchange | undefined {
    return this.exchanges.get(key);
  }

  get isRunning(): boolean {
    return this.running.size > 0;
  }

  /** Whether the server has answered anything of it, so that it remembers the session. */
  get isKept(): boolean {
    return [...this.exchanges.values()].some(({ state }) => state === 'done' || state === 'kept');
  }

  /** Reads what the server remembers; later again, for another tab may have asked, or a document been deleted. @throws ClientError */
  async load(signal?: AbortSignal): Promise<void> {
    const left = this.isLoaded ? [] : this.unanswered();
    const { messages } = await server
      .call('getSession', { sessionId: this.id, limit: 1_000 }, { signal })
      .catch((thrown: unknown) => {
        if (left.length > 0 && thrown instanceof ClientError && thrown.code === 'NOT_FOUND') return { messages: [] };
        throw thrown;
      });
    const here = [...this.exchanges.values()];
    const all = new Map(this.isLoaded ? this.exchanges : []);
    for (const one of exchangesOf(messages)) {
      const same = here.find(({ key, ...known }) =>
        one.answerId === null ? key === one.key : (known.answer?.id ?? known.answerId) === one.answerId,
      );
      const known = same && { key: same.key, options: same.options, answer: one.isRedacted ? null : same.answer };
      all.set(same?.key ?? one.key, { ...one, ...known });
    }
    const last = [...all.values()].at(-1)?.question;
    this.showExchanges([...all.values(), ...here, ...left.filter(({ question }) => question !== last)]);
    this.isLoaded = true;
    this.tell();
  }

  /** The first of a key stays. */
  private showExchanges(all: readonly Exchange[]): void {
    this.exchanges.clear();
    for (const one of all) if (!this.exchanges.has(one.key)) this.exchanges.set(one.key, one);
    this.keys = [...this.exchanges.keys()];
  }

  /** Name under which this tab remembers the question that is being asked. */
  private get pending(): string {
    return `arbiter.asked.${this.id}`;
  }

  /** The question that was asked here before the page was loaded anew, and that nobody has answered. */
  private unanswered(): readonly Exchange[] {
    const left = tabMemory(this.pending);
    if (left === null) return [];
    const [question, options] = JSON.parse(left) as [string, AskOptions];
    const failure = { message: 'The page or the server went away before this was answered.' };
    return [{ ...newExchange(newId(), question, options), state: 'refused', failure }];
  }

  forget(): void {
    this.stop();
    tabMemory(this.pending, null);
  }

  /** Asks, and shows what comes as it comes. @param key of an exchange whose place it takes */
  async ask(question: string, options: AskOptions, key = this.edited ?? newId()): Promise<void> {
    const controller = new AbortController();
    this.running.set(key, controller);
    this.edited = undefined;
    this.exchanges.set(key, newExchange(key, question, options));
    this.keys = [...this.exchanges.keys()];
    tabMemory(this.pending, JSON.stringify([question, options]));
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
      if (this.get(key)?.state !== 'broken') tabMemory(this.pending, null);
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
    if (text === '') this.edited = undefined;
    this.tell();
  }

  edit({ key, question, state }: Exchange): void {
    this.edits += 1;
    this.edited = ['stopped', 'broken', 'refused'].includes(state) ? key : undefined;
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
  conversations.get(session)?.forget();
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
