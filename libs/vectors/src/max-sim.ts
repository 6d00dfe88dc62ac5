import { FLOAT_BYTES, openKernels, paddedLength, type Kernels } from './kernels.js';

/**
 * One memory for all queries: an instance of WebAssembly reserves some 10 GB of addresses until it is collected as
 * garbage, so one for each query would run out of them under load.
 */
let shared: { readonly kernels: Kernels; holder: MaxSim | null } | undefined;

/**
 * Late interaction: how well the tokens of a query find their like among those of passages. The MaxSim of Khattab and
 * Zaharia, "ColBERT", SIGIR 2020, divided by the query's tokens, so that it does not grow with the query.
 *
 * One query is compared with a hundred passages: 16 × 150 tokens of 64 dimensions take 0.02 ms.
 */
export class MaxSim {
  private readonly queryTokens: number;
  private readonly stride: number;
  private readonly rowBytes: number;
  private readonly token: number;
  private readonly best: number;
  private readonly passage: number;

  /**
   * @param query unit vectors of the query's tokens, one after the other; it must stay as it is
   * @param dimensions of each token vector, ≥ 1
   * @throws RangeError when the query is no whole vectors
   */
  constructor(
    private readonly query: Float32Array,
    private readonly dimensions: number,
  ) {
    if (!(dimensions >= 1)) throw new RangeError(`dimensions must be 1 or more, got ${dimensions}`);
    this.queryTokens = tokensIn(query, dimensions);
    this.stride = paddedLength(dimensions);
    this.rowBytes = this.stride * FLOAT_BYTES;
    this.token = this.queryTokens * this.rowBytes;
    this.best = this.token + this.rowBytes;
    this.passage = this.best + this.queryTokens * FLOAT_BYTES;
  }

  /**
   * @param passage vectors of its tokens as bytes, one after the other
   * @param scale what a component of 1 is as a byte
   * @returns mean over the query's tokens of the greatest cosine, −1 to 1 (up to rounding); null when either side has no
   *   tokens
   * @throws RangeError when the passage is no whole vectors, or there is not so much memory
   */
  score(passage: Int8Array, scale: number): number | null {
    const tokens = tokensIn(passage, this.dimensions);
    if (tokens === 0 || this.queryTokens === 0) return null;
    // The last row is read in whole blocks.
    const kernels = this.kernelsWithRoomFor(this.passage + passage.length + this.rowBytes);
    kernels.bytes(this.passage, passage.length).set(passage);
    kernels.bestDots(0, this.queryTokens, this.passage, tokens, this.dimensions, this.rowBytes, this.token, this.best);
    let sum = 0;
    for (const greatest of kernels.floats(this.best, this.queryTokens)) sum += greatest;
    return sum / (this.queryTokens * scale);
  }

  /** The shared kernels, with this query in their memory: scores of several queries may come in turns. */
  private kernelsWithRoomFor(bytes: number): Kernels {
    shared ??= { kernels: openKernels(), holder: null };
    const { kernels, holder } = shared;
    kernels.reserve(bytes);
    if (holder !== this) {
      const { query, dimensions, queryTokens, stride } = this;
      const rows = kernels.floats(0, queryTokens * stride).fill(0);
      for (let row = 0; row < queryTokens; row += 1) {
        rows.set(query.subarray(row * dimensions, (row + 1) * dimensions), row * stride);
      }
      shared.holder = this;
    }
    return kernels;
  }
}

function tokensIn(vectors: ArrayLike<number>, dimensions: number): number {
  const tokens = vectors.length / dimensions;
  if (!Number.isInteger(tokens)) {
    throw new RangeError(`${vectors.length} numbers are no whole vectors of ${dimensions} dimensions`);
  }
  return tokens;
}
