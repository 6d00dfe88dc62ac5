import type { DecomposedQuery, Passage, QueryRequest, StepBackAnswer } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import type { Clock, DomainCatalog } from '@arbiter/ports';
import type { ContextMemory } from '../memory/context-memory.js';
import type { RunContext } from '../recording/run-context.js';
import type { SourceAuthorities } from '../retrieval/passage-source.js';
import type { StageClock } from './stage-clock.js';

/** Ports needed for an answer; everything they return is recorded with the run. */
export interface AnswerPorts {
  readonly run: RunContext;
  readonly client: OperationClient;
  readonly clock: Clock;
  readonly memory: ContextMemory;
  readonly domains: DomainCatalog;
}

export interface AnswerSettings {
  /** Corrections of one answer at most, 0–2. */
  readonly maxRetries: number;
}

/** As published (design document 001). */
export const DEFAULT_ANSWER_SETTINGS: AnswerSettings = { maxRetries: 2 };

/** Passages found for the more general question behind the one asked. */
export interface SteppedBack {
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Of that question. */
  readonly answer: StepBackAnswer;
}

/** One question on its way to an answer. */
export interface Inquiry {
  /** Its question is self-contained; `asked` is the one that was asked. */
  readonly request: QueryRequest;
  readonly asked: string;
  readonly context: OperationContext;
  readonly plan: DecomposedQuery;
  readonly collections: readonly string[] | undefined;
  /** Of the domain that is asked. */
  readonly authorities: SourceAuthorities;
  /** Template of the domain for a hypothetical passage; undefined where it has none. */
  readonly hypothesisPrompt: string | undefined;
  /** Null where none was looked for or found. */
  readonly steppedBack: SteppedBack | null;
  /** A made-up passage to search with; null if none was written. */
  readonly hypothesis: string | null;
  /** Names of what was learnt from other answers, to search with beside the question: never evidence itself. */
  readonly hints: readonly string[];
  readonly stages: StageClock;
  /** Parts that could not be used before the first attempt. */
  readonly degraded: readonly string[];
  /** Remarks, a sentence each, known before the first attempt. */
  readonly notices: readonly string[];
}

/** Whose calibration and feedback an answer belongs to: the domain that was asked, or the one collection. */
export function domainOf({ request, collections }: Pick<Inquiry, 'request' | 'collections'>): string | undefined {
  return request.domain ?? (collections?.length === 1 ? collections[0] : undefined);
}
