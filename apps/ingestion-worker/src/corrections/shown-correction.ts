import type { RecordedCorrection } from '@arbiter/contracts';
import type { GraphSnapshot, LoggedCorrection } from '@arbiter/knowledge-graph';

/** @param graph the current one; null if there is none */
export function shownCorrection(
  { id, recordedAt, by, reason, correction, undoneBy }: LoggedCorrection,
  graph: Pick<GraphSnapshot, 'corrections'> | null,
): RecordedCorrection {
  const outcome = graph?.corrections?.find((one) => one.id === id);
  const counts = outcome?.problem == null ? ('applied' as const) : ('not-applied' as const);
  return {
    ...{ id, recordedAt: new Date(recordedAt).toISOString(), by, reason: reason ?? null, correction },
    state: undoneBy ? 'undone' : outcome ? counts : 'pending',
    problem: undoneBy ? null : (outcome?.problem ?? null),
    undoneBy: undoneBy && {
      id: undoneBy.id,
      recordedAt: new Date(undoneBy.recordedAt).toISOString(),
      by: undoneBy.by,
    },
  };
}
