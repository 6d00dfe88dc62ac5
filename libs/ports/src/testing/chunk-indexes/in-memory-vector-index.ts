import { ArbiterError } from '@arbiter/contracts';
import type { Chunk, ChunkHit, DocumentChunks, EmbeddedChunk, SearchOptions } from '../../chunk.js';
import type { VectorIndex } from '../../vector-index.js';
import { admits, InMemoryChunkIndex, ranked, started } from './in-memory-chunk-index.js';

/** How far the length of a vector may be from 1: what float32 rounding can explain, and no more. */
const UNIT_TOLERANCE = 1e-3;

/** Exact nearest neighbours over a map. */
export class InMemoryVectorIndex extends InMemoryChunkIndex<EmbeddedChunk> implements VectorIndex {
  /** Collection to dimensions: fixed by the first vector, and kept when its document goes. */
  private readonly dimensions = new Map<string, number>();

  async search(collection: string, vector: Float32Array, options: SearchOptions): Promise<readonly ChunkHit[]> {
    await started(options.signal);
    return ranked(this.scored(collection, vector, admits(options)), options);
  }

  async scores(
    collection: string,
    vector: Float32Array,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    await started(signal);
    const ids = new Set(chunkIds);
    const scored = this.scored(collection, vector, ({ id }) => ids.has(id));
    return new Map(scored.map(({ chunkId, score }) => [chunkId, score]));
  }

  async vectors(
    collection: string,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    await started(signal);
    return new Map(this.withIds(collection, chunkIds).map(({ id, vector }) => [id, vector.slice()]));
  }

  override async drop(collection: string, signal: AbortSignal): Promise<void> {
    await super.drop(collection, signal);
    this.dimensions.delete(collection);
  }

  protected override check(collection: string, documents: readonly DocumentChunks<EmbeddedChunk>[]): void {
    const vectors = documents.flatMap(({ chunks }) => chunks.map(({ vector }) => vector));
    const dimensions = this.dimensions.get(collection) ?? vectors[0]?.length;
    if (dimensions === undefined) return;
    for (const vector of vectors) this.checkVector(vector, dimensions);
    this.dimensions.set(collection, dimensions);
  }

  protected override bare({ vector: _vector, ...chunk }: EmbeddedChunk): Chunk {
    return chunk;
  }

  private scored(collection: string, vector: Float32Array, admitted: (chunk: Chunk) => boolean): ChunkHit[] {
    const chunks = this.stored(collection);
    this.checkVector(vector, this.dimensions.get(collection) ?? vector.length);
    return chunks.filter(admitted).map(({ id, vector: own }) => ({ chunkId: id, score: cosine(own, vector) }));
  }

  private withIds(collection: string, chunkIds: readonly string[]): EmbeddedChunk[] {
    const ids = new Set(chunkIds);
    return this.stored(collection).filter(({ id }) => ids.has(id));
  }

  private checkVector(vector: Float32Array, dimensions: number): void {
    if (vector.length !== dimensions)
      throw new ArbiterError(
        'INVALID_REQUEST',
        `The collection holds vectors of ${dimensions} numbers, got one of ${vector.length}.`,
        { details: { expected: dimensions, received: vector.length } },
      );
    if (!(Math.abs(Math.hypot(...vector) - 1) <= UNIT_TOLERANCE))
      throw new ArbiterError('INVALID_REQUEST', 'A vector must have the length 1.');
  }
}

/** The dot product, since both have length 1; clamped, because rounding may pass the ends. */
function cosine(a: Float32Array, b: Float32Array): number {
  return Math.min(1, Math.max(-1, dot(a, b)));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (const [i, number] of a.entries()) sum += number * (b[i] ?? 0);
  return sum;
}
