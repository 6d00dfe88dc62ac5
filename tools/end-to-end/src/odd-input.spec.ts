import { beforeAll } from '@jest/globals';
import { describeOddInput } from '../test/describe-odd-input.js';
import { sharedStandalone, type SharedStandalone } from './shared/shared-standalone.js';

let server: SharedStandalone;
beforeAll(async () => {
  server = await sharedStandalone();
});

describeOddInput({ url: () => server.url, isRead: false });
