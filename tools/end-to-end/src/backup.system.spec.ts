import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { natsServerAvailable, soakCount, startNatsServer, until } from '@arbiter/testing';
import { auditLibrary } from '../test/audit-library.js';
import { NO_READER } from './environment.js';
import { ask, ingest, search, send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { uniqueWord, writeNotes } from './notes-folder.js';
import { Processes } from './processes.js';
import { runProgram } from './run-program.js';
import { startStandaloneProcess } from './servers.js';
import { smallDiskMissing } from './small-disk.js';
import { TemporaryFolders } from './temporary-folders.js';

const NOTES = 24;
/** Backups that are taken while documents change. */
const BACKUPS = soakCount(4);
/** Times that a backup and a restore are killed. */
const KILLS = soakCount(4);
/** Between two rounds of changes: without it they take a whole processor for as long as a backup lasts. */
const PAUSE_MS = 200;
const TEST_MS = 900_000;
/** A guard against hangs, no measure: on a busy machine a model takes minutes to load. */
const COMMAND_MS = 400_000;
const EXIT_FAILED = 1;

const noBroker = natsServerAvailable();
const processes = new Processes();
const folders = new TemporaryFolders();
/** Notes that no test changes, and a library that holds them; tests work on copies of it. */
let unchanged: string;
let library: string;

beforeAll(async () => {
  [unchanged, library] = await Promise.all([folders.create(), folders.create()]);
  await writeNotes(unchanged, NOTES);
  expect(await arbiter(['ingest', unchanged], library)).toMatchObject({ code: 0 });
}, TEST_MS);
afterEach(() => processes.stopAll());
afterAll(() => folders.removeAll());

const start = (dataDir: string, env: Readonly<Record<string, string>> = {}) =>
  startStandaloneProcess(processes, { dataDir, env: { ...NO_READER, ...env } });

async function copyOfLibrary(): Promise<string> {
  const copy = await folders.create();
  await cp(library, copy, { recursive: true });
  return copy;
}

async function arbiter(args: readonly string[], dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const run = await WORKSPACE.arbiter([...args, '--json'], {
    cwd: dataDir,
    env: { ...env, ARBITER_DATA_DIR: dataDir },
  });
  return { ...run, json: run.stdout === '' ? null : (JSON.parse(run.stdout) as Record<string, unknown>) };
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
async function searchAll(retrieverUrl: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const method of ['keyword', 'vector', 'hybrid']) {
    for (const query of [uniqueWord(3), 'Who keeps the lantern at jetty 7?', 'cargo of the harbour office']) {
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
      const [dataDir, notes] = [await folders.create(), await folders.create()];
      const file = join(await folders.create(), 'library.tgz');
      await writeNotes(notes, NOTES, { sections: 2 });
      const server = await start(dataDir);
      await ingest(server.url, 'default', [{ kind: 'path', path: notes }]);
      const answer = await ask(server.url, { query: 'Who keeps the lantern at jetty 7?', sessionId: 's-1' });
      expect(answer).toBeDefined();
      const before = [await searchAll(server.retrieverUrl), await sessionMessages(server.url, 's-1')];
      const made = await arbiter(['backup', file], dataDir);
      expect(made).toMatchObject({
        code: 0,
        json: { about: { collections: [{ name: 'default', documents: NOTES }] } },
      });
      expect(await arbiter(['backup', '--verify', file], dataDir)).toMatchObject({ code: 0 });
      expect(await readdir(join(dataDir, 'staging'))).toEqual([]);
      // A server that runs is not replaced.
      expect((await arbiter(['restore', file, '--force'], dataDir)).code).toBe(EXIT_FAILED);
      await server.process.stop();

      const other = join(await folders.create(), 'restored');
      const back = await WORKSPACE.arbiter(['restore', file], {
        env: { ARBITER_DATA_DIR: other },
        timeoutMs: COMMAND_MS,
      });
      expect(back.code).toBe(0);
      const restored = await start(other);
      expectSame([await searchAll(restored.retrieverUrl), await sessionMessages(restored.url, 's-1')], before);
      // The restored library goes on: the same folder holds nothing new.
      const again = await ingest(restored.url, 'default', [{ kind: 'path', path: notes }]);
      expect(again.counts).toMatchObject({ unchanged: NOTES, added: 0, changed: 0 });
    },
    TEST_MS,
  );

  it(
    'taken while documents change holds each of them whole',
    async () => {
      const [dataDir, notes, backups] = [await folders.create(), await folders.create(), await folders.create()];
      await writeNotes(notes, NOTES, { sections: 2 });
      const { url } = await start(dataDir);
      await ingest(url, 'default', [{ kind: 'path', path: notes }]);
      const stop = new AbortController();
      let rounds = 0;
      const changing = (async () => {
        while (!stop.signal.aborted) {
          rounds += 1;
          for (let note = 0; note < NOTES; note += 2) {
            const text = `# Note ${note}\n\nRound ${rounds}: ${uniqueWord(rounds * 100 + note).repeat((rounds % 5) + 1)}.\n`;
            await writeFile(join(notes, `note-${String(note).padStart(3, '0')}.md`), text);
          }
          if (rounds % 2 === 0) await rm(join(notes, 'note-001.md'), { force: true });
          else await writeNotes(notes, 2);
          await ingest(url, 'default', [{ kind: 'path', path: notes }]);
          // A round takes less than a backup, also with a pause.
          await delay(PAUSE_MS);
        }
      })();
      const files = Array.from({ length: BACKUPS }, (_, index) => join(backups, `${index}.tgz`));
      for (const file of files) {
        expect(await arbiter(['backup', file], dataDir)).toMatchObject({ code: 0 });
        await delay(300);
      }
      stop.abort();
      await changing;
      expect(rounds).toBeGreaterThan(1);
      for (const file of files) {
        const target = join(await folders.create(), 'restored');
        const back = await WORKSPACE.arbiter(['restore', file], {
          env: { ARBITER_DATA_DIR: target },
          timeoutMs: COMMAND_MS,
        });
        expect(back).toMatchObject({ code: 0 });
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

  it(
    'that is killed leaves no file of its name, and a restore that is killed leaves all or nothing',
    async () => {
      const [dataDir, target] = [await copyOfLibrary(), await folders.create()];
      const file = join(target, 'library.tgz');
      const startAndKill = async (args: readonly string[], dir: string, afterMs: number): Promise<void> => {
        const env = { ARBITER_DATA_DIR: dir };
        const child = await processes.start({ command: process.execPath, args: [WORKSPACE.arbiterPath, ...args], env });
        await delay(afterMs);
        await child.stop('SIGKILL');
      };
      const begun = performance.now();
      expect((await arbiter(['backup', file], dataDir)).code).toBe(0);
      const tookMs = performance.now() - begun;
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const half = join(target, `half-${kill}.tgz`);
        await startAndKill(['backup', half], dataDir, (tookMs * (KILLS + kill)) / (2 * KILLS + 2));
        const there = (await readdir(target)).includes(`half-${kill}.tgz`);
        if (there) expect((await arbiter(['backup', '--verify', half], dataDir)).code).toBe(0);
      }
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const place = await folders.create();
        await startAndKill(['restore', file], place, (tookMs * (KILLS + kill)) / (2 * KILLS + 2));
        const { json } = await arbiter(['restore', file, '--force'], place);
        expect(json).toMatchObject({ about: { collections: [{ documents: NOTES }] } });
        const audit = await auditLibrary({ dataDir: place, natsUrl: null, collection: 'default' });
        expect(audit.documents).toHaveLength(NOTES);
      }
      // The killed backups left links to what is deleted; the next writer removes them.
      expect((await arbiter(['ingest', unchanged], dataDir)).code).toBe(0);
      expect((await readdir(join(dataDir, 'staging'))).filter((name) => name.startsWith('snapshot-'))).toEqual([]);
    },
    TEST_MS,
  );
});

const noSmallDisk = smallDiskMissing();

(noSmallDisk === null ? it : it.skip)(
  `a backup onto a disk that is full says so, leaves nothing of itself, and the library as it was${noSmallDisk === null ? '' : ` (skipped: ${noSmallDisk})`}`,
  async () => {
    const [dataDir, disk] = [await copyOfLibrary(), await folders.create()];
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
      env: { ARBITER_DATA_DIR: dataDir, DISK: disk },
      timeoutMs: COMMAND_MS,
    });
    expect(full.code).toBe(EXIT_FAILED);
    expect(full.stdout).toBe('');
    expect(full.stderr).toContain('the disk is full');
    expect(full.stderr).not.toContain('    at ');
    expect(await readdir(join(dataDir, 'staging'))).toEqual([]);
    const file = join(await folders.create(), 'a.tgz');
    expect(await arbiter(['backup', file], dataDir)).toMatchObject({ code: 0 });
    expect(await arbiter(['backup', '--verify', file], dataDir)).toMatchObject({ code: 0 });
  },
  TEST_MS,
);

(noBroker === null ? describe : describe.skip)(
  `a backup of a library on a broker${noBroker === null ? '' : ` (skipped: ${noBroker})`}`,
  () => {
    it(
      'gives back documents, sessions and search results on a new broker, without embedding anything',
      async () => {
        const [dataDir, notes] = [await folders.create(), await folders.create()];
        const file = join(await folders.create(), 'library.tgz');
        await writeNotes(notes, NOTES);
        const stores = { DOCUMENT_STORE: 'nats', JOB_QUEUE: 'nats', SESSION_STORE: 'nats' };
        const [first, second] = await Promise.all([
          startNatsServer({ jetstream: true, storeDir: await folders.create() }),
          startNatsServer({ jetstream: true, storeDir: await folders.create() }),
        ]);
        try {
          const server = await start(dataDir, { ...stores, NATS_URL: first.url });
          await ingest(server.url, 'default', [{ kind: 'path', path: notes }]);
          await ask(server.url, { query: 'Who keeps the lantern at jetty 7?', sessionId: 's-1' });
          const before = [await searchAll(server.retrieverUrl), await sessionMessages(server.url, 's-1')];
          expect(await arbiter(['backup', file], dataDir, { ...stores, NATS_URL: first.url })).toMatchObject({
            code: 0,
          });
          await server.process.stop();

          const other = join(await folders.create(), 'restored');
          const env = { ...stores, NATS_URL: second.url, ARBITER_DATA_DIR: other };
          expect(await WORKSPACE.arbiter(['restore', file], { env, timeoutMs: COMMAND_MS })).toMatchObject({ code: 0 });
          const restored = await start(other, { ...stores, NATS_URL: second.url });
          expectSame([await searchAll(restored.retrieverUrl), await sessionMessages(restored.url, 's-1')], before);
          const again = await ingest(restored.url, 'default', [{ kind: 'path', path: notes }]);
          expect(again.counts).toMatchObject({ unchanged: NOTES, added: 0 });
          await restored.process.stop();
          // A broker that has a library keeps it.
          const third = join(await folders.create(), 'restored');
          const refused = await WORKSPACE.arbiter(['restore', file], { env: { ...env, ARBITER_DATA_DIR: third } });
          expect(refused).toMatchObject({
            code: EXIT_FAILED,
            stderr: expect.stringContaining('The broker has a library'),
          });
        } finally {
          await processes.stopAll();
          await Promise.all([first.stop(), second.stop()]);
        }
      },
      TEST_MS,
    );
  },
);
