import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  calibrationCurve,
  doctor,
  getAnswer,
  getReport,
  getSession,
  listReports,
  listSessions,
} from '@arbiter/contracts';
import { natsServerAvailable, startNatsServer, type RunningNatsServer } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ask, ingest, send } from './http-calls.js';
import { Processes } from './processes.js';
import { type RunningStandalone, startStandaloneProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const KEY = 'a-key-of-the-pages-of-this-server';
const as = { headers: { 'x-api-key': KEY } };
const QUESTION = 'Who keeps the Gannet Light?';
const LIGHT = 'The Gannet Light is a lighthouse. It is kept by Ruth Pell. The Lantern Guild is led by Owen Marsh.';

const engines = natsServerAvailable() === null ? ['files', 'a broker'] : ['files'];

// What the graph and the agent show is tested in the browser.
describe.each(engines)('what pages ask a server that keeps sessions in %s', (engine) => {
  const processes = new Processes();
  const folders = new TemporaryFolders();
  let broker: RunningNatsServer | null = null;
  let server: RunningStandalone;
  let dataDir: string;
  const get = async (path: string) => (await send(`${server.url}${path}`, as)).json();

  beforeAll(async () => {
    dataDir = await folders.create();
    if (engine !== 'files') broker = await startNatsServer({ jetstream: true, storeDir: await folders.create() });
    await mkdir(join(dataDir, 'reports'));
    const report = { command: 'eval answers', n: 2, metrics: { correct: 0.5 }, ci95: { correct: [0, 1] } };
    await writeFile(join(dataDir, 'reports', 'march.json'), JSON.stringify(report));
    const store = broker && { SESSION_STORE: 'nats', NATS_URL: broker.url };
    const env = { ...NO_READER, ARBITER_API_KEY: KEY, REPORTS_DIR: 'reports', ...store };
    server = await startStandaloneProcess(processes, { dataDir, env });
    await ingest(server.url, 'coast', [{ kind: 'inline', name: 'light.md', content: LIGHT }], as);
  }, 300_000);
  afterAll(async () => {
    await processes.stopAll();
    await broker?.stop();
    await folders.removeAll();
  });

  it('an answer is found by its session, and opened again as it was', async () => {
    const answer = await ask(server.url, { query: QUESTION, sessionId: 's-1' }, as);
    await ask(server.url, { query: 'Who leads the Lantern Guild?', sessionId: 's-2' }, as);
    const first = listSessions.output.parse(await get('/v1/sessions?limit=1'));
    const second = listSessions.output.parse(await get(`/v1/sessions?limit=1&after=${first.next}`));
    expect([...first.sessions, ...second.sessions].map(({ id, title, messages }) => [id, title, messages])).toEqual([
      ['s-2', 'Who leads the Lantern Guild?', 2],
      ['s-1', QUESTION, 2],
    ]);
    expect(second.next).toBeNull();
    const { messages } = getSession.output.parse(await get('/v1/sessions/s-1'));
    const kept = getAnswer.output.parse(await get(`/v1/answers/${messages[1]?.metadata.answer_id}?withoutFlight=true`));
    expect([kept.shown?.answer, kept.flight]).toEqual([answer, null]);
    expect(kept.shown?.events).not.toEqual([]);
  });

  it('reports and what people said of answers are shown', async () => {
    expect(listReports.output.parse(await get('/v1/reports'))).toMatchObject({ reports: [{ name: 'march', n: 2 }] });
    const figure = { path: 'metrics.correct', value: 0.5, interval: [0, 1] };
    expect(getReport.output.parse(await get('/v1/reports/march')).figures).toContainEqual(figure);
    for (const name of ['nowhere', '..%2Fmarch', '%2Fetc%2Fpasswd'])
      expect((await send(`${server.url}/v1/reports/${name}`, as)).problem().code).toBe('NOT_FOUND');
    const answer = await ask(server.url, { query: 'What is the Gannet Light?' }, as);
    await send(`${server.url}/v1/answers/${answer.id}/feedback`, { ...as, json: { rating: 'up' } });
    const curve = calibrationCurve.output.parse(await get('/v1/calibration'));
    expect(curve).toMatchObject({ judged: 1, bins: [{ right: 1 }] });
  });

  it('the doctor finds all well, and names no path, address or key', async () => {
    const reply = await send(`${server.url}/v1/doctor`, as);
    const { checks } = doctor.output.parse(reply.json());
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
    const arms = ['planner arm', 'retriever arm', 'retriever arm: embedder', 'validator arm', 'library', 'search'];
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(arms));
    expect(checks.find(({ name }) => name === 'search')).toMatchObject({ status: 'ok' });
    for (const secret of [dataDir, KEY, '://']) expect(reply.text).not.toContain(secret);
    expect(reply.text).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
  });
});
