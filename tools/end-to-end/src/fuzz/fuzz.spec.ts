import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERROR_TABLE, Problem } from '@arbiter/contracts';
import { natsServerAvailable, startNatsServer, type RunningNatsServer } from '@arbiter/testing';
import fc from 'fast-check';
import { connect, type NatsConnection } from 'nats';
import { send } from '../http-calls.js';
import { Processes } from '../processes.js';
import { startArmProcess, startStandaloneProcess, type RunningStandalone } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { httpFuzz, mcpFuzz, natsFuzz, type HttpFuzz } from './fuzzed-calls.js';

/** All of them by `FUZZ_REQUESTS=20000`; a tenth of it each time, with another seed. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const AT_ONCE = 8;
/** Longest wait for an answer: a hang guard, no measure. */
const ANSWER_MS = 60_000;
/** A request in half a second, on a machine with much else to do. */
const TIMEOUT_MS = 120_000 + REQUESTS * 500;

const processes = new Processes();
const folders = new TemporaryFolders();
const noBroker = natsServerAvailable();

/** Counts what came back, keeps what must not have, and sends so many at once. */
class Tally {
  readonly counts = new Map<string, number>();
  readonly untold: string[] = [];

  async run<T>(requests: readonly T[], sendOne: (request: T) => Promise<string>): Promise<void> {
    const left = requests.entries();
    const worker = async (): Promise<void> => {
      for (const [index, request] of left) {
        try {
          const outcome = await sendOne(request);
          this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
        } catch (error) {
          this.untold.push(`#${index} ${describeRequest(request)}: ${String(error)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  report(door: string): void {
    const counts = [...this.counts].sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${outcome} ${count}`);
    process.stderr.write(`${door}, seed ${SEED}: ${counts.join(', ')}\n`);
    // The first are enough to begin with, and the seed brings all of them again.
    expect(this.untold.slice(0, 5)).toEqual([]);
  }
}

function describeRequest(request: unknown): string {
  return JSON.stringify(request, (_, value: unknown) =>
    value instanceof Uint8Array || Buffer.isBuffer(value) ? Buffer.from(value).toString('utf8').slice(0, 400) : value,
  ).slice(0, 600);
}

function sample<T>(arbitrary: fc.Arbitrary<T>, share: number): T[] {
  return fc.sample(arbitrary, { numRuns: Math.ceil(REQUESTS * share), seed: SEED });
}

/** @throws Error for a failure that is not of the closed table, or that nobody foresaw */
function assertTold(code: string): string {
  if (!(code in ERROR_TABLE) || code === 'INTERNAL') throw new Error(`answered with ${code}`);
  return code;
}

/** What operations people know of a process: memory, and the longest stall of its event loop since it was last asked. */
async function readGauges(url: string): Promise<{ readonly rssMib: number; readonly stallMs: number }> {
  const { text } = await send(`${url}/metrics`);
  const gauge = (name: string): number => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    rssMib: Math.round(gauge('process_resident_memory_bytes') / 2 ** 20),
    stallMs: Math.round(gauge('nodejs_eventloop_lag_max_seconds') * 1_000),
  };
}

describe('requests that nobody in his right mind sends', () => {
  let server: RunningStandalone;
  const gauges: { readonly rssMib: number; readonly stallMs: number }[] = [];
  let watch: NodeJS.Timeout;

  beforeAll(async () => {
    server = await startStandaloneProcess(processes, {
      dataDir: await folders.create(),
      env: { LOG_LEVEL: 'error', TOOLS_MAY_INGEST: 'true' },
    });
    gauges.push({ ...(await readGauges(server.url)), stallMs: 0 });
    watch = setInterval(() => {
      readGauges(server.url).then(
        (read) => gauges.push(read),
        () => undefined,
      );
    }, 2_000);
  });
  afterAll(async () => {
    clearInterval(watch);
    const stalls = gauges.map(({ stallMs }) => stallMs).sort((a, b) => b - a);
    const rss = gauges.map(({ rssMib }) => rssMib);
    process.stderr.write(
      `event loop: longest stalls ${stalls.slice(0, 5).join(', ')} ms; RSS ${rss[0]} MiB before, ` +
        `${rss[Math.floor(rss.length / 2)]} in the middle, ${rss.at(-1)} after\n`,
    );
    await processes.stopAll();
    await folders.removeAll();
  });

  it(
    'over HTTP are answered, or refused with a code',
    async () => {
      const tally = new Tally();
      await tally.run(sample(httpFuzz, 0.6), (request) => sendHttp(server.url, request));
      tally.report('HTTP');
    },
    TIMEOUT_MS,
  );

  it(
    'over the Model Context Protocol are answered, or refused as invalid',
    async () => {
      const tally = new Tally();
      const session = await openMcpSession(server.url);
      // Two open requests of a session must not share an id: only one of them could be answered.
      let id = 0;
      const numbered = (message: unknown): unknown => (isRequest(message) ? { ...message, id: ++id } : message);
      await tally.run(sample(mcpFuzz, 0.2), (message) => sendMcp(server.url, session, numbered(message)));
      tally.report('MCP');
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

describeWithBroker(
  `messages to an arm that no client sends${noBroker === null ? '' : ` (skipped: ${noBroker})`}`,
  () => {
    let broker: RunningNatsServer;
    let connection: NatsConnection;

    beforeAll(async () => {
      broker = await startNatsServer();
      await startArmProcess(processes, 'planner-arm', { natsUrl: broker.url, dataDir: await folders.create() });
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
        const tally = new Tally();
        await tally.run(sample(natsFuzz('planner'), 0.2), async ({ subject, payload }) => {
          const { headers } = await connection.request(subject, payload, { timeout: ANSWER_MS });
          const error = headers?.get('Nats-Service-Error') ?? '';
          return error === '' ? 'answered' : assertTold(error.split(' ', 1)[0] ?? '');
        });
        tally.report('NATS');
      },
      TIMEOUT_MS,
    );
  },
);

async function sendHttp(url: string, { method, path, headers, body }: HttpFuzz): Promise<string> {
  const response = await fetch(`${url}${path}`, { method, headers, body, signal: AbortSignal.timeout(ANSWER_MS) });
  const text = await response.text();
  if (response.status < 400) return `${response.status}`;
  // A preflight is answered by the platform, and a bare stream tells its failures in its own events.
  const problem = Problem.safeParse(parsed(text));
  if (!problem.success) throw new Error(`${response.status} is no problem: ${text.slice(0, 200)}`);
  return assertTold(problem.data.code);
}

const MCP_VERSION = '2025-06-18';
const MCP_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** @returns what each message of the session carries in its headers */
async function openMcpSession(url: string): Promise<Record<string, string>> {
  const clientInfo = { name: 'fuzz', version: '1' };
  const params = { protocolVersion: MCP_VERSION, capabilities: {}, clientInfo };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers: MCP_HEADERS, body });
  await response.text();
  const id = response.headers.get('mcp-session-id');
  if (id === null) throw new Error(`no session was opened: ${response.status}`);
  return { ...MCP_HEADERS, 'mcp-session-id': id, 'mcp-protocol-version': MCP_VERSION };
}

async function sendMcp(url: string, headers: Record<string, string>, message: unknown): Promise<string> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers,
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const text = await response.text();
  if (response.status >= 500 && response.status !== 503 && response.status !== 504) {
    throw new Error(`${response.status}: ${text.slice(0, 200)}`);
  }
  // The code of JSON-RPC for what nobody foresaw.
  if (/"code"\s*:\s*(?:-32603\b|"INTERNAL")/.test(text)) throw new Error(text.slice(0, 300));
  return `${response.status}${/"isError"\s*:\s*true/.test(text) ? ' isError' : ''}`;
}

function isRequest(message: unknown): message is object {
  return typeof message === 'object' && message !== null && !Array.isArray(message) && 'id' in message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
