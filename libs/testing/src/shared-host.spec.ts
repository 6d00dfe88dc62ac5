import { afterEach, expect, it } from '@jest/globals';
import { askSharedHost } from './shared-host.js';

const VARIABLE = 'ARBITER_SHARED_HOST';
const { [VARIABLE]: host = '' } = process.env;
afterEach(() => {
  process.env[VARIABLE] = host;
});

it('what is shared is asked for by its name, and nothing is at another', async () => {
  await expect(askSharedHost('/none')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('/none'),
  });
});

it('a program that jest did not start is told that nothing is shared with it', async () => {
  // oxlint-disable-next-line typescript/no-dynamic-delete -- assigned, the variable would be the text "undefined"
  delete process.env[VARIABLE];
  await expect(askSharedHost('/broker')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(VARIABLE),
  });
});
