import { access, readdir } from 'node:fs/promises';
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
const NOTES = 70;
const SECTIONS = 2;
/** Moments at which it is killed; a soak run takes all four. */
const KILLS = 2;
/** Of the ingestion that another one meets: it need only last until then. */
const FEW_NOTES = 4;

const processes = new Processes();
/** Every store by itself. */
const contentsOf = (dataDir: string): Promise<LibraryAudit> =>
  auditLibrary({ dataDir, natsUrl: null, collection: 'default' });
const folders = new TemporaryFolders();
let notes: string;
/** What a library holds when nothing came in between. */
let clean: LibraryAudit;

beforeAll(async () => {
  notes = await folders.create();
  await writeNotes(notes, NOTES, { sections: SECTIONS });
  const dataDir = await folders.create();
  expect(await ingestAgain(dataDir)).toMatchObject({ added: NOTES, failed: 0 });
  clean = await contentsOf(dataDir);
  expect(clean.documents).toHaveLength(NOTES);
  for (const { held, chunks, untrue } of [clean.vectors, clean.keywords]) {
    expect([held.length, new Set(held).size, untrue]).toEqual([chunks, chunks, []]);
    expect(chunks).toBe(NOTES * SECTIONS);
  }
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

async function startIngesting(dataDir: string, folder = notes): Promise<RunningProcess> {
  return processes.start({
    command: process.execPath,
    args: [WORKSPACE.arbiterPath, 'ingest', folder],
    cwd: notes,
    env: { ARBITER_DATA_DIR: dataDir },
  });
}

/** Runs the same command to its end. */
async function ingestAgain(dataDir: string): Promise<IngestionCounts> {
  const run = await WORKSPACE.arbiter(['ingest', notes, '--json'], { cwd: notes, env: { ARBITER_DATA_DIR: dataDir } });
  expect(run.code).toBe(0);
  return (JSON.parse(run.stdout) as { counts: IngestionCounts }).counts;
}

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
  it('again and again, at several moments, is completed by the same command, with nothing missing and nothing twice', async () => {
    const dataDir = await folders.create();
    let survived = 0;
    // While the first table of the index is made; within the first batch; within a later one; while it tidies up.
    const moments = ['table', 1, NOTES / 2, NOTES] as const;
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
    expect(await contentsOf(dataDir)).toEqual(clean);
  });
});

describe('an ingestion that is stopped with Ctrl-C', () => {
  it('ends with code 130, keeps what is stored, and is completed by the same command', async () => {
    const dataDir = await folders.create();
    const running = await startIngesting(dataDir);
    await untilStored(1, dataDir, running);
    expect(await running.stop('SIGINT')).toEqual({ code: 130, signal: null });
    expect(running.stderr()).toContain(
      'Stopped. Stored documents stay; the same command continues where this one ended.',
    );
    const stored = await storedIn(dataDir);
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(NOTES);
    expect(await ingestAgain(dataDir)).toMatchObject({ unchanged: stored, added: NOTES - stored, failed: 0 });
    expect(await contentsOf(dataDir)).toEqual(clean);
  });
});

describe('two ingestions at once', () => {
  it('are one too many for a data directory: the second says which process holds it, the first goes on', async () => {
    const [dataDir, few] = [await folders.create(), await folders.create()];
    await writeNotes(few, FEW_NOTES);
    const first = await startIngesting(dataDir, few);
    await until(() => exists(join(dataDir, 'documents')), first);
    // Held still, so that it cannot end before the second has looked.
    process.kill(first.pid, 'SIGSTOP');
    const second = await WORKSPACE.arbiter(['ingest', few], { cwd: few, env: { ARBITER_DATA_DIR: dataDir } });
    expect(second).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: `arbiter: Process ${first.pid} is writing to the data directory: wait until it has ended, or stop it, and run the command again.\n`,
    });
    process.kill(first.pid, 'SIGCONT');
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(await storedIn(dataDir)).toBe(FEW_NOTES);
  });
});
