import { type Availability } from './read-status.js';

/**
 * How much one change of an entity matters, by what it does to use. `gone` is the published figure: an entity of importance .89
 * that is destroyed has the impact 133, one of .12 has 18 (rounded down; LoreSmith's design, "Impact-Based Graph Rebuilds").
 */
export const CHANGE_MULTIPLIERS: Readonly<Record<Availability, number>> = {
  // Everything that hangs on it has to be told anew.
  gone: 150,
  // Those who ask meet it at every turn, but it stays where it was.
  hostile: 90,
  // Half of what destruction costs: it comes back as it was.
  closed: 75,
  // It acts elsewhere; what it was tied to here goes on.
  away: 60,
  // It is as it was said to be, once more.
  available: 45,
  // An office, an owner, a price.
  unknown: 30,
};
/** Impact of a relation that begins or ends, by the mean importance of its ends: a fact of the graph, not the fate of a node. */
export const RELATION_MULTIPLIER = 20;

/** @param importance composite of degree, betweenness and PageRank, 0 to 1 */
export function impactOf(importance: number, change: Availability): number {
  if (!(importance >= 0 && importance <= 1)) throw new RangeError(`importance must be from 0 to 1, got ${importance}`);
  return importance * CHANGE_MULTIPLIERS[change];
}

export type RebuildDecision = 'none' | 'wait' | 'rebuild' | 'force';

/** Above this, the graph is rebuilt once {@link MIN_SESSIONS} have passed. */
export const REBUILD_ABOVE = 50;
/** Above this, it is rebuilt at once: force wins over the minimum gap. */
export const FORCE_ABOVE = 100;
export const MIN_SESSIONS = 3;

/**
 * @param impact summed over the changes since the last rebuild
 * @param sessions that have passed since then
 * @returns `wait` where the impact asks for a rebuild that comes too soon
 */
export function decideRebuild(impact: number, sessions: number): RebuildDecision {
  if (impact > FORCE_ABOVE) return 'force';
  if (impact <= REBUILD_ABOVE) return 'none';
  return sessions >= MIN_SESSIONS ? 'rebuild' : 'wait';
}
