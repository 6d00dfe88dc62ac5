import { describe, expect, it } from '@jest/globals';
import { FakePageEmbedder } from '../embedder/fake-page-embedder.js';
import { InMemoryMultiVectorIndex } from './in-memory-multi-vector-index.js';
import { describeMultiVectorIndex } from './multi-vector-index.suite.js';

describeMultiVectorIndex('InMemoryMultiVectorIndex', () => Promise.resolve(new InMemoryMultiVectorIndex()));

describe('FakePageEmbedder', () => {
  it('makes pages of texts, which an index finds by their words', async () => {
    const { signal } = new AbortController();
    const embedder = new FakePageEmbedder();
    const index = new InMemoryMultiVectorIndex();
    const dimensions = await embedder.dimensions(signal);
    const texts = ['storm over the mole', 'oil room, bell wire', ''];
    for (const [i, text] of texts.entries()) {
      const vectors = await embedder.embedPage(Buffer.from(text), { signal });
      const pages = [{ documentId: `d${i}`, page: 1, vectors, metadata: {} }];
      await index.replaceDocuments('c', dimensions, [{ documentId: `d${i}`, pages }], signal);
    }
    const query = await embedder.embedQuery('bell wire', { signal });
    const hits = await index.search('c', query, dimensions, { limit: 1, signal });
    expect(hits).toEqual([{ documentId: 'd1', page: 1, score: expect.closeTo(1, 5) }]);
    expect(embedder.asked).toEqual([...texts, 'bell wire']);
  });
});
