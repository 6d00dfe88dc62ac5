import type { Chunk, ChunkHit } from '../../chunk.js';
import type { AnalysedChunk, KeywordIndex, KeywordSearchOptions, WeightedTerm } from '../../keyword-index.js';
import { admits, InMemoryChunkIndex, ranked, started } from './in-memory-chunk-index.js';

/** See {@link KeywordIndex.search}. */
const K1 = 1.2;
const B = 0.75;

/** BM25 over a map, computed anew for each query. */
export class InMemoryKeywordIndex extends InMemoryChunkIndex<AnalysedChunk> implements KeywordIndex {
  async search(
    collection: string,
    query: readonly WeightedTerm[],
    options: KeywordSearchOptions,
  ): Promise<readonly ChunkHit[]> {
    await started(options.signal);
    const admitted = admits(options);
    const hits = this.scored(
      collection,
      query,
      (chunk) => admitted(chunk) && (options.required ?? []).every((term) => chunk.terms.includes(term)),
    );
    return ranked(hits, options);
  }

  async scores(
    collection: string,
    query: readonly WeightedTerm[],
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    await started(signal);
    const ids = new Set(chunkIds);
    return new Map(
      this.scored(collection, query, ({ id }) => ids.has(id)).map(({ chunkId, score }) => [chunkId, score]),
    );
  }

  async documentFrequencies(
    collection: string,
    terms: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    await started(signal);
    const entries = this.stored(collection);
    return terms.map(
      (term) => entries.filter((chunk) => chunk.terms.includes(term)).length / Math.max(1, entries.length),
    );
  }

  protected override check(): void {
    // Any chunk fits.
  }

  protected override bare({ terms: _terms, ...chunk }: AnalysedChunk): Chunk {
    return chunk;
  }

  private scored(
    collection: string,
    query: readonly WeightedTerm[],
    admitted: (chunk: AnalysedChunk) => boolean,
  ): ChunkHit[] {
    const entries = this.stored(collection);
    const averageLength = entries.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, entries.length);
    const weights = new Map(
      query.map(({ term, weight }) => {
        const holders = entries.filter(({ terms }) => terms.includes(term)).length;
        return [term, weight * Math.log(1 + (entries.length - holders + 0.5) / (holders + 0.5))];
      }),
    );
    return entries
      .filter(admitted)
      .map(({ id, terms }) => ({ chunkId: id, score: bm25(terms, weights, averageLength) }))
      .filter(({ score }) => score > 0);
  }
}

/** @param weights idf · weight of each term of the query */
function bm25(terms: readonly string[], weights: ReadonlyMap<string, number>, averageLength: number): number {
  const norm = K1 * (1 - B + (B * terms.length) / averageLength);
  let score = 0;
  for (const [term, weight] of weights) {
    const frequency = terms.filter((own) => own === term).length;
    score += (weight * frequency * (K1 + 1)) / (frequency + norm);
  }
  return score;
}
