import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDataDirectory } from '@arbiter/adapters-filesystem';
import {
  backUpLibrary,
  restoreLibrary,
  verifyBackup,
  type BackupSettings,
  type FinishedBackup,
  type FinishedRestore,
} from '@arbiter/backends';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { natsServerAvailable, soakCount, soakSample, startNatsServer, until } from '@arbiter/testing';
import { auditLibrary, EMBEDDED } from '../test/audit-library.js';
import { NO_READER } from './environment.js';
import { ask, ingest, search, send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { uniqueWord, writeNotes } from './notes-folder.js';
import { Processes } from './processes.js';
import { runProgram, type ProgramRun } from './run-program.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { smallDiskMissing } from './small-disk.js';
import { TemporaryFolders } from './temporary-folders.js';

const NOTES = 12;
/** Backups that are taken while documents change. */
const BACKUPS = soakCount(4);
/** Times that a backup and a restore are killed. */
const KILLS = soakCount(4);
/** Between two rounds of changes: without it they take a whole processor for as long as a backup lasts. */
const PAUSE_MS = 200;
/** Of the notes, those that each round changes: every so manieth. */
const CHANGED_EVERY = 4;
const QUESTION = 'Who keeps the lantern at jetty 7?';
const METHODS = ['keyword', 'vector', 'hybrid'] as const;
const TEST_MS = 900_000;
/** A guard against hangs, no measure: on a busy machine a model takes minutes to load. */
const COMMAND_MS = 400_000;
const EXIT_FAILED = 1;
const EXIT_REFUSED = 2;

const noBroker = natsServerAvailable();
const processes = new Processes();
const folders = new TemporaryFolders();
/** A server with notes and a session, what it finds and remembers, and the backup that was taken while it ran. */
let notes: string;
let dataDir: string;
let server: RunningStandalone;
let before: unknown;
let file: string;
let made: ProgramRun & { readonly json: unknown };
let tookMs: number;

beforeAll(async () => {
  [notes, dataDir] = await Promise.all([folders.create(), folders.create()]);
  file = join(await folders.create(), 'library.tgz');
  await writeNotes(notes, NOTES, { sections: 2 });
  server = await start(dataDir);
  await ingest(server.url, 'default', [{ kind: 'path', path: notes }]);
  expect(await ask(server.url, { query: QUESTION, sessionId: 's-1' })).toBeDefined();
  before = [await searchAll(server.retrieverUrl), await sessionMessages(server.url, 's-1')];
  const begun = performance.now();
  made = await arbiter(['backup', file], dataDir);
  tookMs = performance.now() - begun;
}, TEST_MS);
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

const start = (dir: string, env: Readonly<Record<string, string>> = {}) =>
  startStandaloneProcess(processes, { dataDir: dir, env: { ...NO_READER, ...env } });

async function arbiter(args: readonly string[], dir: string, env: Readonly<Record<string, string>> = {}) {
  const run = await WORKSPACE.arbiter([...args, '--json'], {
    cwd: dir,
    env: { ...env, ARBITER_DATA_DIR: dir },
    timeoutMs: COMMAND_MS,
  });
  return { ...run, json: run.stdout === '' ? null : (JSON.parse(run.stdout) as Record<string, unknown>) };
}

const FILES: BackupSettings = { ...EMBEDDED, documentStore: 'filesystem', natsUrl: undefined, usesJetStream: false };
const { signal } = new AbortController();

/** What `arbiter backup` does once it has started. */
const backUp = (path: string, archive: string): Promise<FinishedBackup> =>
  backUpLibrary(FILES, { path, file: archive, replace: false, arbiter: '0.0.0', clock: SYSTEM_CLOCK, signal });

/** What `arbiter restore` does once it has started, with `--force` or without. */
const restore = (archive: string, path: string, { replace = false, settings = FILES } = {}): Promise<FinishedRestore> =>
  restoreLibrary(settings, { path, file: archive, replace, clock: SYSTEM_CLOCK, signal });

async function restored(archive: string): Promise<string> {
  const path = join(await folders.create(), 'restored');
  await restore(archive, path);
  return path;
}

/** Vectors that are read from the disk and those in memory give cosines that differ in the last bits of a float. */
const TOLERANCE = 1e-6;

/** Everything but the numbers, which are compared one by one. */
function expectSame(found: unknown, before: unknown): void {
  const numbersOf = (value: unknown): [unknown, number[]] => {
    const numbers: number[] = [];
    const rest = JSON.stringify(value, (_name, one: unknown) => (typeof one === 'number' ? numbers.push(one) : one));
    return [rest, numbers];
  };
  const [[rest, numbers], [restBefore, numbersBefore]] = [numbersOf(found), numbersOf(before)];
  expect(rest).toBe(restBefore);
  for (const [index, number] of numbers.entries())
    expect(Math.abs(number - (numbersBefore[index] ?? NaN))).toBeLessThan(TOLERANCE);
}

/** What a few questions find, with every score. */
async function searchAll(retrieverUrl: string, methods: readonly string[] = METHODS): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const method of methods) {
    for (const query of [uniqueWord(3), QUESTION, 'cargo of the harbour office']) {
      const request = { query, method, min_relevance_score: 0, include_synthesis: false };
      // The first search loads the model.
      const { results } = await until(() => search(retrieverUrl, request).catch(() => null), { timeoutMs: COMMAND_MS });
      found.push(results);
    }
  }
  return found;
}

async function sessionMessages(url: string, id: string): Promise<unknown> {
  return (await send(`${url}/v1/sessions/${id}`)).json();
}

describe('a backup', () => {
  it(
    'taken while a server runs gives back the same search results, scores, sessions and answers',
    async () => {
      expect(made).toMatchObject({
        code: 0,
        json: { about: { collections: [{ name: 'default', documents: NOTES }] } },
      });
      expect(await arbiter(['backup', '--verify', file], dataDir)).toMatchObject({ code: 0 });
      expect(await readdir(join(dataDir, 'staging'))).toEqual([]);
      // A server that runs is not replaced.
      await expect(restore(file, dataDir, { replace: true })).rejects.toMatchObject({ code: 'CONFLICT' });

      const other = join(await folders.create(), 'restored');
      const env = { ARBITER_DATA_DIR: other };
      expect(await WORKSPACE.arbiter(['restore', file], { env, timeoutMs: COMMAND_MS })).toMatchObject({ code: 0 });
      const second = await start(other);
      expectSame([await searchAll(second.retrieverUrl), await sessionMessages(second.url, 's-1')], before);
      // The restored library goes on: the same folder holds nothing new.
      const again = await ingest(second.url, 'default', [{ kind: 'path', path: notes }]);
      expect(again.counts).toMatchObject({ unchanged: NOTES, added: 0, changed: 0 });
      await second.process.stop();
    },
    TEST_MS,
  );

  it(
    'that was cut off or has something appended is refused by name, and nothing of it stays',
    async () => {
      const whole = await readFile(file);
      const broken = join(await folders.create(), 'broken.tgz');
      const place = await folders.create();
      await writeFile(broken, whole.subarray(0, Math.floor(whole.length * 0.7)));
      const cut = await arbiter(['restore', broken], place);
      expect(cut).toMatchObject({
        code: EXIT_REFUSED,
        json: { error: { code: 'INVALID_REQUEST', message: expect.stringMatching(/cut off.* at file \d+ of \d+/) } },
      });
      await writeFile(broken, Buffer.concat([whole, Buffer.alloc(1)]));
      const refusal = { code: 'INVALID_REQUEST', details: { reason: 'damaged' } };
      await expect(restore(broken, place)).rejects.toMatchObject(refusal);
      await expect(verifyBackup(broken, signal)).rejects.toMatchObject(refusal);
      expect((await readdir(place)).sort()).toEqual(['lock', 'staging']);
      expect(await readdir(join(place, 'staging'))).toEqual([]);
    },
    TEST_MS,
  );

  it(
    'that is killed leaves no file of its name, and a restore that is killed leaves all or nothing',
    async () => {
      const [library, target] = [await restored(file), await folders.create()];
      const startAndKill = async (args: readonly string[], dir: string, afterMs: number): Promise<void> => {
        const env = { ARBITER_DATA_DIR: dir };
        const child = await processes.start({ command: process.execPath, args: [WORKSPACE.arbiterPath, ...args], env });
        await delay(afterMs);
        await child.stop('SIGKILL');
      };
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const half = join(target, `half-${kill}.tgz`);
        await startAndKill(['backup', half], library, (tookMs * (KILLS + kill)) / (2 * KILLS + 2));
        const there = (await readdir(target)).includes(`half-${kill}.tgz`);
        if (there) expect((await verifyBackup(half, signal)).about.collections).toMatchObject([{ documents: NOTES }]);
      }
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const place = await folders.create();
        await startAndKill(['restore', file], place, (tookMs * (KILLS + kill)) / (2 * KILLS + 2));
        const { about } = await restore(file, place, { replace: true });
        expect(about.collections).toMatchObject([{ documents: NOTES }]);
        const audit = await auditLibrary({ dataDir: place, natsUrl: null, collection: 'default' });
        expect(audit.documents).toHaveLength(NOTES);
      }
      // The killed backups left links to what is deleted; the next writer removes them.
      const writer = await openDataDirectory({ path: library, mode: 'write', clock: SYSTEM_CLOCK });
      await writer.close();
      expect((await readdir(join(library, 'staging'))).filter((name) => name.startsWith('snapshot-'))).toEqual([]);
      const audit = await auditLibrary({ dataDir: library, natsUrl: null, collection: 'default' });
      expect(audit.documents).toHaveLength(NOTES);
    },
    TEST_MS,
  );

  // The last one that needs the server: it changes its notes.
  it(
    'taken while documents change holds each of them whole',
    async () => {
      const backups = await folders.create();
      const stop = new AbortController();
      let rounds = 0;
      const changing = (async () => {
        while (!stop.signal.aborted) {
          rounds += 1;
          for (let note = 0; note < NOTES; note += CHANGED_EVERY) {
            const text = `# Note ${note}\n\nRound ${rounds}: ${uniqueWord(rounds * 100 + note).repeat((rounds % 5) + 1)}.\n`;
            await writeFile(join(notes, `note-${String(note).padStart(3, '0')}.md`), text);
          }
          if (rounds % 2 === 0) await rm(join(notes, 'note-001.md'), { force: true });
          else await writeNotes(notes, 2);
          await ingest(server.url, 'default', [{ kind: 'path', path: notes }]);
          await delay(PAUSE_MS);
        }
      })();
      const files = Array.from({ length: BACKUPS }, (_, index) => join(backups, `${index}.tgz`));
      for (const [index, archive] of files.entries()) {
        // A backup takes less than a round: each begins within another one, the first after the first changes.
        await until(() => rounds > index + 1, { timeoutMs: COMMAND_MS, intervalMs: 5 });
        await backUp(dataDir, archive);
      }
      stop.abort();
      await changing;
      expect(rounds).toBeGreaterThan(1);
      for (const archive of files) {
        const target = await restored(archive);
        const audit = await auditLibrary({ dataDir: target, natsUrl: null, collection: 'default' });
        const ids = audit.documents.map(({ id }) => id);
        const chunks = audit.documents.reduce((sum, document) => sum + document.chunks, 0);
        for (const index of [audit.vectors, audit.keywords]) {
          expect(index.untrue).toEqual([]);
          expect(index.documentIds).toEqual(ids.toSorted());
          expect([index.chunks, index.held.length]).toEqual([chunks, chunks]);
        }
      }
    },
    TEST_MS,
  );
});

const noSmallDisk = smallDiskMissing();

(noSmallDisk === null ? it : it.skip)(
  `a backup onto a disk that is full says so, leaves nothing of itself, and the library as it was${noSmallDisk === null ? '' : ` (skipped: ${noSmallDisk})`}`,
  async () => {
    const [library, disk] = [await restored(file), await folders.create()];
    // The disk goes with its process: what is left on it is told before.
    const mount = 'mount -t tmpfs -o size=16k tmpfs "$DISK" && { "$@"; code=$?; ls -A "$DISK"; exit $code; }';
    const full = await runProgram({
      command: 'unshare',
      args: [
        '--mount',
        'sh',
        '-c',
        mount,
        'sh',
        process.execPath,
        WORKSPACE.arbiterPath,
        'backup',
        join(disk, 'a.tgz'),
      ],
      env: { ARBITER_DATA_DIR: library, DISK: disk },
      timeoutMs: COMMAND_MS,
    });
    expect(full.code).toBe(EXIT_FAILED);
    expect(full.stdout).toBe('');
    expect(full.stderr).toContain('the disk is full');
    expect(full.stderr).not.toContain('    at ');
    expect(await readdir(join(library, 'staging'))).toEqual([]);
    const archive = join(await folders.create(), 'a.tgz');
    await backUp(library, archive);
    expect((await verifyBackup(archive, signal)).about.collections).toMatchObject([{ documents: NOTES }]);
  },
  TEST_MS,
);

(noBroker === null ? describe : describe.skip)(
  `a backup of a library on a broker${noBroker === null ? '' : ` (skipped: ${noBroker})`}`,
  () => {
    it(
      'gives back documents, sessions and search results on a new broker, without embedding anything',
      async () => {
        const [path, archive] = [await folders.create(), join(await folders.create(), 'library.tgz')];
        const stores = { DOCUMENT_STORE: 'nats', SESSION_STORE: 'nats' };
        const [first, second] = await Promise.all([
          startNatsServer({ jetstream: true, storeDir: await folders.create() }),
          startNatsServer({ jetstream: true, storeDir: await folders.create() }),
        ]);
        // The indexes are files here as well: one way to search them tells that they came back.
        const methods = soakSample('searches of a library on a broker', METHODS, 1);
        const folder = await folders.create();
        await writeNotes(folder, NOTES);
        try {
          const running = await start(path, { ...stores, NATS_URL: first.url });
          await ingest(running.url, 'default', [{ kind: 'path', path: folder }]);
          await ask(running.url, { query: QUESTION, sessionId: 's-1' });
          const had = [await searchAll(running.retrieverUrl, methods), await sessionMessages(running.url, 's-1')];
          const { code } = await arbiter(['backup', archive], path, { ...stores, NATS_URL: first.url });
          expect(code).toBe(0);
          await running.process.stop();

          const other = join(await folders.create(), 'restored');
          const settings = { ...FILES, documentStore: 'nats', natsUrl: second.url, usesJetStream: true } as const;
          await restore(archive, other, { settings });
          const back = await start(other, { ...stores, NATS_URL: second.url });
          expectSame([await searchAll(back.retrieverUrl, methods), await sessionMessages(back.url, 's-1')], had);
          const again = await ingest(back.url, 'default', [{ kind: 'path', path: folder }]);
          expect(again.counts).toMatchObject({ unchanged: NOTES, added: 0 });
          await back.process.stop();
          // A broker that has a library keeps it.
          const refused = restore(archive, join(await folders.create(), 'restored'), { settings });
          await expect(refused).rejects.toThrow('The broker has a library');
        } finally {
          await processes.stopAll();
          await Promise.all([first.stop(), second.stop()]);
        }
      },
      TEST_MS,
    );
  },
);
