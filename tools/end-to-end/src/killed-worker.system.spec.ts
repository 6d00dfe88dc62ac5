import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IngestionJob } from '@arbiter/contracts';
import { seededRandom } from '@arbiter/ports/testing';
import {
  freePort,
  IS_SOAK,
  natsServerAvailable,
  soakSample,
  soakSeed,
  startNatsServer,
  until,
  type RunningNatsServer,
} from '@arbiter/testing';
import { auditLibrary, type LibraryAudit } from '../test/audit-library.js';
import { NO_READER } from './environment.js';
import { ingest, send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { contentsOf, type LibraryContents } from './library-contents.js';
import { uniqueWord, writeNotes } from './notes-folder.js';
import { Processes, type RunningProcess } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const NOTES = 36;
/** Of notes that are never changed, one that is, and one that goes. */
const SEARCHED = [0, 21, NOTES - 2, 7, 9];
/** Times that the worker is killed on each queue: the moments are drawn, so that they add up over runs. */
const KILLS = IS_SOAK ? 20 : 1;
const SEED = soakSeed('kills of a worker');
/** A worker is killed up to so long after it is ready, in milliseconds: about what all notes take. */
const LATEST_MS = 2_000;
/** Loading the model on a busy machine takes its time. */
const READY_MS = 60_000;
const END_MS = 120_000;
const TEST_MS = 120_000 + KILLS * 60_000;

const noBroker = natsServerAvailable();
const processes = new Processes();
const folders = new TemporaryFolders();
let broker: RunningNatsServer | null = null;
let notes: string;

/** Of the pack that reads files of units. */
const COLLECTION = 'warhammer-40k_units';
const PACKS = { ARBITER_DOMAINS_DIR: join(WORKSPACE.root, 'domains') };

const QUEUES = {
  filesystem: { DOCUMENT_STORE: 'filesystem' },
  nats: { DOCUMENT_STORE: 'nats' },
} as const;

beforeAll(async () => {
  notes = join(await folders.create(), 'notes');
  if (noBroker === null) broker = await startNatsServer({ jetstream: true, storeDir: await folders.create() });
});
afterAll(async () => {
  await processes.stopAll();
  await broker?.stop();
  await folders.removeAll();
});

/** A file of units, which are kept in a store of their own. */
async function writeUnits(folder: string, round: number): Promise<void> {
  const entry = (id: number, name: string): string => `<selectionEntry id="e${id}" name="${name}" type="unit"/>`;
  const units = [entry(1, 'Badger Guard'), entry(2, `Hedge Knight ${round}`)].join('');
  const system =
    `<gameSystem id="hw" name="Hedge Wars" revision="${round}" battleScribeVersion="2.03" ` +
    `xmlns="http://www.battlescribe.net/schema/gameSystemSchema">` +
    `<sharedSelectionEntries>${units}</sharedSelectionEntries></gameSystem>`;
  await writeFile(join(folder, 'units.gst'), system);
}

/** Changes a note and the units, writes another note and takes a third away. */
async function changeNotes(folder: string, round: number): Promise<void> {
  await writeUnits(folder, round);
  const text = `# The ${uniqueWord(7)} lantern\n\nThe ${uniqueWord(7)} lantern was moved to jetty ${round} in spring.\n`;
  await writeFile(join(folder, 'note-007.md'), text);
  await writeFile(join(folder, `late-${round}.md`), `# Late\n\nEntry ${round} of the harbour book came late.\n`);
  await rm(join(folder, 'note-009.md'), { force: true });
}

(noBroker === null ? describe : describe.skip)(
  `a worker that is killed at random moments, ${KILLS} in this run${noBroker === null ? '' : ` (skipped: ${noBroker})`}`,
  () => {
    const workerIn = async (dataDir: string, env: Readonly<Record<string, string>>) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const start = (): Promise<RunningProcess> =>
        processes.start({
          command: process.execPath,
          args: [WORKSPACE.main('ingestion-worker')],
          cwd: dataDir,
          env: { ...PACKS, ...env, ARBITER_DATA_DIR: dataDir, ARM_PORT: `${port}` },
          readyUrl: `${url}/health/ready`,
          timeoutMs: READY_MS,
        });
      return { url, start };
    };
    const serverIn = (dataDir: string, env: Readonly<Record<string, string>> = {}) =>
      startStandaloneProcess(processes, { dataDir, env: { ...NO_READER, ...PACKS, ...env } });
    /** What is found in a library, and, once its server has ended, all that its stores hold. */
    const examine = async (
      { url, process: server }: RunningStandalone,
      dataDir: string,
      natsUrl: string | null,
    ): Promise<{ readonly contents: LibraryContents; readonly audit: LibraryAudit }> => {
      const contents = await contentsOf(url, SEARCHED);
      await server.stop();
      return { contents, audit: await auditLibrary({ dataDir, natsUrl, collection: COLLECTION }) };
    };
    /** The same when nothing came in between: with every queue, the folder holds the same in the end. */
    let clean: ReturnType<typeof examine> | null = null;
    /** @param embedded a library of the same notes: their vectors are the only thing that is taken from it */
    const examineClean = async (embedded: string) => {
      const dataDir = await folders.create();
      await cp(join(embedded, 'embeddings'), join(dataDir, 'embeddings'), { recursive: true });
      const server = await serverIn(dataDir, { INGESTION_ROOTS: notes });
      const job = await ingest(server.url, COLLECTION, [{ kind: 'path', path: notes }]);
      expect(job).toMatchObject({ state: 'succeeded', counts: { failed: 0 } });
      return examine(server, dataDir, null);
    };
    const submit = async (url: string, folder: string): Promise<IngestionJob> => {
      const sources = [{ kind: 'path', path: folder }];
      return IngestionJob.parse((await send(`${url}/v1/jobs`, { json: { collection: COLLECTION, sources } })).json());
    };

    it.each(soakSample('queues of a killed worker', Object.keys(QUEUES) as (keyof typeof QUEUES)[], 1))(
      'leaves every document exactly once and no chunk of another, on the queue %s',
      async (queue) => {
        const dataDir = await folders.create();
        await rm(notes, { recursive: true, force: true });
        const env = { ...QUEUES[queue], NATS_URL: broker!.url, INGESTION_ROOTS: notes };
        await writeNotes(notes, NOTES, { sections: 2 });
        await writeUnits(notes, 0);
        const { url, start } = await workerIn(dataDir, env);
        const random = seededRandom(SEED);
        for (let kill = 1; kill <= KILLS; kill += 1) {
          const worker = await start();
          await submit(url, notes);
          await delay(random() * LATEST_MS);
          expect(await worker.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
          await changeNotes(notes, kill);
        }
        // The worker of a standalone, which tells what is found as well.
        const server = await serverIn(dataDir, env);
        // Whatever was cut short, and then once more what the folder holds now.
        const { id } = await submit(server.url, notes);
        await delay(random() * LATEST_MS);
        // Unplugged while it works: the job waits, and goes on.
        await broker!.restart();
        const ended = await until(
          async () => {
            const listed = await send(`${server.url}/v1/jobs`);
            // For a moment the queue itself may be away.
            if (listed.status !== 200) return null;
            const { jobs } = listed.json() as { jobs: IngestionJob[] };
            return jobs.every(({ finishedAt }) => finishedAt !== null) ? jobs : null;
          },
          { timeoutMs: END_MS, intervalMs: 200, what: 'the end of every job' },
        );
        expect(ended.find((job) => job.id === id)).toMatchObject({ state: 'succeeded', counts: { failed: 0 } });

        const natsUrl = env.DOCUMENT_STORE === 'nats' ? broker!.url : null;
        const { contents: killed, audit } = await examine(server, dataDir, natsUrl);
        // Of every store by itself: as if nothing had come in between.
        clean ??= examineClean(dataDir);
        expect({ contents: killed, audit }).toEqual(await clean);
        const { documents, vectors, keywords, entities } = audit;
        const ids = documents.map(({ id }) => id);
        const sources = documents.map(({ source }) => source);
        const chunks = documents.reduce((sum, document) => sum + document.chunks, 0);
        expect(new Set(sources).size).toBe(NOTES + KILLS);
        for (const index of [vectors, keywords]) {
          expect(index).toMatchObject({ documentIds: ids, chunks, untrue: [] });
          expect(new Set(index.held).size).toBe(chunks);
        }
        expect(Object.values(entities)).toEqual([expect.arrayContaining(['Badger Guard', `Hedge Knight ${KILLS}`])]);
        expect(ids).toEqual(expect.arrayContaining(Object.keys(entities)));
        // Of the note that has gone nothing is found, of the one that was changed only what it says now.
        expect([killed.found[4], killed.found[3]]).toEqual([[], [expect.stringMatching(/^note-007\.md/)]]);
      },
      TEST_MS,
    );
  },
);
