import { afterAll } from '@jest/globals';
import { describeKeywordIndex, describeVectorIndex } from '@arbiter/ports/testing';
import { TemporaryStores } from '../test/temporary-stores.js';

const stores = new TemporaryStores();
afterAll(() => stores.remove());

describeVectorIndex('LanceVectorIndex', async () => (await stores.open()).vectors());
describeKeywordIndex('LanceKeywordIndex', async () => (await stores.open()).keywords());
