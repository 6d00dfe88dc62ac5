import { setTimeout as delay } from 'node:timers/promises';
import { natsServerAvailable, startNatsServer, type RunningNatsServer } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from './http-calls.js';
import { Processes } from './processes.js';
import { startArmProcess, type RunningArmProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const missing = natsServerAvailable();
const suite = missing === null ? describe : describe.skip;
const LIMIT = 20;
/** Longer than the second between two exchanges. */
const EXCHANGED_MS = 2_500;
const MINUTE_MS = 60_000;

suite('two orchestrators with SESSION_STORE=nats', () => {
  const processes = new Processes();
  const folders = new TemporaryFolders();
  let broker: RunningNatsServer;
  let replicas: RunningArmProcess[];

  beforeAll(async () => {
    broker = await startNatsServer({ jetstream: true });
    const env = { SESSION_STORE: 'nats', HTTP_REQUESTS_PER_MINUTE: String(LIMIT) };
    replicas = await Promise.all(
      [0, 1].map(async () =>
        startArmProcess(processes, 'orchestrator', { natsUrl: broker.url, dataDir: await folders.create(), env }),
      ),
    );
  });
  afterAll(async () => {
    await processes.stopAll();
    await broker.stop();
    await folders.removeAll();
  });

  const ask = async (replica: number, count: number): Promise<number> => {
    const statuses: number[] = [];
    for (let sent = 0; sent < count; sent += 1)
      statuses.push((await send(`${replicas[replica]?.url ?? ''}/openapi.json`)).status);
    return statuses.filter((status) => status === 429).length;
  };

  it('refuse at one what a client has used up at the other, and go on alone without a broker', async () => {
    // All of it within one minute of the clock.
    const left = MINUTE_MS - (Date.now() % MINUTE_MS);
    if (left < 20_000) await delay(left + 100);
    expect(await ask(0, LIMIT - 1)).toBe(0);
    await delay(EXCHANGED_MS);
    expect(await ask(1, 5)).toBeGreaterThanOrEqual(3);

    await broker.stop();
    await delay(2 * EXCHANGED_MS);
    expect((await send(`${replicas[1]?.url ?? ''}/health/live`)).status).toBe(200);
    expect(await ask(1, 3)).toBe(0);
    const said = `${replicas[1]?.process.stdout() ?? ''}${replicas[1]?.process.stderr() ?? ''}`;
    expect(said.split('counted by this process alone')).toHaveLength(2);
  }, 180_000);
});
