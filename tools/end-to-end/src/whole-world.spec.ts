import { beforeAll } from '@jest/globals';
import { describeWholeWorld } from '../test/describe-whole-world.js';
import { sharedStandalone, type SharedStandalone } from './shared/shared-standalone.js';

let server: SharedStandalone;
beforeAll(async () => {
  server = await sharedStandalone();
});

describeWholeWorld({ url: () => server.url, isRead: false });
