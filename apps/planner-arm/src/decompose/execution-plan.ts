import type { ExecutionPlan, SubQuery } from '@arbiter/contracts';
import { planBatches } from '@arbiter/tool-sdk';

type Dependent = Pick<SubQuery, 'id' | 'dependencies'>;

/** Batches of sub-queries, each of which runs as soon as all it depends on have run. */
export function executionPlanOf(subQueries: readonly Dependent[]): ExecutionPlan {
  const batches = layersOf(subQueries).batches.map((batch) => batch.map(({ id }) => id));
  const widest = Math.max(...batches.map((batch) => batch.length));
  const strategy = batches.length === 1 && widest > 1 ? 'parallel' : widest > 1 ? 'hybrid' : 'sequential';
  return { strategy, batches };
}

/** Whether some can never run: they wait for each other, or for one that is not there. */
export function isStuck(subQueries: readonly Dependent[]): boolean {
  return layersOf(subQueries).stuck.length > 0;
}

function layersOf(subQueries: readonly Dependent[]) {
  return planBatches(
    subQueries.map(({ id, dependencies }) => ({ id, dependencies, executionMode: 'parallel' as const })),
  );
}
