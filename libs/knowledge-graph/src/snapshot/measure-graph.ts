import { applyEntries, EntityIndex, type RecordedEntry, type Relation } from '@arbiter/changelog';
import type { GraphSchema } from '@arbiter/contracts';
import { buildGraph, communityHierarchy, type CommunityLevel, type Edge } from '@arbiter/graph';
import type { GraphSnapshot, Importance, MentionRows, SnapshotRelation } from './graph-snapshot.js';
import { importanceOf } from './importance.js';
import { edgesOf } from './relation-edges.js';

/** Seed of Leiden and of sampled betweenness: the same input gives the same graph. */
const SEED = 1;
/** Members that a community of the finest level may have: a summary can name each. */
const MAX_COMMUNITY_SIZE = 24;

/** What importance and communities are computed from. */
export interface MeasuredGraph {
  readonly entities: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string | null;
    readonly aliases: readonly string[];
  }[];
  readonly relations: readonly SnapshotRelation[];
  readonly mentions: MentionRows;
  /** Its relation types may have weights. */
  readonly schema: Pick<GraphSchema, 'relationTypes'>;
}

export interface GraphMeasures {
  /** Of each entity. */
  readonly importance: readonly Importance[];
  readonly levels: readonly CommunityLevel[];
}

/**
 * Importance and communities once the changelog has been applied.
 *
 * @param former a snapshot of the same changelog: with the same edges, its measures are these
 */
export function measureGraph(
  graph: MeasuredGraph,
  entries: readonly RecordedEntry[],
  former: GraphSnapshot | null = null,
): GraphMeasures {
  const edges = edgesAfter(graph, entries);
  if (former?.entities.length === graph.entities.length && areEqual(edges, edgesAfter(former, entries)))
    return { importance: former.entities.map(({ importance }) => importance), levels: former.levels };
  const built = buildGraph(graph.entities.length, edges);
  return {
    importance: importanceOf(built, SEED),
    levels:
      built.nodeCount === 0 ? [] : communityHierarchy(built, { maxCommunitySize: MAX_COMMUNITY_SIZE, seed: SEED }),
  };
}

/** Relations of unknown entities are left out. */
function edgesAfter(
  { entities, relations, mentions, schema }: MeasuredGraph,
  entries: readonly RecordedEntry[],
): Edge[] {
  if (entries.length === 0) return edgesOf(relations, mentions, schema.relationTypes);
  const known = entities.map(({ id, name, type, aliases }) => ({ id, name, type: type ?? '', aliases }));
  const plain = relations.map(({ from, type, to }): Relation => ({
    from: entities[from]?.id ?? '',
    type,
    to: entities[to]?.id ?? '',
  }));
  const nodeOf = new Map(entities.map(({ id }, node) => [id, node]));
  const world = applyEntries(entries, { entities: new EntityIndex(known), relations: plain });
  const current = world.relations.flatMap(({ from, to, type, ended }) => {
    const [a, b] = [nodeOf.get(from), nodeOf.get(to)];
    return ended !== null || a === undefined || b === undefined ? [] : [{ from: a, to: b, type }];
  });
  return edgesOf(current, mentions, schema.relationTypes);
}

function areEqual(edges: readonly Edge[], others: readonly Edge[]): boolean {
  return (
    edges.length === others.length &&
    edges.every(([from, to, weight], at) => {
      const other = others[at];
      return other?.[0] === from && other[1] === to && other[2] === weight;
    })
  );
}
