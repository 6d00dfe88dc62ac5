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
