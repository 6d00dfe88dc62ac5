import type { DecomposedQuery, Passage, QueryRequest, StepBackAnswer, ToolPlan } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import type { SourceAuthorities } from './source-of.js';
import type { StageClock } from './stage-clock.js';

/** What the general question behind the one that was asked has found. */
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
  /** Which tools carry it out; null where nobody has planned that. */
  readonly toolPlan: ToolPlan | null;
  readonly collections: readonly string[] | undefined;
  /** Of the domain that is asked. */
  readonly authorities: SourceAuthorities;
  /** Template of the domain for a hypothetical passage; undefined where it has none. */
  readonly hypothesisPrompt: string | undefined;
  /** Null where none was looked for or found. */
  readonly steppedBack: SteppedBack | null;
  /** Made up to search with; null where nobody has written one. */
  readonly hypothesis: string | null;
  /** Names that a search for more may add: of what was learnt from other answers, never evidence itself. */
  readonly hints: readonly string[];
  readonly stages: StageClock;
  /** Parts that could not be used; grows on the way. */
  readonly degraded: Set<string>;
  /** What the models do not cover; grows on the way. */
  readonly notices: Set<string>;
}
