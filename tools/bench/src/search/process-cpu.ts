import { readdir, readFile } from 'node:fs/promises';
import type { LoadResult } from './load-plan.js';

/** Processor time of one thread since it began. */
export interface ThreadTime {
  /** As the system names it, at most 15 characters: threads of Node are "node", those of a library bear its name. */
  readonly name: string;
  readonly cpuMs: number;
}

/** Linux counts in hundredths of a second on every platform that Node runs on (`getconf CLK_TCK`). */
const TICK_MS = 10;

/** Where a line of /proc/…/stat holds user and system time, counted after the name. */
const [USER_TIME, SYSTEM_TIME] = [11, 12];

/**
 * Processor time of every thread of a process, by thread id; the first thread has the id of the process.
 *
 * @returns empty where there is no /proc
 */
export async function threadTimes(pid: number): Promise<ReadonlyMap<number, ThreadTime>> {
  const folder = `/proc/${pid}/task`;
  const ids = await readdir(folder).catch(() => []);
  const lines = await Promise.all(
    // A thread may end between the listing and the reading.
    ids.map(async (id) => [Number(id), await readFile(`${folder}/${id}/stat`, 'utf8').catch(() => '')] as const),
  );
  return new Map(lines.flatMap(([id, line]) => entryOf(id, line)));
}

/** @returns milliseconds that passed for each thread; one that began in between counts from its beginning */
export function passedTimes(
  before: ReadonlyMap<number, ThreadTime>,
  after: ReadonlyMap<number, ThreadTime>,
): ReadonlyMap<number, ThreadTime> {
  return new Map(
    [...after].map(([id, { name, cpuMs }]) => [id, { name, cpuMs: cpuMs - (before.get(id)?.cpuMs ?? 0) }]),
  );
}

/** @returns resident memory in bytes, now and at its highest; null where there is no /proc */
export async function residentMemory(pid: number): Promise<{ now: number; peak: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024;
  return status === '' ? null : { now: kilobytes('VmRSS'), peak: kilobytes('VmHWM') };
}

/** The name stands in parentheses and may hold any character, so fields are counted from behind it. */
function entryOf(id: number, line: string): [number, ThreadTime][] {
  const match = /^\d+ \((.*)\) (.*)$/s.exec(line);
  if (!match) return [];
  const [, name = '', rest = ''] = match;
  const fields = rest.split(' ');
  const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
  return [[id, { name, cpuMs: ticks * TICK_MS }]];
}

/** Processor milliseconds of one search, by what they were spent on. */
export interface CpuSplit {
  readonly encode: number;
  readonly store: number;
  /** Fusion, feedback, reranking, judging, synthesis: what this arm does itself. */
  readonly fuse: number;
  /** HTTP, validation, JSON, dispatch, and whatever else the main thread does. */
  readonly http: number;
  /** The load generator. */
  readonly load: number;
}

type Part = Exclude<keyof CpuSplit, 'load'>;

/** Threads of Lance, by the beginning of their names. */
const STORE_THREADS = /^(tokio|lance)/;

/** Scripts of the main thread, by the part they belong to. */
const SCRIPTS: readonly (readonly [RegExp, Part])[] = [
  [/\/(@lancedb|apache-arrow|flatbuffers)\/|\/adapters\/lancedb\//, 'store'],
  [/\/adapters\/onnx\//, 'encode'],
  [/\/(retriever-arm\/dist\/(search|rerank|synthesis)|libs\/(fusion|text|confidence))\//, 'fuse'],
];

/** Frames that are no work (idle), the profiler's own, or not attributable: garbage is collected for all. */
const UNATTRIBUTED = /^(\((idle|root|program|garbage collector)\)|dispatch)$/;

/**
 * Threads of Lance count as store; the main thread is divided as its profile says, garbage collection in proportion; all
 * other threads count as encode, since but for the embedder's they do next to nothing.
 *
 * @param serverPid id of the process and of its main thread
 * @param profile milliseconds of the main thread by script, under the same load
 */
export function splitCpu(
  { searches, ownCpuMs, serverThreads }: LoadResult,
  serverPid: number,
  profile: Readonly<Record<string, number>>,
): CpuSplit {
  const parts: Record<Part, number> = { encode: 0, store: 0, fuse: 0, http: 0 };
  const shares = mainThreadShares(profile);
  for (const { id, name, cpuMs } of serverThreads) {
    if (id === serverPid) for (const part of Object.keys(parts) as Part[]) parts[part] += shares[part] * cpuMs;
    else parts[STORE_THREADS.test(name) ? 'store' : 'encode'] += cpuMs;
  }
  const each = (ms: number): number => ms / Math.max(1, searches);
  return {
    encode: each(parts.encode),
    store: each(parts.store),
    fuse: each(parts.fuse),
    http: each(parts.http),
    load: each(ownCpuMs),
  };
}

/** @returns shares that add up to 1; all of it is `http` when nothing was sampled */
function mainThreadShares(profile: Readonly<Record<string, number>>): Record<Part, number> {
  const spent: Record<Part, number> = { encode: 0, store: 0, fuse: 0, http: 0 };
  for (const [script, ms] of Object.entries(profile)) {
    if (UNATTRIBUTED.test(script)) continue;
    const [, part = 'http'] = SCRIPTS.find(([pattern]) => pattern.test(script)) ?? [];
    spent[part] += ms;
  }
  const total = Object.values(spent).reduce((sum, ms) => sum + ms, 0);
  if (total === 0) return { ...spent, http: 1 };
  return {
    encode: spent.encode / total,
    store: spent.store / total,
    fuse: spent.fuse / total,
    http: spent.http / total,
  };
}
