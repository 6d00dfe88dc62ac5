import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';
import { percentile } from '@arbiter/evaluation';
import type { CommandContext } from '../command.context.js';
import { readVersion } from '../version.js';

/** Seed of resamples, draws and samples: the same decisions give the same figures. */
export const EVALUATION_SEED = 20_260_101;

/** Value of each variable of an arm by its name, secrets redacted; null if it is not set. */
export type ArmSettings = Readonly<Record<string, string | null>>;

/** Every run ends its `config` with these. */
export interface RunDescription {
  readonly versions: Readonly<Record<string, string>>;
  /** Without it times say nothing. */
  readonly machine: {
    readonly cpu: string;
    /** Processors that this process may use. */
    readonly cores: number;
    readonly memoryBytes: number;
    readonly platform: string;
    /** Of the last minute, as the measurement ended: above the number of cores, other work slowed it down. */
    readonly loadAverage: number;
  };
  /** ISO 8601. */
  readonly measuredAt: string;
}

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
export function latencyOf(timed: readonly { readonly latencyMs: number }[]): { p50: number; p95: number } {
  const latencies = timed.map(({ latencyMs }) => latencyMs);
  return { p50: percentile(latencies, 50), p95: percentile(latencies, 95) };
}
