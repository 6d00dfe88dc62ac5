import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { documentsOf, embeddedChunkOf, unitVector } from '@arbiter/ports/testing';
import { qdrantAvailable, startQdrant, type RunningQdrant } from '@arbiter/testing';
import { TemporaryIndexes } from '../test/temporary-indexes.js';
import { QdrantVectorIndex } from './qdrant-vector.index.js';

const missing = qdrantAvailable();
if (missing) process.stderr.write(`skipped: ${missing}\n`);

const { signal } = new AbortController();

(missing ? describe.skip : describe)('what Qdrant stores', () => {
  const indexes = new TemporaryIndexes();
  beforeAll(() => indexes.start());
  afterAll(() => indexes.stop());

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
