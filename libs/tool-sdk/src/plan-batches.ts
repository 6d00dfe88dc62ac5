import type { ToolStep } from '@arbiter/contracts';

/** The fields that decide when a step may run. */
export type PlannedStep = Pick<ToolStep, 'id' | 'dependencies' | 'executionMode'>;

export interface PlanOrder<Step extends PlannedStep> {
  /** One after the other; the members of a batch at the same time, in the order of the plan. */
  readonly batches: readonly (readonly Step[])[];
  /** Steps that can never run, since they wait for each other, for one that does, or for a step that is not there. */
  readonly stuck: readonly Step[];
}

/**
 * The order in which steps run: each as soon as all that it depends on has ended (Kahn, "Topological sorting of large
 * networks", 1962), those that are `sequential` alone.
 */
export function planBatches<Step extends PlannedStep>(steps: readonly Step[]): PlanOrder<Step> {
  const done = new Set<string>();
  const batches: Step[][] = [];
  let waiting = [...steps];
  for (;;) {
    const ready = waiting.filter(({ dependencies }) => dependencies.every((id) => done.has(id)));
    if (ready.length === 0) return { batches, stuck: waiting };
    const together = ready.filter(({ executionMode }) => executionMode === 'parallel');
    if (together.length > 0) batches.push(together);
    for (const step of ready) {
      if (step.executionMode === 'sequential') batches.push([step]);
      done.add(step.id);
    }
    waiting = waiting.filter((step) => !ready.includes(step));
  }
}

/**
 * Estimated duration of a plan: the sum of the longest step of every batch.
 *
 * @param typicalMs usual duration of a tool, in milliseconds; undefined counts as 0
 * @returns milliseconds
 */
export function estimateDuration(steps: readonly ToolStep[], typicalMs: (tool: string) => number | undefined): number {
  return planBatches(steps).batches.reduce(
    (sum, batch) => sum + Math.max(...batch.map(({ tool }) => typicalMs(tool) ?? 0)),
    0,
  );
}
