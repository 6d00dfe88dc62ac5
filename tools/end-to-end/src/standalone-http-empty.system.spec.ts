import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Answer } from '@arbiter/contracts';
import { NO_READER } from './environment.js';
import { send } from './http-calls.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const KEY = 'a-key-of-24-characters-!';

const processes = new Processes();
const folders = new TemporaryFolders();
let empty: RunningStandalone;

beforeAll(async () => {
  empty = await startStandaloneProcess(processes, {
    dataDir: await folders.create(),
    env: { ...NO_READER, ARBITER_API_KEY: KEY },
  });
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

describe('an empty library', () => {
  const headers = { authorization: `Bearer ${KEY}` };

  it('is searched with no results, and declines questions', async () => {
    const found = await send(`${empty.retrieverUrl}/search`, { json: { query: 'anything' }, headers });
    expect(found.status).toBe(200);
    expect(found.json()).toMatchObject({ results: [], total_results: 0, synthesis: null, citations: [] });
    const asked = await send(`${empty.url}/v1/query`, { json: { query: 'Who keeps the lantern?' }, headers });
    expect(Answer.parse(asked.json())).toMatchObject({
      status: 'declined',
      answer: 'There is nothing to answer from: the library is empty.',
      citations: [],
    });
  });

  it('answers nobody without the key when there is one, except who asks whether it lives', async () => {
    for (const url of [
      `${empty.url}/v1/documents?collection=notes`,
      `${empty.retrieverUrl}/search`,
      `${empty.url}/metrics`,
    ]) {
      for (const tried of [{}, { authorization: 'Bearer a-key-of-24-characters-?' }]) {
        const reply = await send(url, { headers: tried });
        expect(reply.status).toBe(401);
        expect(reply.problem().code).toBe('UNAUTHENTICATED');
      }
    }
    expect((await send(`${empty.url}/health/live`)).status).toBe(200);
    expect((await send(`${empty.url}/metrics`, { headers: { 'x-api-key': KEY } })).status).toBe(200);
  });
});
