import type { ModelReport, ModelTerms } from '@arbiter/contracts';
import type { Chunk } from './chunk.js';

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
