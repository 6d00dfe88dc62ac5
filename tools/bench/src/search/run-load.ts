import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ArbiterError } from '@arbiter/contracts';
import { type LoadPlan, LoadResult } from './load-plan.js';

/** Compiled, whether this module is or not. */
const GENERATOR = fileURLToPath(new URL('../../dist/search/load-generator.child.js', import.meta.url));

/** What a load may take beyond its own time: to start, and for the last answers. */
const GRACE_MS = 90_000;

/**
 * Puts a server under load from a process of its own.
 *
 * @throws ArbiterError UNAVAILABLE when the generator ends without a result, or hangs
 */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const timeout = 1_000 * (plan.warmUpSeconds + plan.seconds) + GRACE_MS;
  const child = spawn(process.execPath, [GENERATOR, JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
  });
  let [written, complaints] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (written += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (complaints += piece.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return LoadResult.parse(JSON.parse(written));
  throw new ArbiterError('UNAVAILABLE', `The load generator ended without a result: ${complaints.slice(-500)}`);
}
