import { documentsOf, embeddedChunkOf, unitVector } from '@arbiter/ports/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { RecordedQdrant, type RecordedState } from '../test/recorded-qdrant.js';
import { pointIdOf } from './chunk-points.js';
import type { QdrantOptions } from './qdrant-options.js';
import { QdrantVectorIndex } from './qdrant-vector.index.js';

const { signal } = new AbortController();
const NOW = Date.UTC(2026, 10, 21);
const clock = { now: () => NOW, monotonic: () => 0 };
const RECORD = { commit: 7, name: 'kb.c@3', dimensions: 2 };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function opened(state: RecordedState = {}, options: Partial<QdrantOptions> = {}) {
  const qdrant = await RecordedQdrant.start(state);
  const index = new QdrantVectorIndex({ url: qdrant.url, prefix: 'kb', clock, ...options });
  closing.push(
    () => qdrant.close(),
    () => index.close(),
  );
  return { qdrant, index };
}

const chunk = embeddedChunkOf({ id: 'd#0', text: 'beacon', metadata: { kind: 'place' } }, [0.6, 0.8]);

describe('what is sent to Qdrant, checked against its published schema', () => {
  it('makes a collection before its alias, with indexes for all that filters look at', async () => {
    const { qdrant, index } = await opened();
    await index.replaceDocuments('c', documentsOf(chunk), signal);
    expect(qdrant.requests.map(({ target }) => target)).toEqual([
      'POST /collections/kb.c/points',
      'GET /collections',
      'PUT /collections/kb.c@1',
      ...Array<string>(5).fill('PUT /collections/kb.c@1/index?wait=true'),
      'PUT /collections/kb.c@1/points?wait=true',
      'POST /collections/aliases',
      'POST /collections/kb.c@1/points/delete?wait=true',
      'POST /collections/kb.c@1/points/payload/delete?wait=true',
      'PUT /collections/kb.c@1/points?wait=true',
      'POST /collections/kb.c@1/points/payload?wait=true',
      'PUT /collections/kb.c@1/points?wait=true',
      'POST /collections/kb.c@1/points/delete?wait=true',
    ]);
    const fields = qdrant
      .bodies('PUT /collections/kb.c@1/index')
      .map((body) => (body as { field_name: string }).field_name);
    expect(fields).toEqual(['chunk_id', 'document_id', 'facts', 'from', 'until']);
    expect(qdrant.bodies('POST /collections/aliases')).toEqual([
      { actions: [{ create_alias: { alias_name: 'kb.c', collection_name: 'kb.c@1' } }] },
    ]);
  });

  it('quantises vectors and keeps the originals on disk', async () => {
    const { qdrant, index } = await opened({}, { hnsw: { m: 24, efConstruct: 200 }, exactBelow: 12_800 });
    await index.replaceDocuments('c', documentsOf(chunk), signal);
    expect(qdrant.bodies('PUT /collections/kb.c@1')[0]).toEqual({
      vectors: {
        dense: {
          size: 2,
          distance: 'Dot',
          on_disk: true,
          hnsw_config: { m: 24, ef_construct: 200, full_scan_threshold: 100 },
          quantization_config: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } },
        },
      },
      on_disk_payload: true,
    });
  });

  it('keeps dense vectors in memory where they are not quantised', async () => {
    const { qdrant, index } = await opened({}, { quantisation: null });
    await index.replaceDocuments('c', documentsOf(chunk), signal);
    const [{ vectors }] = qdrant.bodies('PUT /collections/kb.c@1') as [{ vectors: Record<string, object> }];
    expect(vectors).toEqual({ dense: expect.objectContaining({ on_disk: false }) });
    expect(vectors.dense).not.toHaveProperty('quantization_config');
  });

  it('writes a chunk unseen, ends what it replaces, and only then raises the commit', async () => {
    const { qdrant, index } = await opened({ record: RECORD });
    await index.replaceDocuments('c', documentsOf(chunk), signal);
    const [points, record] = qdrant.bodies('PUT /collections/kb.c@3/points');
    expect(points).toEqual({
      points: [
        {
          id: pointIdOf('d#0', NOW),
          vector: { dense: [...chunk.vector] },
          payload: {
            chunk_id: 'd#0',
            document_id: 'd',
            ordinal: 0,
            text: 'beacon',
            start: 0,
            end: 6,
            title: '',
            source: 'notes.md',
            section: [],
            page: null,
            metadata: '{"kind":"place"}',
            facts: ['"kind"="place"', '"kind"?'],
            from: NOW,
          },
        },
      ],
    });
    expect(qdrant.bodies('POST /collections/kb.c@3/points/payload?')).toEqual([
      {
        payload: { until: NOW },
        filter: {
          must: [
            { key: 'from', range: { lte: 7 } },
            { key: 'document_id', match: { any: ['d'] } },
          ],
          must_not: [{ key: 'until', range: { lte: 7 } }],
        },
      },
    ]);
    expect(record).toEqual({
      points: [{ id: 0, vector: {}, payload: { ...RECORD, commit: NOW } }],
    });
  });

  it('searches the graph with int8 vectors, and has the originals score what is found', async () => {
    const { qdrant, index } = await opened({ record: RECORD }, { hnsw: { ef: 20 }, quantisation: { oversampling: 3 } });
    const filter = [
      { key: 'kind', test: { kind: 'any-of', values: ['place', 'law'] } },
      { key: 'open', test: { kind: 'exists' }, negated: true },
      { key: 'year', test: { kind: 'any-of', values: [] }, negated: true },
    ] as const;
    await index.search('c', unitVector([3, 4]), { limit: 10, filter, signal });
    expect(qdrant.bodies('POST /collections/kb.c@3/points/query')).toEqual([
      {
        query: [...unitVector([3, 4])],
        using: 'dense',
        filter: {
          must: [
            { key: 'from', range: { lte: 7 } },
            { key: 'facts', match: { any: ['"kind"="place"', '"kind"="law"'] } },
          ],
          must_not: [
            { key: 'until', range: { lte: 7 } },
            { key: 'facts', match: { any: ['"open"?'] } },
          ],
        },
        limit: 26,
        params: { hnsw_ef: 26, quantization: { rescore: true, oversampling: 3 } },
        with_payload: expect.not.arrayContaining(['facts']),
        with_vector: false,
      },
    ]);
  });

  it('searches given chunks exactly', async () => {
    const { qdrant, index } = await opened({ record: RECORD });
    await index.search('c', unitVector([3, 4]), { limit: 10, chunkIds: ['d#0'], signal });
    expect(qdrant.bodies('POST /collections/kb.c@3/points/query')).toEqual([
      expect.objectContaining({ params: { exact: true, quantization: { ignore: true } } }),
    ]);
  });

  it('asks nothing of a filter that nothing can pass', async () => {
    const { qdrant, index } = await opened({ record: RECORD });
    const none = [{ key: 'kind', test: { kind: 'any-of', values: [] } }] as const;
    expect(await index.search('c', unitVector([3, 4]), { limit: 10, filter: none, signal })).toEqual([]);
    expect(qdrant.bodies('POST /collections/kb.c@3/points/query')).toEqual([]);
  });

  it('writes on into a collection of a former version, which says how long its token vectors are', async () => {
    const { qdrant, index } = await opened({ record: { ...RECORD, token_dimensions: 64 } });
    await index.replaceDocuments('c', documentsOf(chunk), signal);
    expect(qdrant.bodies('PUT /collections/kb.c@3/points')).toHaveLength(2);
    expect(qdrant.bodies('POST /collections/aliases')).toEqual([]);
  });

  it('moves the alias in one step when a collection gets its first vectors', async () => {
    const { qdrant, index } = await opened({
      record: { ...RECORD, dimensions: null },
      collections: ['kb.c@3', 'kb.c@2', 'kb.c.d@9', 'kb.c~1@8'],
    });
    await index.replaceDocuments('c', documentsOf(chunk), signal);
    expect(qdrant.bodies('POST /collections/aliases')).toEqual([
      {
        actions: [
          { delete_alias: { alias_name: 'kb.c' } },
          { create_alias: { alias_name: 'kb.c', collection_name: 'kb.c@4' } },
        ],
      },
    ]);
    const removed = qdrant.requests.map(({ target }) => target).filter((target) => target.startsWith('DELETE'));
    expect(removed).toEqual(['DELETE /collections/kb.c@3', 'DELETE /collections/kb.c@2']);
  });

  it('optimises by bringing the collection in line with the options, and waits until the server has done it', async () => {
    const { qdrant, index } = await opened({ record: RECORD, statuses: ['grey', 'yellow', 'green'] });
    await index.optimize('c', signal);
    expect(qdrant.bodies('PATCH /collections/kb.c@3')).toEqual([
      {
        vectors: {
          dense: {
            on_disk: true,
            hnsw_config: { m: 16, ef_construct: 100, full_scan_threshold: 156 },
            quantization_config: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } },
          },
        },
      },
    ]);
    expect(qdrant.bodies('GET /collections/kb.c@3')).toHaveLength(3);
  });

  it('says that the server cannot optimise', async () => {
    const { index } = await opened({ record: RECORD, statuses: ['red'] });
    await expect(index.optimize('c', signal)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { collection: 'c' },
    });
  });

  it('takes the alias away before it removes what is behind it', async () => {
    const { qdrant, index } = await opened({
      collections: ['kb.c@3', 'other'],
      aliases: [{ alias_name: 'kb.c', collection_name: 'kb.c@3' }],
    });
    await index.drop('c', signal);
    expect(qdrant.requests.map(({ target }) => target)).toEqual([
      'GET /aliases',
      'POST /collections/aliases',
      'GET /collections',
      'DELETE /collections/kb.c@3',
    ]);
  });

  it('counts the collections of its own prefix', async () => {
    const aliases = ['kb.c', 'kb.d~1', 'kbx.c', 'kb'].map((alias_name) => ({ alias_name, collection_name: 'x' }));
    const { qdrant, index } = await opened({ aliases });
    expect(await index.health(signal)).toEqual({
      ok: true,
      detail: `Qdrant at ${qdrant.url}: vectors of 2 collections.`,
    });
  });

  it('does not touch a collection that it did not write', async () => {
    const { index } = await opened({ record: { text: 'of somebody else' } });
    const foreign = { code: 'UNAVAILABLE', message: expect.stringContaining('not written by Arbiter') };
    await expect(index.count('c', signal)).rejects.toMatchObject(foreign);
    await expect(index.replaceDocuments('c', documentsOf(chunk), signal)).rejects.toMatchObject(foreign);
  });
});
