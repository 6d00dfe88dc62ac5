import type { Benchmark } from './benchmark.js';

/** Name to benchmark. Loaded when it is asked for: one does not pay for the packages of another. */
export const BENCHMARKS: ReadonlyMap<string, () => Promise<{ readonly default: Benchmark }>> = new Map([
  ['backup', () => import('./backup.bench.js')],
  ['bus', () => import('./bus.bench.js')],
  ['graph', () => import('./graph.bench.js')],
  ['ingest', () => import('./ingest.bench.js')],
  ['load', () => import('./load.bench.js')],
  ['memory', () => import('./memory.bench.js')],
  ['orchestrator', () => import('./orchestrator.bench.js')],
  ['questions', () => import('./questions.bench.js')],
  ['scale', () => import('./scale.bench.js')],
  ['search', () => import('./search.bench.js')],
  ['validate', () => import('./validate.bench.js')],
]);
