import { ClientError, type StreamMessage } from '@arbiter/client';
import type { AgentConclusion, AgentEvent } from '@arbiter/contracts';
import type { ShownAnswer } from '../../parts/answer/answer-view.js';
import { noticeRefusal } from '../../server/console-session.js';
import { server } from '../../server/server.js';
import { Told } from '../../server/told.js';

export type AgentResult = Extract<AgentEvent, { type: 'result' }>;

/** What an agent decided, and what came of it. */
export interface AgentStep {
  readonly tool: string;
  readonly reasoning: string;
  readonly messages: readonly string[];
  readonly results: readonly AgentResult[];
  /** Why it came to nothing; null if it did not. */
  readonly fault: { readonly message: string; readonly suggestion: string | undefined } | null;
}

export interface AgentRun {
  readonly question: string;
  readonly state: 'running' | 'done' | 'stopped' | 'broken';
  /** Before the first decision. */
  readonly messages: readonly string[];
  readonly steps: readonly AgentStep[];
  /** The answer as far as it was said. */
  readonly text: string;
  readonly answerId: string | null;
  readonly conclusion: AgentConclusion | null;
  /** Why it ended without an answer. */
  readonly failure: string | null;
}

export function newRun(question: string): AgentRun {
  const nothing = { messages: [], steps: [], text: '', answerId: null, conclusion: null, failure: null } as const;
  return { question, state: 'running', ...nothing };
}

/** The run after one more event of its stream. */
export function foldEvent(run: AgentRun, event: StreamMessage<'agenticSearch'>): AgentRun {
  const step = run.steps.at(-1);
  const withStep = (change: Partial<AgentStep>): AgentRun =>
    step ? { ...run, steps: run.steps.with(-1, { ...step, ...change }) } : run;
  switch (event.type) {
    case 'decision': {
      const { tool, reasoning } = event;
      return { ...run, steps: [...run.steps, { tool, reasoning, messages: [], results: [], fault: null }] };
    }
    case 'status':
      return step
        ? withStep({ messages: [...step.messages, event.message] })
        : { ...run, messages: [...run.messages, event.message] };
    case 'token':
      return { ...run, text: run.text + event.content };
    case 'error': {
      if (!event.recoverable) return { ...run, failure: event.message };
      return withStep({ fault: { message: event.message, suggestion: event.suggestion } });
    }
    case 'complete':
      return { ...run, state: 'done', conclusion: event.answer ?? null, answerId: event.answer?.id ?? run.answerId };
    case 'result': {
      if (!('payload_type' in event)) return run;
      const { answer_id: id } = event.metadata;
      const told = step ? withStep({ results: [...step.results, event] }) : run;
      return typeof id === 'string' ? { ...told, answerId: id } : told;
    }
    default:
      return run;
  }
}

/** The end of a run as the stream tells it; null before. */
export function answerOfRun({ conclusion, text, question }: AgentRun): ShownAnswer | null {
  if (!conclusion) return null;
  const { timings: _, ...told } = conclusion;
  return { ...told, query: question, answer: text };
}

/** The run of this tab. It goes on while another page is looked at. */
class WatchedRun extends Told {
  private controller = new AbortController();
  run: AgentRun | null = null;

  async start(question: string, scope: { domain?: string | undefined; collections: readonly string[] }): Promise<void> {
    this.controller.abort();
    const { signal } = (this.controller = new AbortController());
    this.set(newRun(question));
    const { domain, collections } = scope;
    try {
      const asked = {
        query: question,
        ...(domain !== undefined && { domain }),
        ...(collections.length > 0 && { collection_names: [...collections] }),
      };
      for await (const event of server.stream('agenticSearch', asked, { signal })) {
        if (this.run && !signal.aborted) this.set(foldEvent(this.run, event));
      }
    } catch (thrown) {
      // A run that was begun after this one has its place.
      if (this.controller.signal !== signal || !this.run) return;
      noticeRefusal(thrown);
      const failure = thrown instanceof ClientError ? thrown.message : null;
      this.set({ ...this.run, state: signal.aborted ? 'stopped' : 'broken', failure: signal.aborted ? null : failure });
    }
  }

  stop(): void {
    this.controller.abort();
  }

  private set(run: AgentRun): void {
    this.run = run;
    this.tell();
  }
}

export const watched = new WatchedRun();
