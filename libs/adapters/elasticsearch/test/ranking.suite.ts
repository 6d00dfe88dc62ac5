import type { Client } from '@elastic/elasticsearch';
import { describe, expect, it } from '@jest/globals';
import type { AnalysedChunk, ChunkHit, WeightedTerm } from '@arbiter/ports';
import { chunkOf, documentsOf, InMemoryKeywordIndex, seededRandom } from '@arbiter/ports/testing';
import { until } from '@arbiter/testing';
import type { ElasticsearchKeywordIndex } from '../src/elasticsearch-keyword.index.js';
import { storedLength } from './byte-length.js';
import type { TemporaryIndices } from './temporary-indices.js';

const { signal } = new AbortController();
const K1 = 1.2;
const B = 0.75;

/** Words by Zipf's law: a few in nearly every text, most in one or two. */
function randomChunks(random: () => number, count: number, length: () => number): AnalysedChunk[] {
  return Array.from({ length: count }, (_, i) => ({
    ...chunkOf({ id: `d${i % 40}#${i}`, text: `${i}` }),
    terms: Array.from({ length: length() }, () => `t${Math.floor(200 ** random())}`),
  }));
}

function randomQuery(random: () => number): WeightedTerm[] {
  const terms = new Set(Array.from({ length: 1 + Math.floor(random() * 20) }, () => `t${Math.floor(220 ** random())}`));
  return [...terms].map((term) => ({ term, weight: 0.05 + 3 * random() }));
}

/** Equal up to a constant factor and the error of 32-bit floats; chunks whose scores are so near may change places. */
function expectSameRanking(hits: readonly ChunkHit[], expected: readonly ChunkHit[]): void {
  const scores = new Map(expected.map(({ chunkId, score }) => [chunkId, score]));
  expect(hits.map(({ chunkId }) => chunkId).sort()).toEqual([...scores.keys()].sort());
  const factor = (expected[0]?.score ?? 1) / (hits[0]?.score ?? 1);
  for (const [rank, { chunkId, score }] of hits.entries()) {
    expect((score * factor) / (scores.get(chunkId) ?? 0)).toBeCloseTo(1, 4);
    expect((score * factor) / (expected[rank]?.score ?? 0)).toBeCloseTo(1, 4);
  }
}

/** The formula of the port with the lengths that Lucene keeps. */
function rankByStoredLength(chunks: readonly AnalysedChunk[], query: readonly WeightedTerm[]): ChunkHit[] {
  const average = chunks.reduce((sum, { terms }) => sum + terms.length, 0) / chunks.length;
  const holders = new Map(query.map(({ term }) => [term, chunks.filter(({ terms }) => terms.includes(term)).length]));
  const score = ({ terms }: AnalysedChunk): number =>
    query.reduce((sum, { term, weight }) => {
      const df = holders.get(term) ?? 0;
      const tf = terms.filter((own) => own === term).length;
      const norm = K1 * (1 - B + (B * storedLength(terms.length)) / average);
      return sum + (weight * Math.log(1 + (chunks.length - df + 0.5) / (df + 0.5)) * tf) / (tf + norm);
    }, 0);
  return chunks
    .map((chunk) => ({ chunkId: chunk.id, score: score(chunk) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score);
}

/** A collection of chunks of up to 40 terms, on the server and in memory. */
class MirroredCollection {
  private readonly random = seededRandom(7);
  private readonly reference = new InMemoryKeywordIndex();

  private constructor(
    private readonly prefix: string,
    private readonly index: ElasticsearchKeywordIndex,
  ) {}

  static async open(indices: TemporaryIndices): Promise<MirroredCollection> {
    const prefix = indices.prefix();
    return new MirroredCollection(prefix, await indices.open({ prefix }));
  }

  async replace(count: number): Promise<void> {
    const chunks = randomChunks(this.random, count, () => 1 + Math.floor(this.random() * 40));
    for (const each of [this.index, this.reference]) await each.replaceDocuments('c', documentsOf(...chunks), signal);
  }

  async delete(...documentIds: readonly string[]): Promise<void> {
    for (const each of [this.index, this.reference]) await each.deleteDocuments('c', documentIds, signal);
  }

  async expectSame(): Promise<void> {
    for (let i = 0; i < 30; i++) {
      const query = randomQuery(this.random);
      const options = { limit: 1_000, signal };
      const expected = await this.reference.search('c', query, options);
      expectSameRanking(await this.index.search('c', query, options), expected);
    }
    const terms = Array.from({ length: 230 }, (_, i) => `t${i}`);
    const shares = await this.index.documentFrequencies('c', terms, signal);
    expect(shares).toEqual(await this.reference.documentFrequencies('c', terms, signal));
  }

  /** Whether nothing that was deleted is left to be counted. */
  async isCleaned(client: Client): Promise<boolean> {
    await this.index.optimize('c', signal);
    const { _all } = await client.indices.stats({ index: `${this.prefix}.c`, metric: 'docs' });
    return _all.primaries?.docs?.deleted === 0;
  }
}

/**
 * Ranks against other implementations of BM25, on random collections.
 *
 * @returns the last of it, to be called after other tests: the server keeps what was deleted for half a minute
 */
export function describeRanking(indices: TemporaryIndices): () => void {
  let mirrored: MirroredCollection;

  describe('ranking', () => {
    it('is that of the in-memory index for chunks of up to 40 terms', async () => {
      mirrored = await MirroredCollection.open(indices);
      await mirrored.replace(300);
      await mirrored.expectSame();
      await mirrored.replace(250);
      await mirrored.delete('d3', 'd11');
    });

    it('differs for longer chunks by nothing but the length that Lucene keeps in one byte', async () => {
      const random = seededRandom(11);
      const index = await indices.open();
      const chunks = randomChunks(random, 200, () => 1 + Math.floor(2_000 ** random()));
      await index.replaceDocuments('c', documentsOf(...chunks), signal);
      for (let i = 0; i < 20; i++) {
        const query = randomQuery(random);
        expectSameRanking(await index.search('c', query, { limit: 1_000, signal }), rankByStoredLength(chunks, query));
      }
      await index.close();
    });

    it('is the same over several shards', async () => {
      const random = seededRandom(13);
      const index = await indices.open({ shards: 3 });
      const chunks = randomChunks(random, 200, () => 1 + Math.floor(random() * 40));
      await index.replaceDocuments('c', documentsOf(...chunks), signal);
      for (let i = 0; i < 10; i++) {
        const query = randomQuery(random);
        expectSameRanking(await index.search('c', query, { limit: 1_000, signal }), rankByStoredLength(chunks, query));
      }
      await index.close();
    });
  });

  return () =>
    it('ranks as the in-memory index does also after documents were replaced and deleted', async () => {
      const client = indices.client();
      const cleaned = (): Promise<boolean> => mirrored.isCleaned(client);
      await until(cleaned, { timeoutMs: 120_000, intervalMs: 500, what: 'deleted chunks to be merged away' });
      await mirrored.expectSame();
      await client.close();
    });
}
