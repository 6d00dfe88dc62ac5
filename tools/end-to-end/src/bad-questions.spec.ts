import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ask, ingest, send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import type { ProgramRun } from './run-program.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const processes = new Processes();
const folders = new TemporaryFolders();
let standalone: RunningStandalone;

beforeAll(async () => {
  standalone = await startStandaloneProcess(processes, { dataDir: await folders.create(), env: NO_READER });
  const content = '# Ferry\n\nSigne Holm steers the ferry to Skarholm.\n';
  await ingest(standalone.url, 'notes', [{ kind: 'inline', name: 'ferry.md', content }]);
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

const HUNDRED_KB = 'why '.repeat(25_000);

describe.each(['/v1/query', '/search'])('POST %s', (path) => {
  it.each([
    ['empty', ''],
    ['nothing but blanks', ' \n\t '],
    ['100 kB', HUNDRED_KB],
    ['binary, with NUL', 'PK\u0003\u0004\0\0'],
    ['half of a surrogate pair', 'why \ud83e?'],
  ])('refuses a question that is %s, and names the field', async (_what, query) => {
    const problem = (await send(`${standalone.url}${path}`, { json: { query } })).problem();
    expect(problem).toMatchObject({ status: 400, code: 'INVALID_REQUEST', retryable: false });
    expect(problem.issues).toMatchObject([{ path: 'query' }]);
    expect(problem.detail).not.toContain('why why');
  });

  it.each([
    ['no UTF-8', Buffer.from('{"query":"caf\xe9?"}', 'latin1'), 400, 'UTF-8'],
    ['no JSON', Buffer.from('query=why'), 400, 'JSON'],
    ['larger than a body may be', Buffer.from(JSON.stringify({ query: 'x'.repeat(2_000_000) })), 413, 'bytes'],
  ])('refuses a body that is %s', async (_what, bytes, status, word) => {
    const problem = (await send(`${standalone.url}${path}`, { bytes })).problem();
    expect(problem).toMatchObject({ status, detail: expect.stringContaining(word) });
  });
});

it('still answers a good question after all of them', async () => {
  expect(await ask(standalone.url, { query: 'Who steers the ferry to Skarholm?' })).toMatchObject({
    status: 'answered',
    answer: 'Signe Holm steers the ferry to Skarholm. [1]',
  });
});

describe('arbiter ask', () => {
  /** The directory is empty, and its lock belongs to nobody: a question that got past the door would open it. */
  const asked = async (args: readonly string[], stdin?: Uint8Array): Promise<ProgramRun> =>
    WORKSPACE.arbiter(['ask', ...args], { cwd: await folders.create(), env: NO_READER, ...(stdin && { stdin }) });

  it.each([
    ['empty', ['  '], undefined, 'empty'],
    ['empty on the standard input', ['-'], undefined, 'empty'],
    ['100 kB on the standard input', ['-'], Buffer.from(HUNDRED_KB), 'at most 8192'],
    ['binary on the standard input', ['-'], Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'not text'],
    ['no UTF-8 on the standard input', ['-'], Buffer.from([0xff, 0xfe, 0x61]), 'UTF-8'],
  ])('refuses a question that is %s in one sentence, with exit code 2', async (_what, args, stdin, words) => {
    const run = await asked(args, stdin);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/^arbiter: [^\n]+\.\n$/);
    expect(run.stderr).toContain(words);
  });

  it.each([
    ['--domain', 'There is no domain "atlantis". Installed: '],
    ['--collection', 'There is no collection "atlantis".'],
  ])('says which there are when %s names none, with exit code 2', async (flag, sentence) => {
    const run = await asked(['Who steers the ferry?', flag, 'atlantis']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/^arbiter: [^\n]+\.\n$/);
    expect(run.stderr).toContain(sentence);
  });

  it('declines with exit code 3 while the library is empty, and says how to fill it', async () => {
    const run = await asked(['Who steers the ferry?', '--json']);
    expect(run.code).toBe(3);
    expect(JSON.parse(run.stdout)).toMatchObject({
      status: 'declined',
      answer: expect.stringContaining('arbiter ingest PATH'),
    });
  });
});
