import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';
import { percentile } from '@arbiter/evaluation';
import { z } from 'zod';
import type { CommandContext } from '../command.context.js';
import { readVersion } from '../version.js';

/** Seed of resamples, draws and samples: the same decisions give the same figures. */
export const EVALUATION_SEED = 20_260_101;

/** A fraction of 1, or null if its denominator is 0. */
export const Share = z.number().nullable();
/** Ends of the 95 % bootstrap interval of a share. */
export const ShareInterval = z.tuple([z.number(), z.number()]).nullable();
/** Milliseconds. */
export const Latency = z.object({ p50: z.number(), p95: z.number() });
/** Value of each variable of an arm by its name, secrets redacted; null if it is not set. */
export const ArmSettings = z.record(z.string(), z.string().nullable());
export type ArmSettings = z.output<typeof ArmSettings>;

/** The machine of a measurement; without it times say nothing. */
export const Machine = z.object({
  cpu: z.string(),
  /** Processors that this process may use. */
  cores: z.number(),
  memoryBytes: z.number(),
  platform: z.string(),
  /** Of the last minute, as the measurement ended: above the number of cores, other work slowed it down. */
  loadAverage: z.number(),
});

/** Every run ends its `config` with these. */
export const RunDescription = z.object({
  versions: z.record(z.string(), z.string()),
  machine: Machine,
  /** ISO 8601. */
  measuredAt: z.string(),
});
export type RunDescription = z.output<typeof RunDescription>;

export async function describeRun({ now }: Pick<CommandContext, 'now'>): Promise<RunDescription> {
  return {
    versions: { arbiter: await readVersion(), node: process.version },
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      memoryBytes: totalmem(),
      platform: `${platform()}-${arch()}`,
      loadAverage: loadavg()[0] ?? 0,
    },
    measuredAt: new Date(now()).toISOString(),
  };
}

/** Variables that decide what one arm does. Those of every arm, such as folders, are left out. */
export async function armSettings(
  arm: 'planner' | 'retriever' | 'validator',
  { env, cwd, loadStandalone }: CommandContext,
): Promise<ArmSettings> {
  const { effectiveConfiguration } = await loadStandalone();
  const { variables } = effectiveConfiguration({ env, cwd });
  // Every arm has the variables that the planner and the retriever share.
  const other = arm === 'planner' ? 'retriever' : 'planner';
  const own = variables.filter(({ arms }) => arms.includes(arm) && !arms.includes(other));
  return Object.fromEntries(own.map(({ name, value }) => [name, value]));
}

/** @throws RangeError if there is nothing timed */
export function latencyOf(timed: readonly { readonly latencyMs: number }[]): z.output<typeof Latency> {
  const latencies = timed.map(({ latencyMs }) => latencyMs);
  return { p50: percentile(latencies, 50), p95: percentile(latencies, 95) };
}

/** The same intervals with the mutable type that a run's schema infers. */
export function mutableIntervals<K extends string, I extends readonly [number, number] | null>(
  intervals: Readonly<Record<K, I>>,
): Record<K, [number, number] | Extract<I, null>> {
  return intervals as Record<K, [number, number] | Extract<I, null>>;
}
