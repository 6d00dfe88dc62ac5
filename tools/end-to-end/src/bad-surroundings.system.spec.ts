import { chmod, chown, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SearchResponse, type Answer } from '@arbiter/contracts';
import { freePort, soakSample, until } from '@arbiter/testing';
import { NO_READER } from './environment.js';
import { copyInstallation, MODEL_FOLDER } from './copy-installation.js';
import { ask, ingest, send } from './http-calls.js';
import { ARM_APPS, WORKSPACE, type App, type ArbiterOptions, type Installation } from './installation.js';
import { NOBODY, reasonAgainstNobody } from './nobody.js';
import { uniqueWord, writeNotes } from './notes-folder.js';
import { Processes, type ProcessExit } from './processes.js';
import { runProgram, type ProgramRun } from './run-program.js';
import { startStandaloneProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const NOTES = 3;
const QUESTION = `Who keeps the ${uniqueWord(1)} lantern?`;
/** One sentence, or two, on one line. */
const ONE_LINE = /^[^\n]+\.\n$/;

const processes = new Processes();
const folders = new TemporaryFolders();
let notes: string;
/** Holds the notes; specs that do harm work on copies. */
let library: string;

/** What became of the server that filled the library, and of another one that was started beside it. */
let beside: {
  readonly pid: number | undefined;
  readonly refused: ProgramRun;
  readonly answer: Answer;
  readonly exit: ProcessExit;
};

const against = reasonAgainstNobody(WORKSPACE.arbiterPath);
const because = against === null ? '' : ` (skipped that it may only be read: ${against})`;

beforeAll(async () => {
  [notes, library] = await Promise.all([folders.create(), folders.create()]);
  await chmod(notes, 0o755);
  await writeNotes(notes, NOTES);
  const first = await startStandaloneProcess(processes, { dataDir: library, env: NO_READER });
  const job = await ingest(first.url, 'default', [{ kind: 'path', path: notes }]);
  expect(job).toMatchObject({ state: 'succeeded', counts: { found: NOTES } });
  const refused = await serve('standalone', {
    ARBITER_DATA_DIR: library,
    ORCHESTRATOR_PORT: `${await freePort()}`,
    RETRIEVER_PORT: `${await freePort()}`,
  });
  const answer = await ask(first.url, { query: QUESTION });
  beside = { pid: first.process.pid, refused, answer, exit: await first.process.stop() };
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

function arbiter(dataDir: string, ...args: string[]): Promise<ProgramRun> {
  return arbiterWith({}, dataDir, ...args);
}

function arbiterWith(
  options: Partial<ArbiterOptions> & { readonly installation?: Installation },
  dataDir: string,
  ...args: string[]
): Promise<ProgramRun> {
  const { installation = WORKSPACE, env, ...rest } = options;
  return installation.arbiter(args, { cwd: notes, env: { ...NO_READER, ARBITER_DATA_DIR: dataDir, ...env }, ...rest });
}

function serve(app: App, env: Readonly<Record<string, string>>): Promise<ProgramRun> {
  return runProgram({
    command: process.execPath,
    args: [WORKSPACE.main(app)],
    env: { ...NO_READER, LOG_LEVEL: 'silent', ...env },
  });
}

async function copyOfLibrary(): Promise<string> {
  const copy = await folders.create();
  await cp(library, copy, { recursive: true });
  return copy;
}

async function sourcesFound(dataDir: string, n: number): Promise<string[]> {
  const run = await arbiter(dataDir, 'search', uniqueWord(n), '-m', 'keyword', '--json');
  return SearchResponse.parse(JSON.parse(run.stdout)).results.map(({ source }) => source);
}

describe('a server that cannot start', () => {
  it.each(
    soakSample(
      'variables of a port in use',
      [
        ['ORCHESTRATOR_PORT', 'RETRIEVER_PORT'],
        ['RETRIEVER_PORT', 'ORCHESTRATOR_PORT'],
      ] as const,
      1,
    ),
  )('names the port that is in use and the variable that chooses another: %s', async (variable, other) => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const port = (holder.address() as { port: number }).port;
    const run = await serve('standalone', {
      ARBITER_DATA_DIR: await folders.create(),
      [variable]: `${port}`,
      [other]: `${await freePort()}`,
    });
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(ONE_LINE);
    expect(run.stderr).toContain(
      `Port ${port} on 127.0.0.1 is in use by another program: stop that, or choose another`,
    );
    expect(run.stderr).toContain(variable);
    holder.close();
  });

  it('names the process that holds the data directory, and leaves it alone', () => {
    const { pid, refused, answer, exit } = beside;
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(ONE_LINE);
    expect(refused.stderr).toContain(`process ${pid}`);
    expect(answer).toMatchObject({ status: 'answered' });
    expect(exit.code).toBe(0);
  });

  it('names the reranker that is not there and the command that gets it', async () => {
    const model = 'cross-encoder/ms-marco-MiniLM-L-6-v2';
    const folder = await folders.create();
    const run = await serve('standalone', {
      ARBITER_DATA_DIR: folder,
      ARBITER_MODELS_DIR: folder,
      RERANKER_MODEL: model,
      ORCHESTRATOR_PORT: `${await freePort()}`,
      RETRIEVER_PORT: `${await freePort()}`,
    });
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(ONE_LINE);
    expect(run.stderr).toContain(`run "arbiter models --pull ${model}", or unset RERANKER_MODEL`);
  });

  it('is not ready, as an arm of its own, while its reranker is not there, and its log says why', async () => {
    const [folder, port] = await Promise.all([folders.create(), freePort()]);
    const arm = await processes.start({
      command: process.execPath,
      args: [WORKSPACE.main('retriever-arm')],
      cwd: folder,
      env: {
        ...NO_READER,
        ARBITER_DATA_DIR: folder,
        RETRIEVER_PORT: `${port}`,
        RERANKER_MODEL: 'cross-encoder/nobody-pulled-this',
      },
      readyLine: '"ready"',
    });
    const told = async (): Promise<
      [number, { readonly checks: { readonly embedder: { readonly status: string } } }]
    > => {
      const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
      return [response.status, (await response.json()) as Awaited<ReturnType<typeof told>>[1]];
    };
    // On a busy machine the embedder is still being loaded when the arm says that it listens.
    const [status, said] = await until(
      async () => {
        const answer = await told();
        return answer[1].checks.embedder.status === 'up' ? answer : null;
      },
      { timeoutMs: 60_000, intervalMs: 200, what: 'the embedder to be loaded' },
    );
    expect(status).toBe(503);
    expect(said).toMatchObject({ status: 'unready', checks: { reranker: { reason: 'unavailable' } } });
    const command = 'arbiter models --pull cross-encoder/nobody-pulled-this';
    await until(() => `${arm.stdout()}\n${arm.stderr()}`.includes(command), {
      what: 'the log to name the command',
    });
    await arm.stop();
  });

  it('refuses to listen to other machines without a key', async () => {
    const run = await serve('standalone', {
      ARBITER_DATA_DIR: await folders.create(),
      ARBITER_HOST: '0.0.0.0',
      ORCHESTRATOR_PORT: `${await freePort()}`,
      RETRIEVER_PORT: `${await freePort()}`,
    });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(ONE_LINE);
    expect(run.stderr).toContain('set ARBITER_API_KEY');
  });

  it('says where no broker answers and what to correct, whichever arm it is', async () => {
    const nobody = `nats://127.0.0.1:${await freePort()}`;
    const apps = soakSample('arms without a broker', ARM_APPS, 1);
    const runs = await Promise.all(
      apps.map(async (app) => serve(app, { NATS_URL: nobody, ARBITER_DATA_DIR: await folders.create() })),
    );
    const stderr = `No NATS broker answers at ${nobody}. Start a nats-server there, or correct NATS_URL.\n`;
    expect(runs).toEqual(apps.map(() => ({ code: 1, signal: null, stdout: '', stderr })));
  });
});

describe('an embedding model that is damaged', () => {
  const whole = join(WORKSPACE.root, MODEL_FOLDER, 'model.onnx');
  let installation: Installation;
  let file: string;
  let copy: string;
  beforeAll(async () => {
    [installation, copy] = await Promise.all([folders.create().then(copyInstallation), copyOfLibrary()]);
    file = join(installation.root, MODEL_FOLDER, 'model.onnx');
  });

  it('because a file is missing is said to who asks, with what to do', async () => {
    await rm(file);
    const asked = await arbiterWith({ installation }, copy, 'ask', QUESTION);
    expect(asked).toMatchObject({ code: 1, stdout: '' });
    expect(asked.stderr).toMatch(ONE_LINE);
    expect(asked.stderr).toContain(
      'has no file model.onnx: restore the model folder from version control or reinstall',
    );
  });

  it('because a file was altered is said to who ingests, and nothing of the library is lost', async () => {
    const bytes = await readFile(whole);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(file, bytes);
    const more = await folders.create();
    // One more than the library has: what the model has read before, it need not read again.
    await writeNotes(more, NOTES + 1);
    const ingested = await arbiterWith({ installation }, copy, 'ingest', more);
    expect(ingested.code).toBe(1);
    expect(ingested.stderr).toContain('is not the one that was published (its sha256 differs): restore');
    await cp(whole, file);
    expect((await arbiterWith({ installation }, copy, 'search', QUESTION)).code).toBe(0);
  });
});

/** By what a library meets: each takes several programs, so only one of them is tried in a run. */
const SURROUNDINGS: Readonly<Record<string, () => Promise<void>>> = {
  'was made with another embedding model: ask, ingest and HTTP refuse with the command that repairs it, and it does':
    async () => {
      const copy = await copyOfLibrary();
      const path = join(copy, 'collections', 'default.json');
      const manifest = JSON.parse(await readFile(path, 'utf8')) as object;
      await writeFile(path, JSON.stringify({ ...manifest, embeddingModel: 'nomic-embed-text', dimensions: 768 }));
      const command = 'arbiter reindex default';

      const asked = await arbiter(copy, 'ask', QUESTION, '--json');
      expect(asked.code).toBe(1);
      expect(JSON.parse(asked.stdout)).toMatchObject({
        error: { code: 'CONFLICT', message: expect.stringContaining(`\`${command}\``) },
      });
      const ingested = await arbiter(copy, 'ingest', notes);
      expect(ingested.code).toBe(1);
      expect(ingested.stderr).toContain(`\`${command}\``);
      const { process: server, url } = await startStandaloneProcess(processes, { dataDir: copy, env: NO_READER });
      const problem = (await send(`${url}/v1/query`, { json: { query: QUESTION } })).problem();
      expect(problem).toMatchObject({ status: 409, code: 'CONFLICT', detail: expect.stringContaining(command) });
      await server.stop();

      const repaired = await arbiter(copy, ...command.split(' ').slice(1));
      expect(repaired.code).toBe(0);
      expect((await arbiter(copy, 'search', QUESTION)).code).toBe(0);
    },

  'has its vectors in another store than the one that is set: ask and ingest name both and the repair, before the server is asked':
    async () => {
      const env = { QDRANT_URL: `http://127.0.0.1:${await freePort()}` };
      const refused = /with vectors in lancedb, .* vectors in qdrant\. .*`arbiter reindex default`/;
      expect((await arbiterWith({ env }, library, 'ask', QUESTION)).stderr).toMatch(refused);
      expect((await arbiterWith({ env }, library, 'ingest', notes)).stderr).toMatch(refused);
      expect((await arbiter(library, 'search', QUESTION)).code).toBe(0);
    },

  'is on a disk that is full: ingestion ends with what to do, loses nothing, and the same command goes on later':
    async () => {
      const copy = await copyOfLibrary();
      const more = await folders.create();
      await writeNotes(more, 6, { sections: 2 });
      const full = await arbiterWith({ fileBlocks: 8 }, copy, 'ingest', more);
      expect(full.code).toBe(1);
      expect(full.stderr).toContain('a file would exceed the size limit of this process. Raise the limit');
      expect(await sourcesFound(copy, 1)).toEqual(['note-001.md']);
      const again = await arbiter(copy, 'ingest', more, '--json');
      expect(again.code).toBe(0);
      expect(JSON.parse(again.stdout)).toMatchObject({ counts: { found: 6, failed: 0 } });
      expect(new Set(await sourcesFound(copy, 5))).toEqual(new Set(['note-005.md']));
    },

  'is asked in a home of somebody: nothing of Arbiter is left there, it writes into its data directory alone':
    async () => {
      const home = await folders.create();
      const run = await arbiterWith({ env: { HOME: home } }, library, 'ask', QUESTION);
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(await readdir(home, { recursive: true })).toEqual([]);
    },

  // Where nobody can be played, the case is not among those that are drawn.
  ...(against === null && {
    'may only be read: ingestion refuses, and questions are answered all the same': async () => {
      const copy = await copyOfLibrary();
      await chmod(copy, 0o555);
      for (const name of await readdir(copy, { recursive: true }))
        await chown(join(copy, name), NOBODY.uid, NOBODY.gid);
      await chown(copy, NOBODY.uid, NOBODY.gid);
      for (const name of await readdir(copy)) await chmod(join(copy, name), name.includes('.') ? 0o444 : 0o555);
      const asNobody = (...args: string[]) => arbiterWith({ user: NOBODY }, copy, ...args);
      const ingested = await asNobody('ingest', notes);
      expect(ingested).toMatchObject({ code: 1, stdout: '' });
      expect(ingested.stderr).toMatch(
        /^(Loading[^\n]+\n)?arbiter: [^\n]+may not be written by this user\. Make it writable[^\n]+\.\n$/,
      );
      expect((await asNobody('ask', QUESTION)).code).toBe(0);
    },
  }),
};

describe(`a library${because}`, () => {
  it.each(soakSample('surroundings of a library', Object.entries(SURROUNDINGS), 1))('that %s', (_, meets) => meets());
});
