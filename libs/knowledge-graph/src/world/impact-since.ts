import { impactOf, readStatus, RELATION_MULTIPLIER } from '@arbiter/changelog';
import type { World } from './world.js';

/** How much has changed since the graph was built. */
export interface PendingImpact {
  /** Importance × multiplier, summed over the changes. */
  readonly impact: number;
  /** Sessions that the changes are of. */
  readonly sessions: number;
}

/** The changes that importance and communities of the graph do not know yet. */
export function impactSince(world: World): PendingImpact {
  const { graph } = world;
  const { changelogEvent, schema } = graph.snapshot;
  const importance = (id: string): number => graph.entity(id)?.importance.composite ?? 0;
  let impact = 0;
  const sessions = new Set<number>();
  for (const { id, changes } of world.state.entities.values())
    for (const { entry, session, update } of changes) {
      if (entry <= changelogEvent || update.status === undefined) continue;
      impact += impactOf(importance(id), readStatus(update.status, schema.statuses));
      sessions.add(session);
    }
  for (const { from, to, since, ended } of world.state.relations)
    for (const origin of [since, ended]) {
      if (origin === null || origin.entry <= changelogEvent) continue;
      impact += (RELATION_MULTIPLIER * (importance(from) + importance(to))) / 2;
      sessions.add(origin.session);
    }
  return { impact, sessions: sessions.size };
}
