import type { OutputOf, StreamMessage } from '@arbiter/client';
import type { AgentEvent, QueryMode, StageEvent } from '@arbiter/contracts';
import type { ShownAnswer } from '../answer/answer-view.js';
import { WRITING_WORDS } from '../answer/answer-words.js';

/** What a question is asked of, and how. */
export interface AskOptions {
  /** Domain pack whose collections are searched. */
  readonly domain?: string | undefined;
  /** Collections that are searched; none: all. */
  readonly collections: readonly string[];
  readonly mode: QueryMode;
  /** Show the text while it is written, before it is checked. */
  readonly draft: boolean;
}

export type AgentResult = Extract<AgentEvent, { type: 'result' }>;

/** What an agent decided, and what came of it. */
export interface AgentStep {
  readonly tool: string;
  readonly reasoning: string;
  readonly messages: readonly string[];
  readonly results: readonly AgentResult[];
  /** Why it came to nothing; null if it did not. */
  readonly fault: Extract<AgentEvent, { type: 'error' }> | null;
}

/** A question and what has come of it so far. Never changed, only replaced. */
export interface Exchange {
  readonly key: string;
  readonly question: string;
  readonly options: AskOptions | null;
  /** `kept`: of an earlier visit. `broken`: the server went away. `refused`: it answered with an error. */
  readonly state: 'running' | 'done' | 'stopped' | 'broken' | 'refused' | 'kept';
  /** Of the pipeline: those that have begun, with their end in place of their beginning. */
  readonly stages: readonly StageEvent[];
  readonly steps: readonly AgentStep[];
  /** What is done now, where the stages and steps do not tell it. */
  readonly now: string | null;
  /** Whole sentences that are not checked yet, and the beginning of the next. */
  readonly draft: string;
  readonly provisional: string;
  /** The answer as far as it is known without its proof. */
  readonly text: string;
  readonly answer: ShownAnswer | null;
  /** Of a record that tells more than is here. */
  readonly answerId: string | null;
  /** A document that it showed was deleted, and its text with it. */
  readonly isRedacted: boolean;
  readonly failure: { readonly message: string; readonly requestId?: string | undefined } | null;
}

const NOTHING = {
  ...{ options: null, stages: [], steps: [], now: null, draft: '', provisional: '' },
  ...{ text: '', answer: null, answerId: null, isRedacted: false, failure: null },
} as const;

export function newExchange(key: string, question: string, options: AskOptions | null = null): Exchange {
  return { ...NOTHING, key, question, options, state: 'running' };
}

/** The exchange after one more message of the stream. */
export function foldMessage(exchange: Exchange, message: StreamMessage<'query'> | AgentEvent): Exchange {
  const { steps, text } = exchange;
  const step = steps.at(-1);
  const withStep = (change: Partial<AgentStep>): Exchange =>
    step ? { ...exchange, steps: steps.with(-1, { ...step, ...change }) } : exchange;
  switch (message.type) {
    case 'stage':
      return foldStage(exchange, message);
    case 'status':
      if ('status' in message) return { ...exchange, now: WRITING_WORDS[message.status] };
      return step ? withStep({ messages: [...step.messages, message.message] }) : { ...exchange, now: message.message };
    case 'draft':
      return message.provisional
        ? { ...exchange, provisional: exchange.provisional + message.text }
        : { ...exchange, draft: exchange.draft + message.text, provisional: '' };
    case 'token':
      return { ...exchange, text: text + message.content };
    case 'decision': {
      const { tool, reasoning } = message;
      return { ...exchange, steps: [...steps, { tool, reasoning, messages: [], results: [], fault: null }] };
    }
    case 'error':
      return message.recoverable ? withStep({ fault: message }) : { ...exchange, failure: message };
    case 'result':
      if ('payload_type' in message) return withStep({ results: [...(step?.results ?? []), message] });
      return { ...exchange, state: 'done', answer: message.result };
    case 'complete': {
      if (!message.answer) return { ...exchange, state: 'refused' };
      const { timings: _, ...told } = message.answer;
      const answer = { ...told, query: exchange.question, answer: text };
      // The record holds the checks too, which the stream does not tell.
      return { ...exchange, state: 'done', answer, answerId: told.id };
    }
    default:
      // A newer server may say more.
      return exchange;
  }
}

function foldStage(exchange: Exchange, message: Exchange['stages'][number]): Exchange {
  const { stages } = exchange;
  const { stage, status } = message;
  if (status === 'finished') {
    const at = stages.findLastIndex((one) => one.stage === stage && one.status === 'started');
    return { ...exchange, stages: at === -1 ? [...stages, message] : stages.with(at, message), now: null };
  }
  // Each writing begins a text of its own.
  const begun = stage === 'synthesise' ? { draft: '', provisional: '' } : {};
  return { ...exchange, ...begun, stages: [...stages, message] };
}

type Message = OutputOf<'getSession'>['messages'][number];

/** The exchanges of a session that an earlier visit has left: each question with the answer that follows it. */
export function exchangesOf(messages: readonly Message[]): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  for (const { id, role, content, metadata } of messages) {
    const last = exchanges.at(-1);
    const isRedacted = metadata.redacted !== undefined;
    if (role === 'user') exchanges.push({ ...newExchange(id, content), state: 'kept', isRedacted });
    else if (last && last.text === '') {
      exchanges[exchanges.length - 1] = { ...last, isRedacted, text: content, answerId: metadata.answer_id ?? null };
    }
  }
  return exchanges;
}
