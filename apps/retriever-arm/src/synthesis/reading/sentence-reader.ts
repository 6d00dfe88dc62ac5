import type { QueryType } from '@arbiter/contracts';
import type { TimeBudget } from '../../time-budget.js';
import type { CandidateSentence } from '../candidate-sentences.js';

/** How many sentences are read for an answer, of those whose words promise most. */
export interface ReadingEffort {
  /** At most, ≥ 1. */
  readonly sentences: number;
  /** Share of the best score by words that a sentence must reach to be read, 0–1. */
  readonly closeness: number;
}

/**
 * `quick`: for a search, of which nobody has said what kind of question it is. `thorough`: for a question that was
 * planned, and whose answer is going to be checked.
 */
export type Thoroughness = 'quick' | 'thorough';
export type ReadingEfforts = Readonly<Record<Thoroughness, ReadingEffort>>;

/** How much an answer takes. */
export interface AnswerShape {
  /** Sentences at most, ≥ 1. */
  readonly sentences: number;
  /** Share of the best score that a further sentence must reach, 0–1. */
  readonly floor: number;
}

export type AnswerShapes = Readonly<Record<QueryType, AnswerShape>>;

/** A question, and what it was broken into: itself alone where it is asked whole. */
export interface AskedQuestion {
  readonly query: string;
  readonly parts: readonly string[];
}

export interface ReadingCall {
  readonly thoroughness: Thoroughness;
  readonly signal: AbortSignal;
  /** A step that the answer can do without has no more than it leaves. */
  readonly time: TimeBudget;
}

export interface SentenceReading {
  /** What reading adds to the score by words: one list per part of the question, in the order of the candidates. */
  readonly added: readonly (readonly number[])[];
  /** How near to the best a sentence must come on the scale of these scores. */
  readonly shapes: AnswerShapes;
}

/** Says what sentences are worth as answers beyond the words that they share with the question. */
export interface SentenceReader {
  readonly efforts: ReadingEfforts;
  /** @throws ArbiterError UNAVAILABLE when what it reads with is, and the signal's reason */
  read(question: AskedQuestion, candidates: readonly CandidateSentence[], call: ReadingCall): Promise<SentenceReading>;
}
