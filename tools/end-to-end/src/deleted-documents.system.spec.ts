import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getAnswer, listAnswers, type OperationOutput, SessionExport, type IngestionJob } from '@arbiter/contracts';
import { natsServerAvailable, startNatsServer, type RunningNatsServer } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ask, ingest, send } from './http-calls.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';
import { filesWithWords } from './words-on-disk.js';

/** As words they stand in no other file. */
const [KEEPER, BEAST, PLACE] = ['quellfarn', 'zanzibarquux', 'mirmelstead'];
const WORDS = [KEEPER, BEAST, PLACE];
const SECRET = `# Mirmelstead\n\nThe Zanzibarquux of Mirmelstead is kept by Quellfarn Odo. The Zanzibarquux eats 7 eels a day.\n`;
const INN = '# The Drowned Heron\n\nA bed at the Drowned Heron costs 3 wicks a night. The inn is run by Berta Holm.\n';
/** Notes about something else; each of them is read again with every question. */
const BEACONS = 2;
const COLLECTION = 'coast';
const POLL_MS = 500;
const PATIENCE_MS = 60_000;
const [FIRST, SECOND] = ['first-session', 'second-session'];

const noBroker = natsServerAvailable();
const processes = new Processes();
const folders = new TemporaryFolders();
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

interface Library {
  /** All that is written anywhere. */
  readonly disk: string;
  readonly notes: string;
  readonly server: RunningStandalone;
}

async function open(settings: (disk: string) => Readonly<Record<string, string>>): Promise<Library> {
  const disk = await folders.create();
  const notes = await folders.create();
  for (let index = 0; index < BEACONS; index += 1) {
    await writeFile(
      join(notes, `${index}.md`),
      `# Beacon ${index}\n\nBeacon ${index} burns ${index + 2} hours a night.\n`,
    );
  }
  await writeFile(join(notes, 'inn.md'), INN);
  await writeFile(join(notes, 'secret.md'), SECRET);
  const dataDir = join(disk, 'data');
  await mkdir(dataDir);
  const env = { ...NO_READER, INGESTION_ROOTS: notes, LOG_QUERIES: 'false', ...settings(disk) };
  return { disk, notes, server: await startStandaloneProcess(processes, { dataDir, env }) };
}

async function converse({ url }: RunningStandalone): Promise<void> {
  const about = [
    ['Who keeps the Zanzibarquux of Mirmelstead?', FIRST],
    ['And what does the Zanzibarquux eat a day?', FIRST],
    ['Who keeps the Zanzibarquux of Mirmelstead?', SECOND],
  ] as const;
  for (const [query, sessionId] of about)
    expect(await ask(url, { query, sessionId })).toMatchObject({ status: 'answered' });
  const inn = { query: 'What does a bed at the Drowned Heron cost?', sessionId: FIRST };
  expect(await ask(url, inn)).toMatchObject({ status: 'answered' });
  const [{ answerId, claim }] = await claimsOf(url);
  await send(`${url}/v1/feedback`, { json: { answerId, claim, verdict: 'right' } });
}

async function claimsOf(url: string): Promise<[{ answerId: string; claim: string }]> {
  const answerId = (await recordsOf(url)).find(({ query }) => query.includes('Zanzibarquux'))?.id ?? '';
  const record = getAnswer.output.parse((await send(`${url}/v1/answers/${answerId}`)).json());
  return [{ answerId, claim: record.claims[0] ?? '' }];
}

async function recordsOf(url: string): Promise<OperationOutput<typeof getAnswer>[]> {
  const { answers } = listAnswers.output.parse((await send(`${url}/v1/answers`)).json());
  return Promise.all(
    answers.map(async ({ id }) => getAnswer.output.parse((await send(`${url}/v1/answers/${id}`)).json())),
  );
}

async function exportOf(url: string, sessionId: string): Promise<SessionExport> {
  return SessionExport.parse((await send(`${url}/v1/sessions/${sessionId}/export`)).json());
}

/** Waits until no file holds a word of the document. @throws Error that names files, for a wait that lasts too long */
async function whenForgotten(disk: string): Promise<void> {
  for (let waited = 0; ; waited += POLL_MS) {
    const held = await filesWithWords(disk, WORDS);
    if (held.length === 0) return;
    if (waited > PATIENCE_MS) throw new Error(`a deleted document stands in ${held.join(', ')}`);
    await delay(POLL_MS);
  }
}

/** What is there of the document's two sessions, and how it says what has become of them. */
async function expectRedacted(url: string, jobId: string | null): Promise<void> {
  const redacted = { at: expect.any(String), jobId };
  const [first, second] = [await exportOf(url, FIRST), await exportOf(url, SECOND)];
  expect(first.messages.map(({ content }) => content).slice(0, 4)).toEqual(['', '', '', '']);
  expect(second.messages).toMatchObject([{ metadata: { redacted } }, { metadata: { redacted } }]);
  expect(first.messages.at(-1)?.content).toContain('3 wicks');
  expect(first.insights.map(({ summary }) => summary).join()).not.toMatch(/Zanzibarquux/);
  const records = await recordsOf(url);
  expect(records).toHaveLength(4);
  expect(
    records.filter((record) => record.redacted?.jobId === jobId && record.flight === null && record.shown === null)
      .length,
  ).toBeGreaterThan(2);
  const inn = records.find(({ query }) => query.includes('Drowned Heron'));
  expect(inn).toMatchObject({ redacted, flight: null });
  expect(inn?.shown?.answer.citations.map(({ quote }) => quote).join(' ')).toContain('3 wicks');
}

/** What was learnt comes up no more, and neither does the document. */
async function expectUnknown(url: string): Promise<void> {
  const again = await ask(url, { query: 'Who keeps the Zanzibarquux of Mirmelstead?', sessionId: SECOND });
  expect(again.status).toBe('declined');
  expect(JSON.stringify(again)).not.toMatch(/Odo/);
}

describe('a document that is deleted after it was asked about', () => {
  let library: Library;
  beforeAll(async () => {
    library = await open(() => ({}));
  });

  it('stands in no file of the data directory soon after the job that found it gone', async () => {
    const { disk, notes, server } = library;
    const read = (): Promise<IngestionJob> => ingest(server.url, COLLECTION, [{ kind: 'path', path: notes }]);
    expect((await read()).counts).toMatchObject({ added: BEACONS + 2 });
    expect((await send(`${server.url}/v1/graphs/${COLLECTION}/build`, { json: {} })).status).toBe(200);
    await converse(server);
    const held = (await filesWithWords(disk, WORDS)).map((path) => path.replace(/^data\//, ''));
    expect(held).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^extractions\//),
        expect.stringMatching(/^graphs\//),
        'orchestrator/answers.jsonl',
        'orchestrator/feedback.jsonl',
        'orchestrator/insights.jsonl',
        `orchestrator/sessions/${FIRST}.jsonl`,
        `orchestrator/sessions/${SECOND}.jsonl`,
      ]),
    );
    await rm(join(notes, 'secret.md'));
    const job = await read();
    expect(job.counts).toMatchObject({ deleted: 1, unchanged: BEACONS + 1 });
    await whenForgotten(disk);
    await expectRedacted(server.url, job.id);
  });

  it('stands in none when it was sent along and is deleted by its id', async () => {
    const { disk, server } = library;
    await ingest(server.url, COLLECTION, [{ kind: 'inline', name: 'sent.md', content: SECRET }]);
    const query = 'Who keeps the Zanzibarquux of Mirmelstead?';
    const answer = await ask(server.url, { query, sessionId: 'third-session' });
    expect(answer.status).toBe('answered');
    const { documentId } = answer.citations[0]!;
    expect((await filesWithWords(disk, WORDS)).length).toBeGreaterThan(0);
    expect((await send(`${server.url}/v1/documents/${documentId}`, { method: 'DELETE' })).status).toBe(200);
    await whenForgotten(disk);
    await expectUnknown(server.url);
  });
});

(noBroker === null ? describe : describe.skip)(
  `a deleted document of a library on a broker${noBroker === null ? '' : ` (skipped: ${noBroker})`}`,
  () => {
    let broker: RunningNatsServer | null = null;
    afterAll(() => broker?.stop());

    it('stands in no file of the data directory or the broker', async () => {
      const storeDir = await folders.create();
      broker = await startNatsServer({ jetstream: true, storeDir });
      const { url: natsUrl } = broker;
      const onBroker = { NATS_URL: natsUrl, SESSION_STORE: 'nats', DOCUMENT_STORE: 'nats' };
      const { disk, notes, server } = await open(() => onBroker);
      const read = (): Promise<IngestionJob> => ingest(server.url, COLLECTION, [{ kind: 'path', path: notes }]);
      await read();
      expect((await send(`${server.url}/v1/graphs/${COLLECTION}/build`, { json: {} })).status).toBe(200);
      await converse(server);
      const held = await filesWithWords(storeDir, WORDS);
      const keys = ['sessions', 'insights', 'answers', 'documents'].map((name) => `KV_arbiter-${name}`);
      const streams = [...keys, 'OBJ_arbiter-extractions', 'OBJ_arbiter-graphs-snapshots'];
      for (const stream of streams) expect(held.join('\n')).toContain(stream);
      await rm(join(notes, 'secret.md'));
      const job = await read();
      await whenForgotten(disk);
      await whenForgotten(storeDir);
      await expectRedacted(server.url, job.id);
    });
  },
);
