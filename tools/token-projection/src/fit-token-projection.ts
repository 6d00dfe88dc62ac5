import type { Embedder } from '@arbiter/ports';
import { SecondMoments } from './second-moments.js';
import { symmetricEigen } from './symmetric-eigen.js';

/** Passages of a call: enough to fill batches, few enough to show progress. */
const PASSAGES_PER_CALL = 16;

export interface TokenProjectionFit {
  /** Axis after axis, `dimensions × embedder.tokenDimensions`. */
  readonly axes: Float32Array;
  /** Token vectors that it was fitted on. */
  readonly tokens: number;
  /** Mean share of a token vector's squared length that the axes keep, 0…1. */
  readonly explainedVariance: number;
}

export interface FitOptions {
  /** Of the projected vectors, ≥ 1. */
  readonly dimensions: number;
  readonly signal: AbortSignal;
  /** Told after each call how many passages are done. */
  readonly onProgress?: (passages: number) => void;
}

/**
 * Principal axes of token vectors of unit length, without centring: of all linear maps to as few dimensions these keep
 * dot products, which late interaction compares, best on average (Eckart and Young, 1936).
 *
 * @param embedder whose token vectors have all their dimensions
 * @throws RangeError when the embedder gives no token vectors, fewer dimensions than wanted, or there is no passage
 */
export async function fitTokenProjection(
  embedder: Embedder,
  passages: readonly string[],
  { dimensions, signal, onProgress = () => undefined }: FitOptions,
): Promise<TokenProjectionFit> {
  const { tokenDimensions } = embedder;
  if (tokenDimensions === null || tokenDimensions < dimensions || passages.length === 0) {
    throw new RangeError(`cannot fit ${dimensions} axes of ${tokenDimensions ?? 0} on ${passages.length} passages`);
  }
  const moments = new SecondMoments(tokenDimensions);
  for (let start = 0; start < passages.length; start += PASSAGES_PER_CALL) {
    const slice = passages.slice(start, start + PASSAGES_PER_CALL);
    // As documents, since only the tokens that those keep are ever stored.
    const embedded = await embedder.embedWithTokens(slice, { kind: 'document', signal });
    for (const { tokens } of embedded) moments.add(tokens.values);
    onProgress(start + slice.length);
  }
  const kept = symmetricEigen(moments.matrix(), tokenDimensions).slice(0, dimensions);
  return {
    axes: Float32Array.from(kept.flatMap(({ vector }) => [...vector])),
    tokens: moments.count,
    explainedVariance: kept.reduce((sum, { value }) => sum + value, 0),
  };
}
