import { setTimeout as delay } from 'node:timers/promises';
import { passedTimes, threadTimes } from '../search/process-cpu.js';
import { percentile } from '../benchmark.js';
import { fractionOf, type Random } from '../write-english.js';

export interface OfferedLoad {
  /** Clients that each send their next request once they have the answer to the one before; or requests per second at random times. */
  readonly arrivals: { readonly clients: number } | { readonly perSecond: number };
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly random: Random;
  /** @throws Error when the request fails */
  readonly send: () => Promise<void>;
  /** Names of processes to their ids, whose processor time is measured. */
  readonly pids: Readonly<Record<string, number>>;
}

export interface LoadFigures {
  readonly answers: number;
  readonly errors: number;
  readonly firstError: string | null;
  readonly elapsedSeconds: number;
  /** Of answers, in milliseconds, in the order of their arrival. */
  readonly latencies: readonly number[];
  /** Processor time of each process by share of one core; `load` is the process that sends. */
  readonly cpuShares: Readonly<Record<string, number>>;
}

/** Puts processes under load from this process, and measures answers and processor time after the warm-up. */
export async function offerLoad(plan: OfferedLoad): Promise<LoadFigures> {
  await drive(plan, plan.warmUpSeconds);
  const before = await cpuOf(plan.pids);
  const own = process.cpuUsage();
  const start = performance.now();
  const { latencies, errors } = await drive(plan, plan.seconds);
  const elapsedSeconds = (performance.now() - start) / 1_000;
  const used = process.cpuUsage(own);
  const after = await cpuOf(plan.pids);
  const shares = Object.keys(plan.pids).map((name) => {
    const passed = passedTimes(before[name] ?? new Map(), after[name] ?? new Map());
    const cpuMs = [...passed.values()].reduce((sum, thread) => sum + thread.cpuMs, 0);
    return [name, cpuMs / 1_000 / elapsedSeconds] as const;
  });
  return {
    answers: latencies.length,
    errors: errors.length,
    firstError: errors[0] ?? null,
    elapsedSeconds,
    latencies,
    cpuShares: { ...Object.fromEntries(shares), load: (used.user + used.system) / 1e6 / elapsedSeconds },
  };
}

async function cpuOf(pids: Readonly<Record<string, number>>) {
  const entries = await Promise.all(
    Object.entries(pids).map(async ([name, pid]) => [name, await threadTimes(pid)] as const),
  );
  return Object.fromEntries(entries);
}

async function drive({ arrivals, random, send }: OfferedLoad, seconds: number) {
  const latencies: number[] = [];
  const errors: string[] = [];
  const start = performance.now();
  const one = async (): Promise<void> => {
    const sentAt = performance.now();
    try {
      await send();
      latencies.push(performance.now() - sentAt);
    } catch (error) {
      errors.push(String(error));
    }
  };
  if ('clients' in arrivals) {
    const client = async (): Promise<void> => {
      while (performance.now() - start < 1_000 * seconds) await one();
    };
    await Promise.all(Array.from({ length: arrivals.clients }, client));
    return { latencies, errors };
  }
  const open: Promise<void>[] = [];
  for (let due = 0; ;) {
    due += (-Math.log(1 - fractionOf(random)) / arrivals.perSecond) * 1_000;
    if (due > 1_000 * seconds) break;
    // A timer of a millisecond would round each gap up: those that are due are sent together.
    if (due - (performance.now() - start) > 1) await delay(due - (performance.now() - start));
    open.push(one());
  }
  await Promise.all(open);
  return { latencies, errors };
}

export function figuresOf({
  answers,
  errors,
  elapsedSeconds,
  latencies,
  cpuShares,
}: LoadFigures): Record<string, number> {
  const ofTimes =
    latencies.length === 0
      ? {}
      : {
          meanMs: momentsOf(latencies).mean,
          p50Ms: percentile(latencies, 0.5),
          p95Ms: percentile(latencies, 0.95),
          p99Ms: percentile(latencies, 0.99),
        };
  const ofCpu = Object.entries(cpuShares).map(([name, share]) => [`${name}CpuShare`, share] as const);
  return { answersPerSecond: answers / elapsedSeconds, errors, ...ofTimes, ...Object.fromEntries(ofCpu) };
}

/** Mean, and variance by the square of the mean. */
export function momentsOf(values: readonly number[]): { mean: number; variation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  return { mean, variation: variance / mean ** 2 };
}

/** Loads by name, of several rounds as if each had been offered at once. */
export function joinLoads(
  before: ReadonlyMap<string, LoadFigures> | undefined,
  loads: ReadonlyMap<string, LoadFigures>,
): ReadonlyMap<string, LoadFigures> {
  return new Map([...loads].map(([name, load]) => [name, joinLoad(before?.get(name), load)] as const));
}

function joinLoad(before: LoadFigures | undefined, load: LoadFigures): LoadFigures {
  if (!before) return load;
  const elapsedSeconds = before.elapsedSeconds + load.elapsedSeconds;
  const shares = Object.entries(load.cpuShares).map(([name, share]) => {
    const busy = share * load.elapsedSeconds + (before.cpuShares[name] ?? 0) * before.elapsedSeconds;
    return [name, busy / elapsedSeconds] as const;
  });
  return {
    answers: before.answers + load.answers,
    errors: before.errors + load.errors,
    firstError: before.firstError ?? load.firstError,
    elapsedSeconds,
    latencies: [...before.latencies, ...load.latencies],
    cpuShares: Object.fromEntries(shares),
  };
}
