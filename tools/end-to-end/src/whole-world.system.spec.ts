import { afterAll, beforeAll } from '@jest/globals';
import { describeWholeWorld } from '../test/describe-whole-world.js';
import { LibraryStandalone } from './shared/library-standalone.js';

/**
 * The longest that can be set: on a busy machine the reader takes longer than it may by default; unread, an answer is less sure, and passages answer in its stead.
 */
const READER_MS = '14000';

let server: LibraryStandalone;
beforeAll(async () => {
  server = await LibraryStandalone.start({ READER_TIMEOUT_MS: READER_MS });
});
afterAll(() => server.stop());

describeWholeWorld({ url: () => server.url, isRead: true });
