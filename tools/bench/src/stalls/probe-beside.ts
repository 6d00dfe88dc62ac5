import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@arbiter/ports';

/** From one probe to the next. */
const PROBE_MS = 20;

export interface Beside<T> {
  readonly result: T;
  /** Longest answer to a probe while the work was done, in milliseconds. */
  readonly longestMs: number;
}

/** Asks again and again how a server is while it does something else: nobody else should wait for that. */
export async function probeBeside<T>(probeUrl: string, work: () => Promise<T>, clock: Clock): Promise<Beside<T>> {
  const done = new AbortController();
  const probing = longestAnswer(probeUrl, done.signal, clock);
  try {
    const result = await work();
    done.abort();
    return { result, longestMs: await probing };
  } finally {
    done.abort();
    await probing.catch(() => undefined);
  }
}

async function longestAnswer(url: string, done: AbortSignal, clock: Clock): Promise<number> {
  let longestMs = 0;
  do {
    const began = clock.monotonic();
    await (await fetch(url)).arrayBuffer();
    longestMs = Math.max(longestMs, clock.monotonic() - began);
    await delay(PROBE_MS);
  } while (!done.aborted);
  return longestMs;
}
