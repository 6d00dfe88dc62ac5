import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { classify, HTTP_HEADERS, MAX_QUERY_LENGTH } from '@arbiter/contracts';
import { IS_SOAK, natsServerAvailable, soakSample, startNatsServer, type RunningNatsServer } from '@arbiter/testing';
import { connect } from 'nats';
import { NO_READER } from '../environment.js';
import { McpSession, sendNats } from '../fuzz/fuzzed-doors.js';
import { ingest, send } from '../http-calls.js';
import { Processes } from '../processes.js';
import { startArmProcess, startStandaloneProcess, type RunningStandalone } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { heldCases, type Door, type HeldCase } from './held-cases.js';
import { HOSTILE_SHAPES, repeated } from './hostile-shapes.js';
import { LoopProbe } from './loop-probe.js';

/** No request may keep `GET /health/live` waiting longer, on idle cores, in milliseconds. */
const MOST_STALL_MS = 250;
/** A longer stall is measured again: the least counts, since what is compiled or collected meanwhile is not the request's. */
const MOST_TRIES = 3;
/** After this a caller waits no more and the work ends; what holds the loop for long does so at once. */
const DEADLINE_MS = IS_SOAK ? 20_000 : 700;
/** Cases that a run draws beside those that always run. */
const DRAWN = 16;
/** A hang guard for one case, no measure. */
const CASE_MS = 60_000;

/** Those that a run sends as an answer that is validated; the others are its source. A soak run sends all of them as both. */
const IN_ANSWER: ReadonlySet<string> = new Set(
  soakSample('hostile texts in an answer', HOSTILE_SHAPES, Math.ceil(HOSTILE_SHAPES.length / 2)),
);

/** Texts of every shape that have once held the loop for minutes. */
const hasHeld = ({ operation, field }: HeldCase): boolean =>
  operation === 'validator.validate' && (field === 'answer' || field === 'sources.*.content');
const isAlwaysSent = ({ field, shape }: HeldCase): boolean => IS_SOAK || (field === 'answer') === IN_ANSWER.has(shape);

const processes = new Processes();
const folders = new TemporaryFolders();

function chosen(of: (held: HeldCase) => boolean): HeldCase[] {
  const cases = heldCases().filter(of);
  const always = cases.filter((held) => hasHeld(held) && isAlwaysSent(held));
  const others = cases.filter((held) => !hasHeld(held));
  return [...always, ...soakSample('hostile texts in every field', others, DRAWN)];
}

/** The least of the stalls of a piece of work, made again while it stalls too long. */
async function leastStall(probe: LoopProbe, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < MOST_TRIES && least > MOST_STALL_MS; tries += 1)
    least = Math.min(least, await probe.during(work));
  return least;
}

/** Sends each case. @returns those that held the loop for too long, with the stall in milliseconds */
async function offendersAmong(
  cases: readonly HeldCase[],
  doors: Readonly<Partial<Record<Door, string>>>,
  probe: LoopProbe,
): Promise<string[]> {
  const offenders: string[] = [];
  for (const { operation, field, shape, request } of cases) {
    const { door, method, path, body } = request();
    const stall = await leastStall(probe, async () => {
      const response = await fetch(`${doors[door]}${path}`, {
        method,
        headers: { 'content-type': 'application/json', [HTTP_HEADERS.deadlineMs]: `${DEADLINE_MS}` },
        body,
      });
      await response.text();
    });
    if (stall > MOST_STALL_MS)
      offenders.push(`${operation} ${field} ${JSON.stringify(shape)}: ${Math.round(stall)} ms`);
    if (operation.startsWith('ingestion.')) await cancelJobs(doors.orchestrator ?? '');
  }
  return offenders;
}

/** What a case submits would be read while later ones are measured. */
async function cancelJobs(url: string): Promise<void> {
  const { jobs } = (await send(`${url}/v1/jobs`)).json() as { jobs: { id: string; finishedAt: string | null }[] };
  for (const { id, finishedAt } of jobs)
    if (finishedAt === null) await send(`${url}/v1/jobs/${id}`, { method: 'DELETE' });
}

afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

describe('a hostile text of the largest size in any field', () => {
  let server: RunningStandalone;
  let probe: LoopProbe;

  beforeAll(async () => {
    server = await startStandaloneProcess(processes, {
      dataDir: await folders.create(),
      env: { ...(!IS_SOAK && NO_READER), LOG_LEVEL: 'error', TOOLS_MAY_INGEST: 'true' },
    });
    probe = new LoopProbe(server.url, server.process.pid);
    const content =
      '---\nsession: 1\n---\n# The lamp\n\nThe lamp burns oil. Mara Voss keeps the lamp of Quill Point.\n';
    for (const collection of ['default', 'lore'])
      await ingest(server.url, collection, [{ kind: 'inline', name: 'lamp.md', content }]);
    await send(`${server.url}/v1/graphs/lore/build`, { json: {} });
  });
  afterAll(() => probe.close());

  const cases = chosen(({ operation }) => !operation.startsWith('planner.'));

  it(
    'holds nobody else up, over HTTP',
    async () => {
      const doors = { orchestrator: server.url, retriever: server.retrieverUrl };
      expect(await offendersAmong(cases, doors, probe)).toEqual([]);
    },
    cases.length * CASE_MS,
  );

  it(
    'nor over the Model Context Protocol',
    async () => {
      const session = await McpSession.open(server.url);
      const content = repeated('a.', 1_000_000);
      const source = { id: 's', document: 'd', chunkId: 'c', content, metadata: {}, score: 0.9 };
      const call = { query: 'What?', answer: 'See http://a.example/x now.', sources: [source] };
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'validate', arguments: call } };
      expect(await leastStall(probe, () => session.send(message))).toBeLessThanOrEqual(MOST_STALL_MS);
    },
    CASE_MS,
  );
});

const noBroker = natsServerAvailable();
const describeWithBroker = noBroker === null ? describe : describe.skip;

describeWithBroker(`such a text at an arm${noBroker === null ? '' : ` (skipped: ${noBroker})`}`, () => {
  let broker: RunningNatsServer;
  let probe: LoopProbe;
  let url: string;

  beforeAll(async () => {
    broker = await startNatsServer();
    const planner = await startArmProcess(processes, 'planner-arm', {
      natsUrl: broker.url,
      dataDir: await folders.create(),
    });
    ({ url } = planner);
    probe = new LoopProbe(url, planner.process.pid);
  });
  afterAll(async () => {
    probe.close();
    await processes.stopAll();
    await broker.stop();
  });

  const cases = chosen(({ operation }) => operation.startsWith('planner.'));

  it(
    'holds nobody else up, over HTTP',
    async () => {
      expect(await offendersAmong(cases, { planner: url }, probe)).toEqual([]);
    },
    cases.length * CASE_MS,
  );

  it(
    'nor over NATS',
    async () => {
      const connection = await connect({ servers: broker.url });
      const payload = Buffer.from(JSON.stringify({ query: repeated('a.', MAX_QUERY_LENGTH) }));
      const stall = await leastStall(probe, () => sendNats(connection, { subject: classify.subject, payload }));
      await connection.close();
      expect(stall).toBeLessThanOrEqual(MOST_STALL_MS);
    },
    CASE_MS,
  );
});
