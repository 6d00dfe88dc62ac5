/** How much of a document is given along as the words before a statement, in UTF-16 code units: as in the training. */
export const WORDS_BEFORE = 200;

/** A statement where it stands, beside the question that it may answer. */
export interface AnswerCandidate {
  readonly question: string;
  readonly statement: string;
  /** What it stands under: title and headings; '' where there are none. */
  readonly heading: string;
  /** The words right before it in its document, at most {@link WORDS_BEFORE}; '' where there are none. */
  readonly before: string;
}

/** Reads question and statement together and says whether the one answers the other. */
export interface AnswerabilityModel {
  /** What results and errors call it. */
  readonly model: string;
  /**
   * @param candidates any number; what one is worth does not depend on the others
   * @returns probability that the statement holds what the question asks for, 0–1, one per candidate in their order; null
   *   for one that the model cannot judge
   * @throws ArbiterError UNAVAILABLE when the model cannot be used, and the signal's reason
   */
  score(
    candidates: readonly AnswerCandidate[],
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
