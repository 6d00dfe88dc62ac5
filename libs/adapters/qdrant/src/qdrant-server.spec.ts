import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { documentsOf, embeddedChunkOf, seededRandom, unitVector } from '@arbiter/ports/testing';
import { quantiseTokenValues, TOKEN_QUANTISATION_SCALE } from '@arbiter/ports';
import { qdrantAvailable, startQdrant, type RunningQdrant } from '@arbiter/testing';
import { TemporaryIndexes } from '../test/temporary-indexes.js';
import { QdrantVectorIndex } from './qdrant-vector.index.js';

const missing = qdrantAvailable();
if (missing) process.stderr.write(`skipped: ${missing}\n`);

const { signal } = new AbortController();

(missing ? describe.skip : describe)('what Qdrant stores', () => {
  const indexes = new TemporaryIndexes();
  const random = seededRandom(5);
  const randomVector = (dimensions: number): Float32Array =>
    unitVector(Array.from({ length: dimensions }, () => random() - 0.5));
  beforeAll(() => indexes.start());
  afterAll(() => indexes.stop());

  it('scores 100 passages by their tokens as they would be scored here', async () => {
    const dimensions = 64;
    const rows = (count: number): Float32Array =>
      Float32Array.from(Array.from({ length: count }, () => [...randomVector(dimensions)]).flat());
    const chunks = Array.from({ length: 100 }, (_, i) => ({
      ...embeddedChunkOf({ id: `d${i}#0`, text: 'x' }, [1, 0]),
      tokens: { dimensions, count: 20 + i, values: quantiseTokenValues(rows(20 + i)) },
    }));
    const query = { dimensions, count: 12, values: rows(12) };
    const index = indexes.open();
    await index.replaceDocuments('c', documentsOf(...chunks), signal);
    const ids = chunks.map(({ id }) => id);
    const scores = await index.scoreTokens('c', query, ids, signal);
    expect([...scores.keys()].sort()).toEqual([...ids].sort());
    for (const { id, tokens } of chunks) {
      let sum = 0;
      for (let q = 0; q < query.count; q += 1) {
        const products = Array.from({ length: tokens.count }, (_, t) => {
          let product = 0;
          for (let i = 0; i < dimensions; i += 1)
            product += (query.values[q * dimensions + i] ?? 0) * (tokens.values[t * dimensions + i] ?? 0);
          return product / TOKEN_QUANTISATION_SCALE;
        });
        sum += Math.max(...products);
      }
      // float16 keeps eleven bits of each number of the query.
      expect(scores.get(id)).toBeCloseTo(sum / query.count, 3);
    }
    await index.close();
  });

  it('is found by 1,000 ids of chunks', async () => {
    const index = indexes.open();
    const chunks = Array.from({ length: 1_000 }, (_, i) => {
      const angle = (i / 1_000) * (Math.PI / 2);
      return embeddedChunkOf({ id: `d${i}#0`, text: 'x' }, [Math.cos(angle), Math.sin(angle)]);
    });
    await index.replaceDocuments('c', documentsOf(...chunks), signal);
    const chunkIds = chunks.map(({ id }) => id);
    expect((await index.vectors('c', chunkIds, signal)).size).toBe(1_000);
    const hits = await index.search('c', unitVector([0, 1]), { limit: 1_000, chunkIds, signal });
    expect(hits.map(({ chunkId }) => chunkId)).toEqual([...chunkIds].reverse());
    await index.close();
  });

  it('is there for another process', async () => {
    const prefix = `${indexes.family}-shared`;
    const [writer, reader] = [indexes.open({ prefix }), indexes.open({ prefix })];
    for (const text of ['first', 'second']) {
      await writer.replaceDocuments('c', documentsOf(embeddedChunkOf({ id: 'd#0', text }, [1, 0])), signal);
      expect((await reader.chunks('c', ['d#0'], signal)).get('d#0')?.text).toBe(text);
    }
    await writer.drop('c', signal);
    await expect(reader.count('c', signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await Promise.all([writer.close(), reader.close()]);
  });
});

const noKeyed = qdrantAvailable({ apiKey: 'right' });
if (noKeyed) process.stderr.write(`skipped: ${noKeyed}\n`);

(noKeyed ? describe.skip : describe)('a Qdrant that asks for a key', () => {
  let server: RunningQdrant;
  beforeAll(async () => {
    server = await startQdrant({ apiKey: 'right' });
  });
  afterAll(() => server.stop());

  it('answers to the right one, and to no other', async () => {
    const written = documentsOf(embeddedChunkOf({ id: 'd#0', text: 'x' }, [1, 0]));
    const right = new QdrantVectorIndex({ url: server.url, apiKey: 'right' });
    await right.replaceDocuments('c', written, signal);
    expect(await right.count('c', signal)).toBe(1);
    for (const wrong of [
      new QdrantVectorIndex({ url: server.url, apiKey: 'wrong' }),
      new QdrantVectorIndex({ url: server.url }),
    ]) {
      await expect(wrong.count('c', signal)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(wrong.replaceDocuments('c', written, signal)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await wrong.close();
    }
    await right.close();
  });
});
