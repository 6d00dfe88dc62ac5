import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ingest, send, type HttpReply } from './http-calls.js';
import { DOMAIN_DOCUMENTS, trainingQuestions } from './libraries.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { copySharedVectors } from './shared/copy-library.js';
import { TemporaryFolders } from './temporary-folders.js';

/** Far more than there is room for. */
const CROWD = 100;
/** Questions that run at once; as many wait before the first has ended. More would take longer than they may on a busy machine. */
const RUNNING = 2;

const processes = new Processes();
const folders = new TemporaryFolders();
let server: RunningStandalone;
let replies: readonly HttpReply[];

beforeAll(async () => {
  const dataDir = await folders.create();
  await copySharedVectors(dataDir);
  server = await startStandaloneProcess(processes, {
    dataDir,
    env: { ...NO_READER, MAX_CONCURRENT_QUESTIONS: `${RUNNING}` },
  });
  await ingest(server.url, 'coast', [{ kind: 'path', path: join(DOMAIN_DOCUMENTS, 'places') }]);
  const asked = await trainingQuestions(CROWD);
  // The first questions that this server is ever asked, each another one, so that no cache answers any.
  replies = await Promise.all(
    Array.from({ length: CROWD }, (_, i) =>
      send(`${server.url}/v1/query`, { json: { query: `${asked[i % asked.length]} (${i})` } }),
    ),
  );
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

describe('a crowd of questions at a server that has not answered any yet', () => {
  it('gets answers or is told to come again, and nobody waits in vain', () => {
    const statuses = replies.map(({ status }) => status);
    expect([...new Set(statuses)].sort()).toEqual([200, 503]);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(RUNNING);
  });

  it('is refused with a code, a time to come again, and as worth repeating', () => {
    for (const reply of replies.filter(({ status }) => status === 503)) {
      expect(reply.problem()).toMatchObject({ code: 'OVERLOADED', retryable: true });
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
  });

  it('leaves a server that answers the next', async () => {
    const reply = await send(`${server.url}/v1/query`, { json: { query: 'Who keeps the lighthouse at Pell?' } });
    expect(reply.status).toBe(200);
  });
});
