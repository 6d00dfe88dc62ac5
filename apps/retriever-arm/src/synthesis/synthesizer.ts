import type {
  ModelTerms,
  Passage,
  QueryType,
  StateOfWorld,
  SynthesisCorrection,
  SynthesisEvent,
  SynthesizedExpansion,
  SynthesizeResponse,
} from '@arbiter/contracts';
import type { TimeBudget } from '../calls/time-budget.js';

export interface SynthesisTask {
  readonly query: string;
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Absent for a search: it is answered as a lookup. */
  readonly queryType?: QueryType;
  /** Parts into which the question was broken, in order. */
  readonly subQueries?: readonly string[];
  /** ≥ 1. */
  readonly maxSentences?: number | undefined;
  /** What was wrong with an earlier answer; absent for the first. */
  readonly correction?: SynthesisCorrection | undefined;
  /** Whether words are wanted before their sentence is whole. */
  readonly preview?: boolean | undefined;
  /** Time of the world by which sentences are weighed; absent: they are not. */
  readonly state?: StateOfWorld | undefined;
  /** What the knowledge graph tells of things, best first; only a language model reads them. */
  readonly expansions?: readonly SynthesizedExpansion[] | undefined;
  /** Takes sentences of the passages, also where a language model could write. */
  readonly extract?: boolean | undefined;
  /** Of a language model that may be asked; bounded by nothing when absent. */
  readonly terms?: ModelTerms;
}

export const DEFAULT_MAX_SENTENCES = 12;

/** Writes an answer from passages, every marker of which leads to a span of a passage. */
export interface Synthesizer {
  /** What {@link stream} returns, without its events. */
  synthesize(task: SynthesisTask, signal: AbortSignal, time?: TimeBudget): Promise<SynthesizeResponse>;
  /**
   * Streams the same answer as it is made. No token is taken back: the texts of the tokens, joined, are the answer's text.
   * A preview is valid until the next token.
   *
   * @param time of the call: a step that the answer can do without has no more than it leaves; unlimited when absent
   * @throws the signal's reason
   */
  stream(
    task: SynthesisTask,
    signal: AbortSignal,
    time?: TimeBudget,
  ): AsyncGenerator<SynthesisEvent, SynthesizeResponse, undefined>;
}

/** Token by which the arm's synthesizer is injected: an interface leaves nothing behind at run time. */
export const SYNTHESIZER = Symbol('Synthesizer');

/** Reads a stream to its end for what it returns. */
export async function resultOfStream<T>(stream: AsyncGenerator<unknown, T, undefined>): Promise<T> {
  for (;;) {
    const next = await stream.next();
    if (next.done === true) return next.value;
  }
}
