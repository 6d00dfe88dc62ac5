import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ArbiterError } from '@arbiter/contracts';
import type { CommandContext } from '../command.context.js';
import { examples, type Register } from './command-options.js';

/** Of this package, in a clone. */
const BENCHMARKS = new URL('../../../../tools/bench/dist/main.js', import.meta.url);

export const registerBench: Register = (program, execute) => {
  program
    .command('bench')
    .description(
      'Run a benchmark of tools/bench, in a clone of the repository. Everything after the name is passed on.',
    )
    .argument('[name]', 'which; without a name, a list')
    .argument('[arguments...]', 'passed on')
    .allowUnknownOption()
    .addHelpText('after', examples([['arbiter bench bus --json', 'what a call over our messaging costs']]))
    .action((name: string | undefined, rest: string[]) =>
      execute((context) => bench([...(name === undefined ? [] : [name]), ...rest], context)),
    );
};

/** Ends with the exit code of the benchmark, whose output goes straight to ours. */
export async function bench(
  words: readonly string[],
  { options, env, cwd, interruption }: CommandContext,
): Promise<number> {
  const main = fileURLToPath(BENCHMARKS);
  if (!existsSync(main)) {
    throw new ArbiterError(
      'UNAVAILABLE',
      'Benchmarks live in a clone of the repository, built: run "npm run bench" there.',
    );
  }
  const child = spawn(process.execPath, [main, ...words, ...(options.json ? ['--json'] : [])], {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = (): void => void child.kill('SIGINT');
  interruption.signal.addEventListener('abort', stop, { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal])));
  });
}
