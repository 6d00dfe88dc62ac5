import type { LoadResult } from './load-plan.js';

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

/** What is no work (idle), the profiler's own, or nobody's in particular: garbage is collected for all. */
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
