import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';
import { z } from 'zod';

/** Where figures were measured; without it times say nothing. */
export const Machine = z.object({
  cpu: z.string(),
  /** Processors that this process may use. */
  cores: z.number(),
  memoryBytes: z.number(),
  platform: z.string(),
  /** Of the last minute, as the measurement ended: above the number of cores, others slowed it down. */
  loadAverage: z.number(),
});
export type Machine = z.output<typeof Machine>;

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    platform: `${platform()}-${arch()}`,
    loadAverage: loadavg()[0] ?? 0,
  };
}
