import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { Help } from 'commander';
import { runArbiter } from '../test/run-arbiter.js';
import { COMMANDS, createProgram } from './create-program.js';
import { answered } from './testing/examples.js';

describe('the command line', () => {
  it('prints its version', async () => {
    expect(await runArbiter(['--version'])).toMatchObject({ exitCode: 0, stdout: '0.1.0\n', stderr: '' });
  });

  it('lists of each command what it says of itself', async () => {
    const [listed, loaded] = await Promise.all(
      [[], COMMANDS.map(({ name }) => name)].map((argv) =>
        createProgram({ version: '1', argv, out: { write: () => true }, execute: () => Promise.resolve() }),
      ),
    );
    const usual = new Help();
    const said = loaded?.commands.map((command) => usual.subcommandTerm(command));
    expect(COMMANDS.map(({ name, words }) => `${name} ${words}`.trimEnd())).toEqual(said);
    expect(listed?.helpInformation()).toBe(loaded?.helpInformation());
  });

  it.each(['ingest', 'ask', 'search', 'serve', 'doctor', 'config', 'demo', 'eval'])(
    'shows examples in the help of %s',
    async (command) => {
      const { exitCode, stdout } = await runArbiter([command, '--help']);
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(/Examples:\n {2}\$ .*arbiter /);
      expect(stdout).toContain('--json');
    },
  );

  it.each([
    ['an unknown flag', ['ask', 'x', '--frobnicate'], "unknown option '--frobnicate'"],
    ['an unknown command', ['ingst'], 'Did you mean ingest?'],
    ['a command of former versions', ['bench', 'search'], 'Use "npm run bench" in a clone.'],
    ['a subcommand of former versions', ['jobs', 'watch', 'job-1'], 'Use "arbiter jobs ID --watch".'],
    ['one without its argument', ['jobs', 'list'], 'Use "arbiter jobs".'],
    ['one that would be a folder', ['trust', 'list'], 'Use "arbiter trust --list".'],
    ['one of a group', ['graph', 'path', 'a', 'b'], 'Use "arbiter graph show FROM --to TO".'],
    ['what needs an id', ['answers', '--live'], '--live needs the id of an answer.'],
    [
      'what is for a list',
      ['answers', 'answer_1', '--limit', '3'],
      '--limit is for a list, without the id of an answer.',
    ],
    ['what needs a key to make', ['keys', '--role', 'admin'], '--role is for a new key, with --create.'],
    ['what needs a model to pull', ['models', '--from', 'x'], '--from needs --pull.'],
    ['what needs a new pack', ['domain', 'handbook', '--in', 'x'], '--in is for a new pack, with --new.'],
    ['a list and a change at once', ['changelog', '--revert', '2', '--entity', 'inn'], 'cannot be used with'],
    ['a missing argument', ['ask'], "missing required argument 'question'"],
    ['a limit that is no number', ['search', 'x', '--limit', 'many'], 'It must be a number.'],
    ['an unknown method', ['search', 'x', '--method', 'psychic'], 'Allowed choices are vector, keyword, hybrid.'],
    ['a domain and a collection at once', ['ask', 'x', '-d', 'a', '-c', 'b'], 'cannot be used with'],
    ['a server that is no address', ['ask', 'x', '--server', 'nowhere'], '--server takes an address'],
  ])('refuses %s in one line, with exit code 2', async (_what, argv, sentence) => {
    const { exitCode, stdout, stderr } = await runArbiter(argv);
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^arbiter: [^\n]*\n$/);
    expect(stderr).toContain(sentence);
  });

  it('shows help and fails when it is told nothing', async () => {
    const { exitCode, stdout, stderr } = await runArbiter([]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('Usage: arbiter');
  });

  it('tells an error as one JSON object where programs read', async () => {
    const { exitCode, stdout, stderr } = await runArbiter(['ask', 'x', '--frobnicate', '--json']);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'INVALID_REQUEST', details: {} } });
    expect(stderr).toBe('');
  });

  it.each([
    ['NOT_FOUND', 2],
    ['INVALID_REQUEST', 2],
    ['CONFLICT', 1],
    ['UNAVAILABLE', 1],
    ['DEADLINE_EXCEEDED', 1],
  ] as const)('exits for %s with %d', async (code, exitCode) => {
    const run = await runArbiter(['ask', 'x'], {
      scripts: { 'orchestrator.query': new ArbiterError(code, 'It is so.') },
    });
    expect(run).toMatchObject({ exitCode, stderr: 'arbiter: It is so.\n', closed: 1 });
  });

  it('shows a stack only when asked to', async () => {
    const startError = new Error('disk on fire');
    const quiet = await runArbiter(['ask', 'x'], { startError });
    expect(quiet.exitCode).toBe(1);
    expect(quiet.stderr).toBe('arbiter: unexpected failure: disk on fire. (ARBITER_DEBUG=1 shows more.)\n');
    const loud = await runArbiter(['ask', 'x'], { startError, env: { ARBITER_DEBUG: '1' } });
    expect(loud.stderr).toMatch(/disk on fire[^]*\n {4}at /);
  });

  it('hands --allow-pack-code on to what it opens, and nothing where it is not given', async () => {
    const scripts = { 'orchestrator.query': { output: answered() } };
    const openedWith = async (...argv: string[]) =>
      (await runArbiter(['ask', 'x', ...argv], { scripts })).opened[0]?.env;
    expect(await openedWith('--allow-pack-code')).toMatchObject({ ARBITER_ALLOW_PACK_CODE: 'true' });
    expect(await openedWith()).not.toHaveProperty('ARBITER_ALLOW_PACK_CODE');
  });

  it('puts --data-dir before the environment', async () => {
    const scripts = { 'orchestrator.query': { output: answered() } };
    const { opened } = await runArbiter(['ask', 'x', '--data-dir', '/mine'], {
      scripts,
      env: { ARBITER_DATA_DIR: '/other' },
    });
    expect(opened[0]?.env.ARBITER_DATA_DIR).toBe('/mine');
  });
});
