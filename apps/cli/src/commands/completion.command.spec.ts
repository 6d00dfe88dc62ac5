import { describe, expect, it } from '@jest/globals';
import { runArbiter } from '../../test/run-arbiter.js';

const page = { next: null };
const scripts = {
  'orchestrator.list-domains': {
    output: { domains: [{ domain: 'lantern-coast', version: '1', description: 'x', collections: [] }] },
  },
  'orchestrator.list-sessions': {
    output: { ...page, sessions: [{ id: 's-1', title: '', messages: 2, updatedAt: '2026-03-01T00:00:00.000Z' }] },
  },
};

describe('arbiter completion', () => {
  const complete = async (...words: string[]): Promise<string[]> => {
    const { stdout, exitCode } = await runArbiter(['completion', 'bash', '--', ...words], { scripts });
    expect(exitCode).toBe(0);
    return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']));
  };

  it.each([
    ['commands', ['cha'], ['changelog', 'chat']],
    ['subcommands', ['changelog', 'li'], ['list']],
    ['options of a command, and of all', ['ask', '--d'], ['--domain', '--data-dir']],
    ['choices of an option', ['ask', 'x', '--mode', 'f'], ['fast']],
    ['names of domains', ['chat', '-d', ''], ['lantern-coast']],
    ['ids of sessions', ['chat', '-s', ''], ['s-1']],
    ['a pack', ['domain', ''], ['lantern-coast']],
    ['choices of an argument', ['completion', 'z'], ['zsh']],
    ['nothing where files are meant', ['backup', ''], []],
    ['nothing for a number', ['sessions', 'extract', '--session', ''], []],
    ['nothing where the library does not answer', ['reindex', ''], []],
    ['nothing after what there is not', ['frobnicate', '--session', ''], []],
  ])('suggests %s', async (_what, words, suggested) => {
    expect(await complete(...words)).toEqual(suggested);
  });

  it('asks no library for commands and options', async () => {
    expect((await runArbiter(['completion', 'bash', '--', 'as'])).opened).toEqual([]);
  });

  it.each(['bash', 'zsh', 'fish'])('prints a script for %s', async (shell) => {
    const { stdout } = await runArbiter(['completion', shell]);
    expect(stdout).toContain(`completion ${shell} -- `);
  });

  it('refuses another shell', async () => {
    expect(await runArbiter(['completion', 'csh'])).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
