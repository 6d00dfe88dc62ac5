import { z } from 'zod';
import { remark, type CommandContext } from '../command.context.js';
import type { Library } from '../library/library.js';
import { withLibrary } from '../library/open-library.js';
import { createProgressDisplay } from '../terminal/progress.display.js';
import { readVersion } from '../version.js';
import { armSettings } from './arm-settings.js';
import { supportChecker, type SupportChecker } from './check-support.js';
import { describeMachine, Machine } from './describe-machine.js';

/** A share, as a fraction of 1, or null where it has no denominator; and its 95 % bootstrap interval. */
export const Share = z.number().nullable();
export const ShareInterval = z.tuple([z.number(), z.number()]).nullable();
export const Latency = z.object({ p50: z.number(), p95: z.number() });

/** What was measured, and where: the same for every run that drives the validator. */
export const ValidationSurroundings = z.object({
  /** The settings of the validator arm. */
  validator: z.record(z.string(), z.string().nullable()),
  /** Checks at the same time: latency is that of one among so many. */
  concurrency: z.int().min(1),
  versions: z.record(z.string(), z.string()),
  machine: Machine,
  /** ISO 8601. */
  measuredAt: z.string(),
});
export type ValidationSurroundings = z.output<typeof ValidationSurroundings>;

/** Of resamples, draws and samples: the same decisions give the same figures. */
export const EVALUATION_SEED = 20_260_101;

export async function describeValidation(
  context: CommandContext,
  concurrency: number,
): Promise<ValidationSurroundings> {
  return {
    validator: await armSettings('validator', context),
    concurrency,
    versions: { arbiter: await readVersion(), node: process.version },
    machine: describeMachine(),
    measuredAt: new Date(context.now()).toISOString(),
  };
}

/** Told how much is done. */
export type ShowProgress = (label: string, settled: number, total: number) => void;

/**
 * Opens the shipped configuration in this process for the time of some checks. One check before them, which is not
 * counted, lets the model load.
 *
 * @param unit what is counted, for the progress display
 * @param ignoredFeatures what does not count towards support; the shipped configuration ignores nothing
 */
export async function withSupportChecker<T>(
  context: CommandContext,
  unit: string,
  work: (check: SupportChecker, show: ShowProgress) => Promise<T>,
  ignoredFeatures: readonly string[] = [],
): Promise<T> {
  return withLibrary(context, { writes: true, ignoredFeatures }, async (library: Library) => {
    remark(context, `Checking in ${library.place}`);
    const { signal } = context.interruption;
    const check = supportChecker(library, { signal, now: context.now });
    await check({ answer: 'The lamp is lit.', sources: [{ document: 'warm-up', content: 'The lamp is lit.' }] });
    const display = createProgressDisplay(context.terminal, context.now, unit);
    try {
      return await work(check, (label, settled, total) => display.show({ label, settled, total, detail: '' }));
    } finally {
      display.end();
    }
  });
}
