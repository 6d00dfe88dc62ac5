import { documentPagesOf, pageOf, vectorsOf } from '@arbiter/ports/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { RecordedQdrant, type RecordedState } from '../test/recorded-qdrant.js';
import { pointIdOf } from './chunk-points.js';
import { pageBatchesOf } from './page-points.js';
import { QdrantMultiVectorIndex } from './qdrant-multi-vector.index.js';

const { signal } = new AbortController();
const NOW = Date.UTC(2026, 10, 21);
const RECORD = { commit: 7, name: 'kb.c~pages@3', dimensions: 2 };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function opened(state: RecordedState = {}) {
  const qdrant = await RecordedQdrant.start(state);
  const clock = { now: () => NOW, monotonic: () => 0 };
  const index = new QdrantMultiVectorIndex({ url: qdrant.url, prefix: 'kb', clock, exactBelow: 12_800 });
  closing.push(
    () => qdrant.close(),
    () => index.close(),
  );
  return { qdrant, index };
}

describe('what is sent to Qdrant about pages, checked against its published schema', () => {
  it('makes a collection with a graph over pooled vectors alone', async () => {
    const { qdrant, index } = await opened();
    await index.replaceDocuments('c', 2, documentPagesOf(pageOf('d', 1, [[1, 0]])), signal);
    const several = { size: 2, distance: 'Dot', multivector_config: { comparator: 'max_sim' } };
    const graph = { m: 16, ef_construct: 100, full_scan_threshold: 100 };
    expect(qdrant.bodies('PUT /collections/kb.c~pages@1')[0]).toEqual({
      vectors: {
        original: { ...several, on_disk: true, hnsw_config: { m: 0 } },
        pooled: { ...several, on_disk: false, hnsw_config: graph },
      },
      on_disk_payload: true,
    });
    expect(qdrant.bodies('POST /collections/aliases')).toEqual([
      { actions: [{ create_alias: { alias_name: 'kb.c~pages', collection_name: 'kb.c~pages@1' } }] },
    ]);
  });

  it('writes a page with all of its vectors and at most 32 means', async () => {
    const { qdrant, index } = await opened({ record: RECORD });
    const vectors = Array.from({ length: 70 }, (_, i) => [Math.cos(i), Math.sin(i)]);
    const page = pageOf('d', 4, vectors, { kind: 'map' });
    await index.replaceDocuments('c', 2, documentPagesOf(page), signal);
    const [{ points }] = qdrant.bodies('PUT /collections/kb.c~pages@3/points') as [
      { points: Record<string, unknown>[] },
    ];
    const [{ vector, ...point }] = points as [{ vector: Record<string, unknown[]> }];
    expect(point).toEqual({
      id: pointIdOf('4\nd', NOW),
      payload: { document_id: 'd', page: 4, facts: ['"kind"="map"', '"kind"?'], from: NOW },
    });
    expect(Object.entries(vector).map(([name, { length }]) => [name, length])).toEqual([
      ['original', 70],
      ['pooled', 32],
    ]);
  });

  it('looks for candidates by pooled vectors within the filter, and scores them by all', async () => {
    const hit = { id: 1, version: 1, score: 1.5, payload: { document_id: 'd', page: 4 } };
    const { qdrant, index } = await opened({ record: RECORD, points: [hit] });
    const query = vectorsOf([1, 0], [0, 1]);
    const filter = [{ key: 'kind', test: { kind: 'any-of', values: ['map'] } }] as const;
    const hits = await index.search('c', query, 2, { limit: 5, filter, signal });
    expect(hits).toEqual([{ documentId: 'd', page: 4, score: 0.75 }]);
    const vectors = [
      [1, 0],
      [0, 1],
    ];
    expect(qdrant.bodies('POST /collections/kb.c~pages@3/points/query')).toEqual([
      {
        prefetch: {
          query: vectors,
          using: 'pooled',
          filter: {
            must: [
              { key: 'from', range: { lte: 7 } },
              { key: 'facts', match: { any: ['"kind"="map"'] } },
            ],
            must_not: [{ key: 'until', range: { lte: 7 } }],
          },
          limit: 200,
        },
        query: vectors,
        using: 'original',
        limit: 21,
        with_payload: ['document_id', 'page'],
        with_vector: false,
      },
    ]);
  });

  it('refuses a point that it did not write', async () => {
    const hit = { id: 1, version: 1, score: 1, payload: { document_id: 'd', page: 'four' } };
    const { index } = await opened({ record: RECORD, points: [hit] });
    const search = index.search('c', vectorsOf([1, 0]), 2, { limit: 5, signal });
    await expect(search).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('keeps requests far below the 32 MB that Qdrant takes', () => {
    const large = Array.from({ length: 700 }, (_, i) => Array.from({ length: 128 }, (__, j) => Math.sin(i + j * j)));
    const pages = Array.from({ length: 6 }, (_, i) => pageOf('d', i + 1, large));
    const sizes = [...pageBatchesOf(pages, 128, 1)].map((batch) => JSON.stringify(batch).length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(8_000_000);
  });
});
