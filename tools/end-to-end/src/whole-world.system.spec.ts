import { afterAll, beforeAll } from '@jest/globals';
import { describeWholeWorld } from '../test/describe-whole-world.js';
import { LibraryStandalone } from './shared/library-standalone.js';

let server: LibraryStandalone;
beforeAll(async () => {
  server = await LibraryStandalone.start();
});
afterAll(() => server.stop());

describeWholeWorld({ url: () => server.url, isRead: true });
