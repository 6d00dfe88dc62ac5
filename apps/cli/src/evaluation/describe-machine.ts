import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';

/** Where figures were measured; without it times say nothing. */
export interface Machine {
  readonly cpu: string;
  /** Processors that this process may use. */
  readonly cores: number;
  readonly memoryBytes: number;
  readonly platform: string;
  /** Of the last minute, as the measurement ended: above the number of cores, others slowed it down. */
  readonly loadAverage: number;
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    platform: `${platform()}-${arch()}`,
    loadAverage: loadavg()[0] ?? 0,
  };
}
