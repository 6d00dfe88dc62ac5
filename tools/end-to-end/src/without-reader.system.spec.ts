import { cp, mkdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Answer } from '@arbiter/contracts';
import { soakSample } from '@arbiter/testing';
import { copyInstallation, READER_FOLDER } from './copy-installation.js';
import { ask, ingest } from './http-calls.js';
import { WORKSPACE, type Installation } from './installation.js';
import { Processes } from './processes.js';
import { startStandaloneProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const FERRY = [
  '# The ferry to Skarholm',
  'Signe Holm steers the ferry to Skarholm. The crossing takes forty minutes in calm weather.',
  'A bicycle costs 3 crowns. Dogs travel free on the open deck, and nobody has counted them.',
].join('\n\n');
const ANSWERED = 'Who steers the ferry to Skarholm?';
/** Shares its words with the document, which does not answer it. */
const UNANSWERABLE = 'Who counted the dogs that travel free on the open deck?';
/** A command for each; the server that has no time to read is asked both. */
const ASKED_OF_COMMAND_LINE = soakSample('questions to the command line', [ANSWERED, UNANSWERABLE], 1);
/** Highest confidence of an answer that nobody has read: `MOST_UNREAD` of @arbiter/confidence. */
const MOST_UNREAD = 0.75;

/** What can happen to the file of a model, and what is said of it; its own specs show each without a program. */
const HARMS: readonly [string, (model: string) => Promise<void>, string][] = [
  ['missing', (model) => rm(model), 'has no file model.onnx'],
  ['damaged', (model) => truncate(model, 1_000), 'does not have the size it was published with'],
];

const processes = new Processes();
const folders = new TemporaryFolders();
let library: string;
let read: readonly Answer[];
/** A clone of its own, whose reader is harmed. */
let installation: Installation;

beforeAll(async () => {
  installation = await copyInstallation(await folders.create());
  library = await folders.create();
  const dataDir = join(library, '.arbiter');
  await mkdir(dataDir);
  const server = await startStandaloneProcess(processes, { dataDir });
  const job = await ingest(server.url, 'default', [{ kind: 'inline', name: 'ferry.md', content: FERRY }]);
  expect(job.state).toBe('succeeded');
  read = [await ask(server.url, { query: ANSWERED }), await ask(server.url, { query: UNANSWERABLE })];
  await server.process.stop();
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

/** As the command line gives it, which loads the reader with its question. */
async function answerOfCommandLine(question: string): Promise<Answer> {
  const { stdout } = await installation.arbiter(['ask', question, '--json'], { cwd: library });
  return Answer.parse(JSON.parse(stdout));
}

/** It says that nobody has read; what is shown is less sure than it was, and what was declined stays declined. */
function expectStricter(question: string, unread: Answer): void {
  expect(unread.degraded).toEqual(['reader']);
  if (question === UNANSWERABLE) {
    expect(unread).toMatchObject({ status: 'declined', citations: [] });
    return;
  }
  expect(unread.validation?.checks.usefulness.reasoning).toContain('judged without reading');
  expect(unread).toMatchObject({ status: 'answered', answer: read[0]?.answer });
  expect(unread.confidence).toBeLessThan(read[0]?.confidence ?? 0);
  expect(unread.confidence).toBeLessThanOrEqual(MOST_UNREAD);
}

describe('an answer that was made without reading', () => {
  it('is compared with one that was read', () => {
    expect(read.map(({ status, degraded }) => ({ status, degraded }))).toEqual([
      { status: 'answered', degraded: [] },
      { status: 'declined', degraded: [] },
    ]);
  });

  it.each(soakSample('harms of the reader', HARMS, 1))(
    'says so where the file of the reader is %s; a server does not start',
    async (_, harm, reason) => {
      const model = join(READER_FOLDER, 'model.onnx');
      await cp(join(WORKSPACE.root, model), join(installation.root, model));
      await harm(join(installation.root, model));
      for (const question of ASKED_OF_COMMAND_LINE) expectStricter(question, await answerOfCommandLine(question));
      const started = startStandaloneProcess(processes, { dataDir: await folders.create(), installation });
      await expect(started).rejects.toMatchObject({
        message: expect.stringMatching(new RegExp(`${reason}: .*set ENABLE_READER=false to answer without it`)),
      });
    },
  );

  it('says so where the reader takes longer than it may', async () => {
    const env = { READER_TIMEOUT_MS: '10' };
    const dataDir = join(library, '.arbiter');
    const { url, process } = await startStandaloneProcess(processes, { dataDir, env });
    for (const query of [ANSWERED, UNANSWERABLE]) expectStricter(query, await ask(url, { query }));
    await process.stop();
  });
});
