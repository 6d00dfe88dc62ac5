import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  fuzzCount,
  IS_SOAK,
  natsServerAvailable,
  soakSeed,
  startNatsServer,
  type RunningNatsServer,
} from '@arbiter/testing';
import { connect, type NatsConnection } from 'nats';
import { NO_READER } from '../environment.js';
import { send } from '../http-calls.js';
import { Processes } from '../processes.js';
import { startArmProcess, startStandaloneProcess, type RunningStandalone } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { httpFuzz, mcpFuzz, natsFuzz } from './fuzzed-calls.js';
import { McpSession, sendHttp, sendNats } from './fuzzed-doors.js';
import { readGauges } from './process-gauges.js';
import { Tally } from './tally.js';

const REQUESTS = fuzzCount(20_000, 500);
const SEED = soakSeed('requests that no client sends');
/** After so many requests memory is read: in quarters at least. */
const ROUND = Math.min(2_000, Math.ceil(REQUESTS / 4));
const SHARES = { HTTP: 0.6, MCP: 0.2, NATS: 0.2 };
/** A request in half a second, on a machine with much else to do. */
const TIMEOUT_MS = 120_000 + REQUESTS * 500;

const processes = new Processes();
const folders = new TemporaryFolders();
const noBroker = natsServerAvailable();

/** Sends rounds of requests; tells how each program stands after each of them. */
async function sendRounds<T>(tally: Tally<T>, share: number, urls: Readonly<Record<string, string>>): Promise<void> {
  for (let round = 0; round < REQUESTS / ROUND; round += 1) {
    await tally.send(Math.ceil(ROUND * share), SEED + round);
    for (const [name, url] of Object.entries(urls)) {
      const { rss, stall } = await readGauges(url);
      process.stderr.write(`${tally.door}, round ${round + 1}: ${name} has ${rss} MiB; longest stall ${stall} ms\n`);
    }
  }
  process.stderr.write(tally.describe());
  // The first are enough to begin with, and the seed brings all of them again.
  expect(tally.untold.slice(0, 5)).toEqual([]);
}

describe('requests that no client sends', () => {
  let server: RunningStandalone;
  let urls: Record<string, string>;

  beforeAll(async () => {
    server = await startStandaloneProcess(processes, {
      dataDir: await folders.create(),
      env: { ...(!IS_SOAK && NO_READER), LOG_LEVEL: 'error', TOOLS_MAY_INGEST: 'true' },
    });
    urls = { standalone: server.url };
    process.stderr.write(`standalone has ${(await readGauges(server.url)).rss} MiB before\n`);
  });
  afterAll(async () => {
    await processes.stopAll();
    await folders.removeAll();
  });

  it(
    'over HTTP are answered, or refused with a code',
    async () => {
      const doors = { orchestrator: server.url, retriever: server.retrieverUrl };
      const tally = new Tally('HTTP', httpFuzz, (request) => sendHttp(doors[request.door], request));
      await sendRounds(tally, SHARES.HTTP, urls);
    },
    TIMEOUT_MS,
  );

  it(
    'over the Model Context Protocol are answered, or refused as invalid',
    async () => {
      const session = await McpSession.open(server.url);
      await sendRounds(new Tally('MCP', mcpFuzz, (message) => session.send(message)), SHARES.MCP, urls);
    },
    TIMEOUT_MS,
  );

  it('leave a server that lives and answers', async () => {
    expect((await send(`${server.url}/health/ready`)).status).toBe(200);
    const reply = await send(`${server.url}/v1/query`, { json: { query: 'Who keeps the lighthouse?' } });
    expect(reply.status).toBe(200);
  });
});

const describeWithBroker = noBroker === null ? describe : describe.skip;

describeWithBroker(`messages that no client sends${noBroker === null ? '' : ` (skipped: ${noBroker})`}`, () => {
  let broker: RunningNatsServer;
  let connection: NatsConnection;
  let urls: Record<string, string>;

  beforeAll(async () => {
    broker = await startNatsServer();
    const surroundings = { natsUrl: broker.url, dataDir: await folders.create() };
    const planner = await startArmProcess(processes, 'planner-arm', surroundings);
    const validator = await startArmProcess(processes, 'validator-arm', surroundings);
    urls = { planner: planner.url, validator: validator.url };
    connection = await connect({ servers: broker.url });
  });
  afterAll(async () => {
    await connection.close();
    await processes.stopAll();
    await broker.stop();
    await folders.removeAll();
  });

  it(
    'over NATS are answered, or refused with a code',
    async () => {
      const requests = natsFuzz(['planner', 'validator']);
      await sendRounds(new Tally('NATS', requests, (request) => sendNats(connection, request)), SHARES.NATS, urls);
    },
    TIMEOUT_MS,
  );
});
