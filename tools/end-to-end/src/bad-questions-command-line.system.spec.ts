import { afterAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { WORKSPACE } from './installation.js';
import type { ProgramRun } from './run-program.js';
import { TemporaryFolders } from './temporary-folders.js';

const folders = new TemporaryFolders();
afterAll(() => folders.removeAll());

/** The directory is empty, and its lock belongs to nobody: a question that got past the door would open it. */
const asked = async (args: readonly string[], stdin?: Uint8Array): Promise<ProgramRun> =>
  WORKSPACE.arbiter(['ask', ...args], { cwd: await folders.create(), env: NO_READER, ...(stdin && { stdin }) });

describe('arbiter ask', () => {
  it.each([
    ['empty', ['  '], undefined, 'empty'],
    ['empty on the standard input', ['-'], undefined, 'empty'],
    ['100 kB on the standard input', ['-'], Buffer.from('why '.repeat(25_000)), 'at most 8192'],
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

  it('says which domain a mistyped one may have meant', async () => {
    const { code, stderr } = await asked(['Who steers the ferry?', '--domain', 'lantern-cost']);
    expect(code).toBe(2);
    expect(stderr).toContain('There is no domain "lantern-cost"; did you mean "lantern-coast"? Installed: ');
  });

  it('declines with exit code 3 while the library is empty, and says how to fill it', async () => {
    const run = await asked(['Who steers the ferry?', '--json']);
    expect(run.code).toBe(3);
    expect(JSON.parse(run.stdout)).toMatchObject({
      status: 'declined',
      answer: expect.stringContaining('the library is empty'),
    });
    expect(run.stderr).toContain('arbiter ingest PATH');
  });
});
