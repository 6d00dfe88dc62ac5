import { afterAll, beforeAll } from '@jest/globals';
import { describeOddInput } from '../test/describe-odd-input.js';
import { LibraryStandalone } from './shared/library-standalone.js';

let server: LibraryStandalone;
beforeAll(async () => {
  server = await LibraryStandalone.start();
});
afterAll(() => server.stop());

describeOddInput({ url: () => server.url, isRead: true });
