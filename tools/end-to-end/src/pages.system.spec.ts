import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AgentEvent,
  Answer,
  calibrationCurve,
  doctor,
  expand,
  getAnswer,
  getReport,
  getSession,
  getSubgraph,
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
const DOCUMENTS = {
  'light.md': '# Gannet Light\n\nThe Gannet Light is a lighthouse. It is kept by Ruth Pell.\n',
  'keeper.md': '# Ruth Pell\n\nRuth Pell is a keeper. She is a member of the Lantern Guild.\n',
  'guild.md': '# Lantern Guild\n\nThe Lantern Guild is an organisation. It is led by Owen Marsh.\n',
};
const noBroker = natsServerAvailable();

describe.each(['files', 'a broker'] as const)('what pages ask a server that keeps sessions in %s', (engine) => {
  const suite = engine === 'files' || noBroker === null ? it : it.skip;
  const processes = new Processes();
  const folders = new TemporaryFolders();
  let broker: RunningNatsServer | null = null;
  let server: RunningStandalone;
  let dataDir: string;
  const get = async (path: string) => (await send(`${server.url}${path}`, as)).json();

  beforeAll(async () => {
    if (engine !== 'files' && noBroker !== null) return;
    dataDir = await folders.create();
    if (engine !== 'files') broker = await startNatsServer({ jetstream: true, storeDir: await folders.create() });
    await mkdir(join(dataDir, 'reports'));
    const report = { command: 'eval answers', n: 2, metrics: { correct: 0.5 }, ci95: { correct: [0, 1] } };
    await writeFile(join(dataDir, 'reports', 'march.json'), JSON.stringify(report));
    server = await startStandaloneProcess(processes, {
      dataDir,
      env: {
        ...{ ...NO_READER, ARBITER_API_KEY: KEY, REPORTS_DIR: 'reports' },
        ...(broker && { SESSION_STORE: 'nats', NATS_URL: broker.url }),
      },
    });
    const sources = Object.entries(DOCUMENTS).map(([name, content]) => ({ kind: 'inline', name, content }));
    await ingest(server.url, 'coast', sources, as);
    await send(`${server.url}/v1/graphs/coast/build`, { ...as, json: {} });
    const entity_updates = [{ entity_id: 'ruth-pell', status: 'missing' }];
    const json = { collection: 'coast', entries: [{ session_id: 3, date: '2026-04-01', entity_updates }] };
    await send(`${server.url}/v1/changelog`, { ...as, json });
  }, 300_000);
  afterAll(async () => {
    await processes.stopAll();
    await broker?.stop();
    await folders.removeAll();
  });

  suite('an answer is found by its session, and opened again as it was', async () => {
    const answer = await ask(server.url, { query: QUESTION, sessionId: 's-1', asOfSession: 2 }, as);
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
    expect(kept.shown?.answer).toEqual(answer);
    expect(kept.shown?.events).not.toEqual([]);
    expect(kept.flight).toBeNull();
  });

  suite('the stream of the agent ends with what came of it', async () => {
    const { text } = await send(`${server.url}/agentic_search`, {
      ...as,
      json: { query: QUESTION, session_id: 's-3' },
    });
    const events = text
      .trim()
      .split('\n')
      .map((line) => AgentEvent.parse(JSON.parse(line)));
    const last = events.at(-1);
    if (last?.type !== 'complete' || !last.answer) throw new Error('the run did not end well');
    expect(last.answer.timings.length).toBeGreaterThan(0);
    const kept = getAnswer.output.parse(await get(`/v1/answers/${last.answer.id}`));
    expect(kept.shown?.events).toEqual(events);
    expect(Answer.parse(kept.shown?.answer)).toMatchObject({
      status: last.answer.status,
      citations: last.answer.citations,
    });
  });

  suite('the graph is drawn around a thing, at a session and now, and as communities', async () => {
    const drawn = async (query: string) => getSubgraph.output.parse(await get(`/v1/graphs/coast/subgraph?${query}`));
    const around = await drawn('entity=Gannet%20Light&depth=2&asOfSession=2');
    expect(around.entities.map(({ id, distance }) => `${distance} ${id}`)).toEqual(
      expect.arrayContaining(['0 gannet-light', '1 ruth-pell', '2 lantern-guild']),
    );
    expect(around.entities.find(({ id }) => id === 'ruth-pell')?.status).toBeNull();
    const { entities } = await drawn('entity=ruth-pell');
    expect(entities[0]).toMatchObject({ status: 'missing', availability: 'away', since: 3 });
    expect((await drawn('')).communities.length).toBeGreaterThan(0);
    const json = { collection: 'coast', ids: ['ruth-pell'] };
    const told = expand.output.parse((await send(`${server.url}/v1/expand`, { ...as, json })).json());
    expect(told.expansions[0]?.changes).toEqual([
      { entry: 1, session: 3, status: 'missing', availability: 'away', date: '2026-04-01' },
    ]);
    expect((await send(`${server.url}/v1/graphs/coast/subgraph?entity=x&depth=99`, as)).problem().code).toBe(
      'INVALID_REQUEST',
    );
    expect((await send(`${server.url}/v1/graphs/coast/subgraph?entity=nobody`, as)).problem().code).toBe('NOT_FOUND');
  });

  suite('reports and what people said of answers are shown', async () => {
    expect(listReports.output.parse(await get('/v1/reports'))).toMatchObject({ reports: [{ name: 'march', n: 2 }] });
    expect(getReport.output.parse(await get('/v1/reports/march')).figures).toContainEqual({
      ...{ path: 'metrics.correct', value: 0.5, interval: [0, 1] },
    });
    for (const name of ['nowhere', '..%2Fmarch', '%2Fetc%2Fpasswd'])
      expect((await send(`${server.url}/v1/reports/${name}`, as)).problem().code).toBe('NOT_FOUND');
    const answer = await ask(server.url, { query: 'What is the Gannet Light?' }, as);
    expect(answer.status).toBe('answered');
    await send(`${server.url}/v1/answers/${answer.id}/feedback`, { ...as, json: { rating: 'up' } });
    expect(calibrationCurve.output.parse(await get('/v1/calibration'))).toMatchObject({
      judged: 1,
      bins: [{ right: 1 }],
    });
  });

  suite('the doctor finds all well, and names no path, address or key', async () => {
    const reply = await send(`${server.url}/v1/doctor`, as);
    const { checks } = doctor.output.parse(reply.json());
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'planner arm',
        'retriever arm',
        'retriever arm: embedder',
        'validator arm',
        'library',
        'search',
      ]),
    );
    expect(checks.find(({ name }) => name === 'search')).toMatchObject({ status: 'ok' });
    expect(reply.text).not.toContain(dataDir);
    expect(reply.text).not.toContain(KEY);
    expect(reply.text).not.toMatch(/\d+\.\d+\.\d+\.\d+|:\/\//);
  });
});
