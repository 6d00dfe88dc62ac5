import { afterAll } from '@jest/globals';
import { describeKeywordIndex, describeVectorIndex } from '@arbiter/ports/testing';
import { TemporaryStores } from '../test/temporary-stores.js';

const stores = new TemporaryStores();
afterAll(() => stores.remove());

describeVectorIndex('LanceVectorIndex, vectors on disk', async () =>
  (await stores.open({ maxResidentBytes: 0 })).vectors(),
);
describeVectorIndex('LanceVectorIndex, vectors in memory', async () =>
  (await stores.open({ residentAfterSearches: 0 })).vectors(),
);
describeKeywordIndex('LanceKeywordIndex', async () => (await stores.open()).keywords());
