import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ArbiterError } from '@arbiter/contracts';
import { REPOSITORY } from './quality-sets.js';

/** Longest measurement, in milliseconds: a guard against hangs. */
const MEASUREMENT_MS = 800_000;

/**
 * Runs the built program with `--json`, whose errors it prints to stdout.
 *
 * @throws ArbiterError UNAVAILABLE with the output of the program if it fails, or if it is not built
 */
export async function runArbiter(words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [join(REPOSITORY, 'apps/cli/bin/arbiter.mjs'), ...words], {
    cwd: REPOSITORY,
    // The figures must not depend on a developer's own settings.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MEASUREMENT_MS,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [printed, logged, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0)
    throw new ArbiterError(
      'UNAVAILABLE',
      `arbiter ${words.join(' ')} ended with ${code ?? 'a signal'}: ${printed}${logged}`,
    );
}
