import { beforeAll, describe, expect, it } from '@jest/globals';
import { ask, send } from './http-calls.js';
import { FERRY_ANSWER, FERRY_QUESTION } from './shared/library-documents.js';
import { sharedStandalone, type SharedStandalone } from './shared/shared-standalone.js';

let standalone: SharedStandalone;

beforeAll(async () => {
  standalone = await sharedStandalone();
});

const HUNDRED_KB = 'why '.repeat(25_000);

describe.each(['/v1/query', '/search'])('POST %s', (path) => {
  it.each([
    ['empty', ''],
    ['nothing but blanks', ' \n\t '],
    ['100 kB', HUNDRED_KB],
    ['binary, with NUL', 'PK\u0003\u0004\0\0'],
    ['half of a surrogate pair', 'why \ud83e?'],
  ])('refuses a question that is %s, and names the field', async (_what, query) => {
    const problem = (await send(`${standalone.url}${path}`, { json: { query } })).problem();
    expect(problem).toMatchObject({ status: 400, code: 'INVALID_REQUEST', retryable: false });
    expect(problem.issues).toMatchObject([{ path: 'query' }]);
    expect(problem.detail).not.toContain('why why');
  });

  it.each([
    ['no UTF-8', Buffer.from('{"query":"caf\xe9?"}', 'latin1'), 400, 'UTF-8'],
    ['no JSON', Buffer.from('query=why'), 400, 'JSON'],
    ['larger than a body may be', Buffer.from(JSON.stringify({ query: 'x'.repeat(2_000_000) })), 413, 'bytes'],
  ])('refuses a body that is %s', async (_what, bytes, status, word) => {
    const problem = (await send(`${standalone.url}${path}`, { bytes })).problem();
    expect(problem).toMatchObject({ status, detail: expect.stringContaining(word) });
  });
});

it('still answers a good question after all of them', async () => {
  expect(await ask(standalone.url, { query: FERRY_QUESTION, collections: ['ferry'] })).toMatchObject({
    status: 'answered',
    answer: `${FERRY_ANSWER} [1]`,
  });
});
