import { afterAll, describe, expect, it } from '@jest/globals';
import { natsServerAvailable, startNatsServer, until } from '@arbiter/testing';
import { NO_READER } from './environment.js';
import { ask, send } from './http-calls.js';
import { Processes } from './processes.js';
import { startStandaloneProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const TEST_MS = 600_000;

const noBroker = natsServerAvailable();
const processes = new Processes();
const folders = new TemporaryFolders();
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

interface Messages {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

(noBroker === null ? describe : describe.skip)(
  `two orchestrators that share a broker and no disk${noBroker === null ? '' : ` (skipped: ${noBroker})`}`,
  () => {
    it(
      'continue a session, its answers and its feedback on the other when one is killed',
      async () => {
        const broker = await startNatsServer({ jetstream: true, storeDir: await folders.create() });
        try {
          const start = async () =>
            startStandaloneProcess(processes, {
              dataDir: await folders.create(),
              env: { ...NO_READER, SESSION_STORE: 'nats', NATS_URL: broker.url },
            });
          const [first, second] = [await start(), await start()];
          const messagesOf = async (url: string): Promise<Messages['messages']> =>
            ((await send(`${url}/v1/sessions/s-1`)).json() as Messages).messages;
          const answer = await until(
            () => ask(first.url, { query: 'Who keeps the lantern?', sessionId: 's-1' }).catch(() => null),
            { timeoutMs: TEST_MS },
          );
          const told = await messagesOf(first.url);
          expect(told.map(({ role }) => role)).toEqual(['user', 'assistant']);
          const rate = { json: { rating: 'up' } };
          const rated = await send(`${first.url}/v1/answers/${answer.id}/feedback`, rate);
          await first.process.stop('SIGKILL');

          expect(await messagesOf(second.url)).toEqual(told);
          const record = await send(`${second.url}/v1/answers/${answer.id}`);
          expect(record.status).toBe(200);
          // What one could rate, the other can: the events are on the broker.
          expect(rated.status).toBe(201);
          expect((await send(`${second.url}/v1/answers/${answer.id}/feedback`, rate)).status).toBe(201);
          await until(() => ask(second.url, { query: 'And who keeps the oars?', sessionId: 's-1' }).catch(() => null), {
            timeoutMs: TEST_MS,
          });
          const continued = await messagesOf(second.url);
          expect(continued.slice(0, told.length)).toEqual(told);
          expect(continued.length).toBeGreaterThan(told.length);
        } finally {
          await processes.stopAll();
          await broker.stop();
        }
      },
      TEST_MS,
    );
  },
);
