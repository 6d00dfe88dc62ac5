import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  describeMultiVectorIndex,
  documentPagesOf,
  documentsOf,
  embeddedChunkOf,
  pageOf,
} from '@arbiter/ports/testing';
import { qdrantAvailable } from '@arbiter/testing';
import { TemporaryIndexes } from '../test/temporary-indexes.js';

const missing = qdrantAvailable();
if (missing) process.stderr.write(`skipped: ${missing}\n`);

const { signal } = new AbortController();

(missing ? describe.skip : describe)('against a Qdrant', () => {
  const indexes = new TemporaryIndexes();
  beforeAll(() => indexes.start());
  afterAll(() => indexes.stop());

  describeMultiVectorIndex('QdrantMultiVectorIndex', () => Promise.resolve(indexes.openPages()));

  it('keeps pages beside the chunks of a collection, each with a life of its own', async () => {
    const prefix = `${indexes.family}-beside`;
    const [chunks, pages] = [indexes.open({ prefix }), indexes.openPages({ prefix })];
    await chunks.replaceDocuments('c', documentsOf(embeddedChunkOf({ id: 'd#0', text: 'x' }, [1, 0])), signal);
    await pages.replaceDocuments('c', 3, documentPagesOf(pageOf('d', 1, [[1, 0, 0]])), signal);
    expect((await chunks.health(signal)).detail).toContain('vectors of 1 collections');
    await chunks.drop('c', signal);
    expect(await pages.documentIds('c', signal)).toEqual(['d']);
    await chunks.replaceDocuments('c', documentsOf(embeddedChunkOf({ id: 'e#0', text: 'x' }, [1, 0])), signal);
    await pages.drop('c', signal);
    expect(await chunks.documentIds('c', signal)).toEqual(['e']);
    const { collections } = await indexes.client().getCollections();
    expect(collections.map(({ name }) => name).filter((name) => name.startsWith(prefix))).toEqual([`${prefix}.c@1`]);
    await Promise.all([chunks.close(), pages.close()]);
  });
});
