import type { ModelReport, ModelTerms } from '@arbiter/contracts';
import type { Chunk } from './chunk-index.js';

/** Spans per passage where nobody asks for another number. */
export const DEFAULT_MAX_SPANS = 3;

/** Word pieces of the longest span: answers are short, and a sentence holds some twenty. */
export const LONGEST_SPAN_PIECES = 40;

/** A passage to be reranked, and where it is stored. */
export interface RerankPassage {
  readonly collection: string;
  readonly chunk: Chunk;
}

/** For a reranker that asks a language model: within which terms, and who is told what it was asked. */
export interface RerankTerms extends ModelTerms {
  readonly onReport?: (report: ModelReport) => void;
}

/** Looks closer at a few passages than an index can at all of them. */
export interface Reranker {
  /** What explanations call it. */
  readonly name: string;
  /**
   * @param passages any number
   * @returns a score for each, in order; higher is better, in a scale of its own; null for a passage that it cannot judge
   * @throws ArbiterError UNAVAILABLE when its model cannot be used (reason `over-budget` where the terms leave it no room),
   *   and the signal's reason
   */
  rerank(
    query: string,
    passages: readonly RerankPassage[],
    signal: AbortSignal,
    terms?: RerankTerms,
  ): Promise<readonly (number | null)[]>;
  /**
   * Loads its model, so that the first call is not slower than the next; nothing where it has none of its own.
   *
   * @throws ArbiterError UNAVAILABLE when the model cannot be loaded; the message says what to do
   */
  warmUp(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A question with the passage in which its answer is looked for. */
export interface ReadingTask {
  readonly question: string;
  /** What the passage stands under, from the outermost: `title › heading › heading`; '' where there is nothing. */
  readonly headings: string;
  readonly passage: string;
}

/** A stretch of the passage that may answer the question. */
export interface AnswerSpan {
  /** UTF-16 code unit of the passage, inclusive; never inside a surrogate pair. */
  readonly start: number;
  /** UTF-16 code unit of the passage, exclusive, above `start`; never inside a surrogate pair. */
  readonly end: number;
  /**
   * Log odds of this span against "nothing here answers": the logits of its start and its end, less both logits of [CLS]
   * (Devlin et al., "BERT", 2019, section 4.3). Above 0 the span is likelier.
   */
  readonly score: number;
}

/** How a passage answers a question; probabilities that sum to 1. */
export interface ReadingVerdict {
  /** Nothing in the passage answers. */
  readonly none: number;
  /** A span of it does. */
  readonly span: number;
  /** It is a yes-or-no question, and the passage says yes. */
  readonly yes: number;
  /** It is a yes-or-no question, and the passage says no. */
  readonly no: number;
}

/** What was found in one passage. */
export interface PassageReading {
  /**
   * Best first; none overlaps another, begins or ends with white space, or is longer than {@link LONGEST_SPAN_PIECES}
   * word pieces. Empty for a passage without words.
   */
  readonly spans: readonly AnswerSpan[];
  readonly verdict: ReadingVerdict;
  /** Whether the passage was longer than what was read of it. */
  readonly isCut: boolean;
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Most spans of a passage, ≥ 1; {@link DEFAULT_MAX_SPANS} where absent. */
  readonly maxSpans?: number;
}

/** Reads a question with a passage and says which of its words answer, and how surely nothing does. */
export interface Reader {
  /** What results and errors call it. */
  readonly model: string;
  /**
   * @param tasks any number; what one yields does not depend on the others
   * @returns one reading per task, in their order; null for one that the model cannot read
   * @throws ArbiterError UNAVAILABLE when the model cannot be used, and the signal's reason
   * @throws RangeError when `maxSpans` is no whole number from 1
   */
  read(tasks: readonly ReadingTask[], options: ReadOptions): Promise<readonly (PassageReading | null)[]>;
  /**
   * Loads the model, so that the first call is not slower than the next.
   *
   * @throws ArbiterError UNAVAILABLE when it cannot be loaded; the message says what to do
   */
  warmUp(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A claim beside the evidence that it is to follow from. */
export interface EntailmentPair {
  readonly claim: string;
  /** One passage, or several put together; as much of it as the model can read counts. */
  readonly evidence: string;
}

/** Reads evidence and claim together and says whether the one entails the other. */
export interface EntailmentModel {
  /** What results and errors call it. */
  readonly model: string;
  /**
   * @param pairs any number; what one is worth does not depend on the others
   * @returns probability that the evidence entails the claim, 0–1, one per pair in their order; null for a pair that the
   *   model cannot judge
   * @throws ArbiterError UNAVAILABLE when the model cannot be used, and the signal's reason
   */
  score(
    pairs: readonly EntailmentPair[],
    options: { readonly signal: AbortSignal },
  ): Promise<readonly (number | null)[]>;
  /**
   * Loads the model, so that the first call is not slower than the next.
   *
   * @throws ArbiterError UNAVAILABLE when it cannot be loaded; the message says what to do
   */
  warmUp(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
