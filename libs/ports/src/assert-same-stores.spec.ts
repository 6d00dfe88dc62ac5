import { describe, expect, it } from '@jest/globals';
import { assertSameStores, storesOf } from './collection-catalog.js';

const stores = (vector: string, keyword: string) => ({
  vectorIndex: { engine: vector },
  keywordIndex: { engine: keyword },
});
const builtIn = (vector: string, keyword: string) => ({ name: 'notes', ...storesOf(stores(vector, keyword)) });

describe('assertSameStores', () => {
  it('lets a collection pass in the stores it was built in', () => {
    expect(() => assertSameStores(builtIn('qdrant', 'lancedb'), stores('qdrant', 'lancedb'))).not.toThrow();
  });

  it('names the store it was built in, the one in use and the repair, and nothing of the other index', () => {
    expect(() => assertSameStores(builtIn('lancedb', 'lancedb'), stores('qdrant', 'lancedb'))).toThrow(
      expect.objectContaining({
        code: 'CONFLICT',
        message:
          'Collection "notes" was built with vectors in lancedb, and this process is set to vectors in qdrant. ' +
          'Rebuild its indexes here with `arbiter reindex notes`, or set the stores it was built in.',
        details: { collection: 'notes', differing: ['vectorStore'] },
      }),
    );
  });

  it('names both indexes when both are elsewhere', () => {
    expect(() => assertSameStores(builtIn('qdrant', 'elasticsearch'), stores('lancedb', 'lancedb'))).toThrow(
      /vectors in qdrant and keywords in elasticsearch, and this process is set to vectors in lancedb and keywords in lancedb/,
    );
  });

  it('refuses nothing that an older manifest does not say', () => {
    const older = { name: 'notes', vectorStore: null, keywordStore: 'lancedb' };
    expect(() => assertSameStores(older, stores('qdrant', 'lancedb'))).not.toThrow();
    expect(() => assertSameStores(older, stores('qdrant', 'elasticsearch'))).toThrow(/keywords in lancedb/);
  });
});
