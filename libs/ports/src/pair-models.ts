import type { Chunk } from './chunk-index.js';

/** Default number of spans per passage. */
export const DEFAULT_MAX_SPANS = 3;

/** Longest span in word pieces: answers are short, and a sentence has some twenty. */
export const LONGEST_SPAN_PIECES = 40;

/** A passage to rerank, with its location. */
export interface RerankPassage {
  readonly collection: string;
  readonly chunk: Chunk;
}

/** Scores a few passages more precisely than an index can score all. */
export interface Reranker {
  /** Name in explanations. */
  readonly name: string;
  /**
   * @param passages any number
   * @returns a score for each, in order; higher is better, on the reranker's own scale; null for a passage that it cannot judge
   * @throws ArbiterError UNAVAILABLE when its model cannot be used, and the signal's reason
   */
  rerank(query: string, passages: readonly RerankPassage[], signal: AbortSignal): Promise<readonly (number | null)[]>;
  /**
   * Loads its model, so that the first call is as fast as later ones; does nothing without a model of its own.
   *
   * @throws ArbiterError UNAVAILABLE when the model cannot be loaded; the message names a remedy
   */
  warmUp(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A question and a passage that may answer it. */
export interface ReadingTask {
  readonly question: string;
  /** Title and headings of the passage, from the outermost: `title › heading › heading`; '' if there are none. */
  readonly headings: string;
  readonly passage: string;
}

/** A span of the passage that may answer the question. */
export interface AnswerSpan {
  /** UTF-16 code unit of the passage, inclusive; never inside a surrogate pair. */
  readonly start: number;
  /** UTF-16 code unit of the passage, exclusive, above `start`; never inside a surrogate pair. */
  readonly end: number;
  /**
   * Log odds of this span against "no answer in the passage": the logits of its start and its end, minus both logits of [CLS]
   * (Devlin et al., "BERT", 2019, section 4.3). Above 0, the span is likelier.
   */
  readonly score: number;
}

/** Kinds of answer in a passage; probabilities that sum to 1. */
export interface ReadingVerdict {
  /** The passage does not answer. */
  readonly none: number;
  /** A span of it answers. */
  readonly span: number;
  /** It is a yes-or-no question, and the passage says yes. */
  readonly yes: number;
  /** It is a yes-or-no question, and the passage says no. */
  readonly no: number;
}

/** The result for one passage. */
export interface PassageReading {
  /**
   * Best first; none overlaps another, begins or ends with white space, or is longer than {@link LONGEST_SPAN_PIECES} word
   * pieces. Empty for a passage without words.
   */
  readonly spans: readonly AnswerSpan[];
  readonly verdict: ReadingVerdict;
  /** Whether only a part of the passage was read. */
  readonly isCut: boolean;
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Most spans of a passage, ≥ 1; default {@link DEFAULT_MAX_SPANS}. */
  readonly maxSpans?: number;
}

/** Reads a question with a passage. Finds the answering spans and the probability that there is none. */
export interface Reader {
  /** Name in results and errors. */
  readonly model: string;
  /**
   * @param tasks any number; each result is independent of the others
   * @returns one reading per task, in their order; null for one that the model cannot read
   * @throws ArbiterError UNAVAILABLE when the model cannot be used, and the signal's reason
   * @throws RangeError when `maxSpans` is no whole number from 1
   */
  read(tasks: readonly ReadingTask[], options: ReadOptions): Promise<readonly (PassageReading | null)[]>;
  /**
   * Loads the model, so that the first call is as fast as later ones.
   *
   * @throws ArbiterError UNAVAILABLE when it cannot be loaded; the message names a remedy
   */
  warmUp(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A text beside the question that it answers and what it may rest on. */
export interface JudgingTask {
  readonly question: string;
  /** An answer, or a sentence of one. */
  readonly text: string;
  /** Passages, joined; the judge reads as much as it can. */
  readonly evidence: string;
}

/** What a text is; probabilities that sum to 1. */
export interface TextJudgement {
  /** The evidence does not support all that it says. */
  readonly unsupported: number;
  /** It is supported, and answers the question. */
  readonly answers: number;
  /** It is supported, and does not answer the question. */
  readonly beside: number;
}

/** Reads answers as people and language models write them: short or long, in other words, with conclusions. */
export interface AnswerJudge {
  /** Name in results and errors. */
  readonly model: string;
  /**
   * @param tasks any number; each judgement is independent of the others
   * @returns one per task, in their order; null for one that the model cannot judge
   * @throws ArbiterError UNAVAILABLE when the model cannot be used, and the signal's reason
   */
  judge(
    tasks: readonly JudgingTask[],
    options: { readonly signal: AbortSignal },
  ): Promise<readonly (TextJudgement | null)[]>;
  /**
   * Loads the model, so that the first call is as fast as later ones.
   *
   * @throws ArbiterError UNAVAILABLE when it cannot be loaded; the message names a remedy
   */
  warmUp(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
