/**
 * The vectors of a text's tokens, for late interaction (Khattab and Zaharia, "ColBERT", SIGIR 2020). Rows follow the
 * tokens of the text; both kinds of one embedder have the same dimensions and may be multiplied with each other.
 */
interface TokenRows<Values> {
  /** Numbers per row, ≥ 1. */
  readonly dimensions: number;
  /** Rows, ≥ 1. */
  readonly count: number;
  /** Row after row, `count × dimensions` numbers, in memory that nothing else uses. */
  readonly values: Values;
}

/** Of a query: every token that the network saw, special ones included. Each row has unit length. */
export type TokenMatrix = TokenRows<Float32Array>;

/**
 * Of a document, as it is stored: tokens that carry content. Each row is a vector of unit length times
 * {@link TOKEN_QUANTISATION_SCALE}, rounded to the nearest integer: −127…127.
 */
export type QuantisedTokens = TokenRows<Int8Array>;

/** What a number of unit scale is multiplied with before it is rounded; the largest of int8. */
export const TOKEN_QUANTISATION_SCALE = 127;

/**
 * @param values rows of unit length, so each number in −1…1
 * @returns the same rows as {@link QuantisedTokens} hold them; a number is off by 1/254 at most
 */
export function quantiseTokenValues(values: Float32Array): Int8Array {
  const quantised = new Int8Array(values.length);
  // Not Int8Array.from, which takes ten times as long, on the event loop.
  for (let i = 0; i < values.length; i += 1) quantised[i] = Math.round((values[i] ?? 0) * TOKEN_QUANTISATION_SCALE);
  return quantised;
}
