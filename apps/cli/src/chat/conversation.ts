import { randomBytes } from 'node:crypto';
import {
  ArbiterError,
  getAnswer,
  getSession,
  type Answer,
  type QueryMode,
  type SessionMessage,
  unknownName,
} from '@arbiter/contracts';
import { listNames } from '../library/list-names.js';
import type { Library } from '../library/library.js';
import { collectionsOfDomain } from '../library/find-collections.js';
import { askLibrary } from '../questions/ask-library.js';
import type { Terminal } from '../terminal/terminal.js';

export interface ConversationStart {
  readonly collection?: readonly string[];
  readonly domain?: string;
  readonly session?: string;
  readonly mode: QueryMode;
}

const newSessionId = (): string => `chat-${randomBytes(8).toString('hex')}`;

/** A session that is being asked in, and what of it commands refer to. */
export class Conversation {
  sessionId: string;
  mode: QueryMode;
  /** The last answer, given or declined; null before the first. */
  answer: Answer | null = null;
  /** The last declined one. */
  declined: Answer | null = null;
  #domain: string | null;
  #collections: readonly string[] | null;

  constructor(
    readonly library: Library,
    private readonly terminal: Terminal,
    { session, collection, mode }: ConversationStart,
    domain: string | null,
  ) {
    this.sessionId = session ?? newSessionId();
    this.mode = mode;
    this.#domain = domain;
    this.#collections = collection ?? null;
  }

  /** What is asked, for people: '' for all of the library. */
  get place(): string {
    return this.#domain ?? this.#collections?.join(',') ?? '';
  }

  /** Asks in the session, so that the question may follow up on the ones before. */
  async ask(question: string, signal: AbortSignal): Promise<Answer> {
    const input = {
      ...{ query: question, mode: this.mode, sessionId: this.sessionId },
      ...(this.#domain !== null && { domain: this.#domain }),
      ...(this.#collections !== null && { collections: [...this.#collections] }),
    };
    const answer = await askLibrary(this.library, input, { terminal: this.terminal, interruption: { signal } });
    this.#keep(answer);
    return answer;
  }

  /** @param domain null asks all of the library. @throws ArbiterError NOT_FOUND naming those there are */
  async enter(domain: string | null, signal: AbortSignal): Promise<void> {
    if (domain !== null) await collectionsOfDomain(this.library, domain, signal);
    this.#domain = domain;
    this.#collections = null;
  }

  restart(): void {
    this.sessionId = newSessionId();
    this.answer = this.declined = null;
  }

  /** Continues a session. @returns its messages. @throws ArbiterError NOT_FOUND with the id that may have been meant */
  async resume(sessionId: string, signal: AbortSignal): Promise<readonly SessionMessage[]> {
    const messages = await this.#messagesOf(sessionId, signal);
    if (messages.length === 0) {
      const known = await listNames(this.library, 'session', signal);
      throw new ArbiterError('NOT_FOUND', unknownName('There is no session', sessionId, known), {
        details: { sessionId },
      });
    }
    this.sessionId = sessionId;
    this.answer = this.declined = null;
    const answerId = messages.findLast(({ role }) => role === 'assistant')?.metadata.answer_id;
    if (answerId !== undefined) {
      // Records go before their sessions, and not every caller may read them: then nothing can be shown again.
      const asked = this.library.request(getAnswer, { answerId, withoutFlight: true }, { signal });
      const shown = (await asked.catch(() => null))?.shown;
      signal.throwIfAborted();
      if (shown) this.#keep(shown.answer);
    }
    return messages;
  }

  /** Oldest first; none before the first question. */
  history(signal: AbortSignal): Promise<readonly SessionMessage[]> {
    return this.#messagesOf(this.sessionId, signal);
  }

  #keep(answer: Answer): void {
    this.answer = answer;
    if (answer.status === 'declined') this.declined = answer;
  }

  async #messagesOf(sessionId: string, signal: AbortSignal): Promise<readonly SessionMessage[]> {
    try {
      return (await this.library.request(getSession, { sessionId }, { signal })).messages;
    } catch (error) {
      if (error instanceof ArbiterError && error.code === 'NOT_FOUND') return [];
      throw error;
    }
  }
}
