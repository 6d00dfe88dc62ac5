export interface GenerationSettings {
  /** Passages that the model is shown at most, best first (SYNTHESIS_MAX_SOURCES). */
  readonly maxSources: number;
  /** Tokens of the answer at most (SYNTHESIS_MAX_TOKENS). */
  readonly maxTokens: number;
  /** 0–1. */
  readonly temperature: number;
  /** Tokens of all sources together at most, by `estimateTokens`; the model's context may leave less. */
  readonly sourceTokens: number;
  /**
   * Longest wait for the first whole sentence, in milliseconds, where the deadline of the call leaves as much; past it
   * the answer is extracted.
   */
  readonly firstSentenceMs: number;
  /** The same for all further sentences; past it the answer ends where it is. */
  readonly furtherSentencesMs: number;
}

/**
 * The first three are the published ones (design document 003). Five passages of our chunker have about 1,500 tokens;
 * twice that leaves room for other chunkers. Both waits together stay below the deadline of a search, 10 s.
 */
export const DEFAULT_GENERATION_SETTINGS: GenerationSettings = {
  maxSources: 5,
  maxTokens: 500,
  temperature: 0.3,
  sourceTokens: 3_000,
  firstSentenceMs: 5_000,
  furtherSentencesMs: 3_500,
};
