import {
  ArbiterError,
  type Answer,
  type EarlierMessage,
  type Insight,
  MAX_HISTORY_MESSAGES,
  type SessionMessage,
} from '@arbiter/contracts';
import {
  timestampOf,
  type Clock,
  type IdGenerator,
  type InsightStore,
  type KeptInsight,
  type SessionStore,
} from '@arbiter/ports';
import { estimateTokens, namesIn } from '@arbiter/text';
import { haveSameOwner } from '../access/ownership.js';
import { withoutMarkers, type Replacement } from './references/exchange.js';
import { followSession, type SessionTopic } from './follow-session.js';
import { insightOfAnswer, recallInsights } from './insights.js';

export interface ContextMemoryPorts {
  readonly sessions: SessionStore;
  readonly insights: InsightStore;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

export interface AskedQuestion {
  /** Without one nothing is remembered and nothing recalled. */
  readonly sessionId: string | undefined;
  /** Read where the session has no messages, or there is no session. */
  readonly history?: readonly EarlierMessage[] | undefined;
  readonly question: string;
  /** The domain that is asked, or the one collection; null for the whole library or several. */
  readonly domain: string | null;
}

/** Context of a question from session and insights. */
export interface QuestionContext {
  /** Self-contained: what is planned and searched. */
  readonly question: string;
  /** Replacements made, in the order of the question; empty for one that stands alone. */
  readonly replaced: readonly Replacement[];
  /** The newest messages of the session, oldest first, within a budget of tokens. */
  readonly history: readonly SessionMessage[];
  /** Names that recalled insights have and the question has not: hints for a search, never evidence for an answer. */
  readonly names: readonly string[];
  /** Of the session before the question. */
  readonly topic: SessionTopic;
  /** The question left the topic, so it does not refer to earlier messages. */
  readonly shifted: boolean;
  /** True if memory could not be used; the question is then unchanged. */
  readonly unavailable: boolean;
}

export interface RememberedExchange {
  readonly answer: Answer;
  readonly domain: string | null;
  readonly toolsUsed: readonly string[];
  /** Ids of the documents whose words the answer shows: with them, question and answer go. */
  readonly documents: readonly string[];
}

/** Tokens of history that a model is given, of the 4,000 that the smallest context has for everything. */
const HISTORY_TOKENS = 2_000;
/** Insights that a question recalls, out of so many of its domain. */
const RECALLED = 3;
const RECALL_POOL = 2_000;
/** Names that are handed on: more would drown a question that is searched with them. */
const MOST_HINTS = 4;
/** Longest that memory may take of a question's time, in milliseconds: it is a help, not a condition. */
const STORE_TIMEOUT_MS = 2_000;

/** Arbiter's memory: the messages of a session, and insights learnt from accepted answers. */
export class ContextMemory {
  constructor(private readonly ports: ContextMemoryPorts) {}

  /**
   * Reads a question in the light of its session. Never fails for a store that is away.
   *
   * @throws the reason of the signal
   */
  async open(
    { sessionId, history = [], question, domain }: AskedQuestion,
    signal: AbortSignal,
  ): Promise<QuestionContext> {
    const sent = contextOf(question, messagesOf(history, timestampOf(this.ports.clock)));
    if (sessionId === undefined) return sent;
    try {
      const limited = withTimeout(signal);
      const recent = (await this.ports.sessions.recent(sessionId, MAX_HISTORY_MESSAGES, limited)) ?? [];
      const known = recent.filter(({ metadata }) => !metadata.redacted);
      const context = recent.length > 0 ? contextOf(question, known) : sent;
      const recalled = await this.recall(context.question, { domain, sessionId }, limited);
      return { ...context, names: namesOf(recalled, context.question) };
    } catch (error) {
      if (!isAway(error, signal)) throw error;
      return { ...sent, unavailable: true };
    }
  }

  /**
   * Keeps question and answer in their session, and of an accepted answer what was learnt.
   *
   * @returns false where it could not be kept
   * @throws the reason of the signal
   */
  async remember(exchange: RememberedExchange, signal: AbortSignal): Promise<boolean> {
    const { answer, domain } = exchange;
    if (answer.sessionId === null) return true;
    try {
      const limited = withTimeout(signal);
      await this.ports.sessions.append(answer.sessionId, this.messagesOf(exchange), limited);
      await this.learn(answer, domain, limited);
      return true;
    } catch (error) {
      if (!isAway(error, signal)) throw error;
      return false;
    }
  }

  private async recall(query: string, asked: Asker, signal: AbortSignal): Promise<readonly Insight[]> {
    const { insights, clock } = this.ports;
    const recalled = recallInsights(query, await this.insightsFor(asked, signal), clock.now(), RECALLED);
    const ids = recalled.map(({ id }) => id);
    // The write is not awaited: a lost use only makes an insight a little less likely to be recalled.
    void insights.countUse(ids, timestampOf(clock), AbortSignal.timeout(STORE_TIMEOUT_MS)).catch(() => undefined);
    return recalled;
  }

  /** Keeps the insights of an answer. A known insight is counted as used once more instead. */
  private async learn(answer: Answer, domain: string | null, signal: AbortSignal): Promise<void> {
    const { insights, ids, clock } = this.ports;
    const learnt = insightOfAnswer(answer, domain, ids);
    if (!learnt) return;
    const pool = await this.insightsFor({ domain, sessionId: answer.sessionId }, signal);
    const known = pool.find(({ insight }) => insight.summary === learnt.insight.summary);
    if (known) await insights.countUse([known.insight.id], timestampOf(clock), signal);
    else await insights.save(learnt, signal);
  }

  /** Those of sessions of the same caller: what one has learnt may quote what another must not read. */
  private async insightsFor({ domain, sessionId }: Asker, signal: AbortSignal): Promise<readonly KeptInsight[]> {
    const pool = await this.ports.insights.ofDomain(domain, RECALL_POOL, signal);
    return pool.filter(({ origin }) => haveSameOwner(origin.sessionId, sessionId));
  }

  private messagesOf({ answer, toolsUsed, documents }: RememberedExchange): SessionMessage[] {
    const { ids, clock } = this.ports;
    const timestamp = timestampOf(clock);
    const shown = documents.length > 0 && { documents: [...documents] };
    return [
      { id: ids.next('message'), role: 'user', content: answer.query, timestamp, metadata: { ...shown } },
      {
        id: ids.next('message'),
        role: 'assistant',
        content: answer.answer,
        timestamp,
        metadata: {
          answer_id: answer.id,
          tools_used: [...toolsUsed],
          validated: answer.validation !== null,
          ...confidenceOf(answer),
          ...shown,
        },
      },
    ];
  }
}

/** What is kept of a declined answer is the refusal, which states nothing, also where nothing was checked. */
function confidenceOf({ status, confidence }: Answer): { readonly confidence?: number } {
  if (status === 'declined') return { confidence: 0 };
  return confidence === null ? {} : { confidence };
}

/** In which session is asked, and about what. */
interface Asker {
  readonly domain: string | null;
  readonly sessionId: string | null;
}

/** @param messages before the question, oldest first */
function contextOf(question: string, messages: readonly SessionMessage[]): QuestionContext {
  const history = recentHistory(messages, HISTORY_TOKENS);
  return { ...followSession(question, messages), history, names: [], unavailable: false };
}

function messagesOf(history: readonly EarlierMessage[], timestamp: string): SessionMessage[] {
  return history.map(({ role, content, declined }, index) => ({
    id: `sent-${index + 1}`,
    role,
    content,
    timestamp,
    metadata: declined ? { confidence: 0 } : {},
  }));
}

function withTimeout(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(STORE_TIMEOUT_MS)]);
}

/** Whether the store is to blame, and neither the caller nor a fault in this code. */
function isAway(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted) return false;
  return error instanceof ArbiterError || (error instanceof DOMException && error.name === 'TimeoutError');
}

function namesOf(recalled: readonly Insight[], question: string): string[] {
  const found = recalled.flatMap(({ summary }) => namesIn(withoutMarkers(summary)).map(({ text }) => text));
  return [...new Set(found)].filter((name) => !question.includes(name)).slice(0, MOST_HINTS);
}

/**
 * The newest messages that fit into a budget, oldest first. A message that alone is too long ends the history: older ones
 * without it would read as if it had not been said.
 *
 * @param maxTokens as `estimateTokens` counts, ≥ 0
 */
export function recentHistory(messages: readonly SessionMessage[], maxTokens: number): readonly SessionMessage[] {
  let tokens = 0;
  let from = messages.length;
  while (from > 0) {
    tokens += estimateTokens(messages[from - 1]?.content ?? '');
    if (tokens > maxTokens) break;
    from -= 1;
  }
  return messages.slice(from);
}
