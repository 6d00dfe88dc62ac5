import type { BenchReport } from './bench-report.js';

/** Name to benchmark. Loaded when it is asked for: one does not pay for the packages of another. */
export const BENCHMARKS: ReadonlyMap<string, () => Promise<BenchReport>> = new Map([
  ['bus', async () => (await import('./bus.bench.js')).benchBus()],
  ['start', async () => (await import('./start.bench.js')).benchStart()],
  ['embed', async () => (await import('./embed.bench.js')).benchEmbed()],
]);
