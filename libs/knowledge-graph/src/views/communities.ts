import { membersOf } from '@arbiter/graph';
import type { KnowledgeGraph } from '../world/knowledge-graph.js';

/** A community of one level: level 0 is the coarsest. */
export interface Community {
  /** `<level>-<number>`. */
  readonly id: string;
  readonly level: number;
  /** Names of its most important members. */
  readonly name: string;
  /** Positions of its entities, the most important first. */
  readonly members: readonly number[];
}

const NAMED_MEMBERS = 3;
const ID = /^(\d{1,3})-(\d{1,9})$/;
const known = new WeakMap<KnowledgeGraph, Map<number, readonly Community[]>>();

/** @returns the communities of a level, the largest first; none for a level that the graph does not have */
export function communitiesOf(graph: KnowledgeGraph, level: number): readonly Community[] {
  const levels = known.get(graph) ?? new Map<number, readonly Community[]>();
  known.set(graph, levels);
  const cached = levels.get(level);
  if (cached) return cached;
  const partition = graph.snapshot.levels[level];
  const communities = partition
    ? membersOf(partition).map((members, number) => describe(graph, level, number, members))
    : [];
  levels.set(level, communities);
  return communities;
}

/** @returns null for an unknown id */
export function communityById(graph: KnowledgeGraph, id: string): Community | null {
  const [, level, number] = ID.exec(id) ?? [];
  return number === undefined ? null : (communitiesOf(graph, Number(level))[Number(number)] ?? null);
}

/** The community of an entity at a level. */
export function communityOf(graph: KnowledgeGraph, node: number, level: number): Community | null {
  const number = graph.snapshot.levels[level]?.membership[node];
  return number === undefined ? null : (communitiesOf(graph, level)[number] ?? null);
}

/** Those whose names make the name of a community. */
export function namedMembers({ members }: Pick<Community, 'members'>): readonly number[] {
  return members.slice(0, NAMED_MEMBERS);
}

export function finestLevel({ snapshot }: KnowledgeGraph): number {
  return Math.max(0, snapshot.levels.length - 1);
}

function describe(graph: KnowledgeGraph, level: number, number: number, members: Uint32Array): Community {
  const importance = (node: number): number => graph.entities[node]?.importance.composite ?? 0;
  const ordered = [...members].sort((a, b) => importance(b) - importance(a) || a - b);
  const names = namedMembers({ members: ordered }).map((node) => graph.entities[node]?.name ?? '');
  return { id: `${level}-${number}`, level, name: names.join(', '), members: ordered };
}
