import { access, cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IngestionCounts } from '@arbiter/contracts';
import { soakSample } from '@arbiter/testing';
import { auditLibrary, type LibraryAudit } from '../test/audit-library.js';
import { WORKSPACE } from './installation.js';
import { writeNotes } from './notes-folder.js';
import { Processes, type RunningProcess } from './processes.js';
import { TemporaryFolders } from './temporary-folders.js';

/** With sections of one chunk each, more than two batches of the writer. */
const NOTES = 35;
const SECTIONS = 4;
/** Of the notes, so many are stored when the second batch is. */
const WITHIN_SECOND_BATCH = 18;
/** Moments at which it is killed; a soak run takes all four, one after the other. */
const KILLS = 1;
const processes = new Processes();
/** Every store by itself. */
const contentsOf = (dataDir: string): Promise<LibraryAudit> =>
  auditLibrary({ dataDir, natsUrl: null, collection: 'default' });
const folders = new TemporaryFolders();
let notes: string;
/** A library of the notes, from which others take the vectors: to embed the notes again costs more than all else. */
let embedded: string | null = null;
/** What a library holds when nothing came in between. */
let clean: Promise<LibraryAudit> | null = null;

beforeAll(async () => {
  notes = await folders.create();
  await writeNotes(notes, NOTES, { sections: SECTIONS });
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

/** An empty data directory, with the vectors of the notes once there are any. */
async function createDataDir(): Promise<string> {
  const dataDir = await folders.create();
  if (embedded !== null) await cp(join(embedded, 'embeddings'), join(dataDir, 'embeddings'), { recursive: true });
  return dataDir;
}

async function ingestClean(): Promise<LibraryAudit> {
  const dataDir = await createDataDir();
  expect(await ingestAgain(dataDir)).toMatchObject({ added: NOTES, failed: 0 });
  const audit = await contentsOf(dataDir);
  expect(audit.documents).toHaveLength(NOTES);
  for (const { held, chunks, untrue } of [audit.vectors, audit.keywords]) {
    expect([held.length, new Set(held).size, untrue]).toEqual([chunks, chunks, []]);
    expect(chunks).toBe(NOTES * SECTIONS);
  }
  return audit;
}

async function expectClean(dataDir: string): Promise<void> {
  embedded ??= dataDir;
  clean ??= ingestClean();
  expect(await contentsOf(dataDir)).toEqual(await clean);
}

async function startIngesting(dataDir: string, ...options: string[]): Promise<RunningProcess> {
  return processes.start({
    command: process.execPath,
    args: [WORKSPACE.arbiterPath, 'ingest', notes, ...options],
    cwd: notes,
    env: { ARBITER_DATA_DIR: dataDir },
  });
}

/** Runs the same command to its end. */
async function ingestAgain(dataDir: string): Promise<IngestionCounts> {
  const run = await WORKSPACE.arbiter(['ingest', notes, '--json'], { cwd: notes, env: { ARBITER_DATA_DIR: dataDir } });
  expect(run.code).toBe(0);
  return countsIn(run.stdout);
}

const countsIn = (output: string): IngestionCounts => (JSON.parse(output) as { counts: IngestionCounts }).counts;

/** Documents that have been stored until now. */
async function storedIn(dataDir: string): Promise<number> {
  const names = await readdir(join(dataDir, 'documents', 'default', 'descriptions'), { recursive: true }).catch(
    () => [],
  );
  return names.filter((name) => name.endsWith('.json')).length;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether a process is the one that writes to a data directory. */
async function holds(dataDir: string, { pid }: RunningProcess): Promise<boolean> {
  const lock = join(dataDir, 'lock');
  const records = (await readdir(lock)).filter((name) => name.endsWith('.json'));
  // The former owner's is swept meanwhile.
  const texts = await Promise.all(records.map((name) => readFile(join(lock, name), 'utf8').catch(() => '{}')));
  return texts.some((text) => (JSON.parse(text) as { pid?: number }).pid === pid);
}

/** Waits until it is so, or the process has ended. */
async function until(isSo: () => Promise<boolean>, running: RunningProcess): Promise<void> {
  let ended = false;
  void running.exited.then(() => (ended = true));
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- set by the callback above
  while (!ended && !(await isSo())) await delay(2);
}

const untilStored = (count: number, dataDir: string, running: RunningProcess): Promise<void> =>
  until(async () => (await storedIn(dataDir)) >= count, running);

describe('an ingestion that is killed with SIGKILL', () => {
  it('at a moment that is drawn, in a soak at one after another, is completed by the same command, with nothing missing and nothing twice', async () => {
    const dataDir = await folders.create();
    let survived = 0;
    // While the first table of the index is made; within the first batch; within a later one; while it tidies up.
    const moments = ['table', 1, WITHIN_SECOND_BATCH, NOTES] as const;
    for (const moment of soakSample('kills of an ingestion', moments, KILLS)) {
      const running = await startIngesting(dataDir);
      await (moment === 'table'
        ? until(() => exists(join(dataDir, 'indexes', 'vectors.default.lance')), running)
        : untilStored(moment, dataDir, running));
      expect(await running.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
      survived = await storedIn(dataDir);
      if (moment !== NOTES) expect(survived).toBeLessThan(NOTES);
    }
    // What survived is not read again. Where the job that was killed is finished first, ours finds nothing left to do.
    const counts = await ingestAgain(dataDir);
    expect(counts).toMatchObject({ found: NOTES, failed: 0, deleted: 0 });
    expect(counts.unchanged).toBeGreaterThanOrEqual(survived);
    expect(counts.unchanged + counts.added + counts.changed).toBe(NOTES);
    await expectClean(dataDir);
  });
});

describe('an ingestion that is stopped with Ctrl-C', () => {
  let dataDir: string;
  let stored: number;

  it('ends with code 130 and keeps what is stored', async () => {
    dataDir = await createDataDir();
    const running = await startIngesting(dataDir);
    await untilStored(1, dataDir, running);
    expect(await running.stop('SIGINT')).toEqual({ code: 130, signal: null });
    expect(running.stderr()).toContain(
      'Stopped. Stored documents stay; the same command continues where this one ended.',
    );
    stored = await storedIn(dataDir);
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(NOTES);
  });

  it('is completed by the same command; one more is too many for a data directory, says which process holds it, and the first goes on', async () => {
    const first = await startIngesting(dataDir, '--json');
    await until(() => holds(dataDir, first), first);
    // Held still, so that it cannot end before the second has looked.
    process.kill(first.pid, 'SIGSTOP');
    const second = await WORKSPACE.arbiter(['ingest', notes], { cwd: notes, env: { ARBITER_DATA_DIR: dataDir } });
    expect(second).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: `arbiter: Process ${first.pid} is writing to the data directory: wait until it has ended, or stop it, and run the command again.\n`,
    });
    process.kill(first.pid, 'SIGCONT');
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(countsIn(first.stdout())).toMatchObject({ unchanged: stored, added: NOTES - stored, failed: 0 });
    await expectClean(dataDir);
  });
});
