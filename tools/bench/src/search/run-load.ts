import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ArbiterError } from '@arbiter/contracts';
import { LoadResult, type LoadPlan } from './load-plan.js';

/** Compiled, whether this module is or not. */
const GENERATOR = fileURLToPath(new URL('../../dist/search/load-generator.child.js', import.meta.url));

/** Grace period of a load beyond its own time: to start, and for the last answers. */
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

/** One search over HTTP as its caller sees it. */
export interface TimedSearch {
  /** Milliseconds from the request to the last byte of the answer. */
  readonly totalMs: number;
  /** Stage to milliseconds, as the server reports them. */
  readonly stageMs: Readonly<Record<string, number>>;
}

/** Far more than any search takes. */
const PATIENCE_MS = 60_000;

/** @throws Error when the search fails: a benchmark of failures says nothing */
export async function askSearch(url: string, body: Readonly<Record<string, unknown>>): Promise<TimedSearch> {
  const start = performance.now();
  const response = await fetch(`${url}/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  const totalMs = performance.now() - start;
  if (!response.ok) throw new Error(`a search was answered with ${response.status}: ${text.slice(0, 300)}`);
  return { totalMs, stageMs: parseTimings(response.headers.get('server-timing') ?? '') };
}

/** Durations of `Server-Timing`: `encode;dur=3.1, search;dur=12`. */
export function parseTimings(header: string): Record<string, number> {
  return Object.fromEntries(
    [...header.matchAll(/(?<![\w-])([\w-]+);dur=([\d.]+)/g)].map(([, stage = '', duration = '']) => [
      stage,
      Number(duration),
    ]),
  );
}
