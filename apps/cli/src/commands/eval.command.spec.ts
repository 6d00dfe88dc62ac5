import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { Command } from 'commander';
import { runArbiter } from '../../test/run-arbiter.js';
import type { CommandContext } from '../command.context.js';
import { DEVELOPER_COMMANDS, loadDeveloperEvaluations } from './developer-evaluations.js';
import { registerEval } from './eval.command.js';

describe('arbiter eval', () => {
  it('lists the evaluations for developers in a clone', async () => {
    const { exitCode, stdout } = await runArbiter(['eval', '--help']);
    expect(exitCode).toBe(0);
    for (const name of ['answers', 'retrieval', 'validation', ...DEVELOPER_COMMANDS]) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
  });
});

describe('arbiter eval outside of a clone', () => {
  const program = async (): Promise<{ program: Command; run: (...words: string[]) => Promise<unknown> }> => {
    const command = new Command().exitOverride();
    const developer = await loadDeveloperEvaluations('@arbiter/not-installed');
    expect(developer).toBeNull();
    const context = { options: { server: null }, env: {}, cwd: '/' } as CommandContext;
    registerEval(developer)(command, async (handler) => {
      await handler(context);
    });
    const run = (...words: string[]) =>
      command.parseAsync(['eval', ...words], { from: 'user' }).catch((thrown: unknown) => thrown);
    return { program: command, run };
  };

  it('lists what users measure, and nothing else', async () => {
    const [evaluation] = (await program()).program.commands;
    const help = evaluation?.helpInformation() ?? '';
    expect(help).toMatch(/^ {2}answers /m);
    for (const name of DEVELOPER_COMMANDS) expect(help).not.toContain(name);
  });

  it.each([
    ...DEVELOPER_COMMANDS.map((name) => [name, '--file', 'x.jsonl', '--help']),
    ['retrieval', '--dataset', 'scifact', '--report', 'report.md'],
  ])('says of "%s" where it runs', async (...words) => {
    const thrown = await (await program()).run(...words);
    expect(thrown).toBeInstanceOf(ArbiterError);
    expect(thrown).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('for developers: it runs in a clone of the repository'),
    });
  });

  it('does not take a broken package for a missing one', async () => {
    await expect(loadDeveloperEvaluations('data:text/javascript,throw new TypeError("broken")')).rejects.toThrow(
      'broken',
    );
  });
});
