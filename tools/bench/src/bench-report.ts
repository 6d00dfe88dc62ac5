import { existsSync, readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';
import { dirname, join } from 'node:path';

/** Where figures were measured; without it they say nothing. */
export interface Machine {
  /** Processors that this process may use. */
  readonly cpus: number;
  readonly model: string;
  readonly memoryBytes: number;
  readonly node: string;
  readonly platform: string;
  /** Of the last minute, as the benchmark began: above the number of processors, others slowed it down. */
  readonly loadAverage: number;
}

export interface BenchReport {
  readonly name: string;
  readonly machine: Machine;
  /** Package or program to version. */
  readonly versions: Readonly<Record<string, string>>;
  /** The unit ends the name: `queryP50Ms`, `chunksPerSecond`. What could not be measured is absent, and a note says why. */
  readonly figures: Readonly<Record<string, number>>;
  /** How it was measured, one sentence each. */
  readonly notes: readonly string[];
}

export function describeMachine(): Machine {
  return {
    cpus: availableParallelism(),
    model: cpus()[0]?.model.trim() ?? 'unknown',
    memoryBytes: totalmem(),
    node: process.version,
    platform: `${platform()}-${arch()}`,
    loadAverage: loadavg()[0] ?? 0,
  };
}

/** @returns version of an installed package as its own manifest states it; `unknown` when it is not installed */
export function installedVersion(name: string): string {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    const manifest = join(directory, 'node_modules', name, 'package.json');
    if (existsSync(manifest)) return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
    if (directory === dirname(directory)) return 'unknown';
  }
}
