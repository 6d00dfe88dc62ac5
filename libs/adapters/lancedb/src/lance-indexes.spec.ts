import { afterAll } from '@jest/globals';
import { describeKeywordIndex, describeVectorIndex } from '@arbiter/ports/testing';
import { TemporaryStores } from '../test/temporary-stores.js';
import { LanceKeywordIndex } from './lance-keyword.index.js';
import { LanceVectorIndex } from './lance-vector.index.js';

const stores = new TemporaryStores();
afterAll(() => stores.remove());

describeVectorIndex(
  'LanceVectorIndex, vectors on disk',
  async () => new LanceVectorIndex(await stores.open({ maxResidentBytes: 0 })),
);
describeVectorIndex(
  'LanceVectorIndex, vectors in memory',
  async () => new LanceVectorIndex(await stores.open({ residentAfterSearches: 0 })),
);
describeKeywordIndex('LanceKeywordIndex', async () => new LanceKeywordIndex(await stores.open()));
