import { inducedSubgraph } from '../derived-graphs.js';
import { checkUndirected, type Graph } from '../graph.js';
import { membersOf, numberParts, type Partition } from '../partition.js';
import { checkCount, leiden, type LeidenOptions } from './leiden.js';

export interface HierarchyOptions extends LeidenOptions {
  /** Nodes that a community of the last level may hold, a whole number from 1. */
  readonly maxCommunitySize: number;
}

export interface CommunityLevel extends Partition {
  /** Community of the level above that each community lies in; empty for the first level. */
  readonly parents: Uint32Array;
}

/** A split that leaves more than this share of a community in one part counts as none, so the levels stay few. */
const LARGEST_SHARE = 0.9;

/**
 * Communities by levels. The first level is {@link leiden} without a limit of size. Each further one splits the communities
 * that are too large by Leiden on their own subgraph, whose smaller total weight makes modularity finer, and keeps the
 * others. What does not split so, as a clique or a star, is cut by the limit of size at once.
 *
 * The split of a community depends only on its nodes, their edges and the options, not on the rest of the graph.
 *
 * @returns one level or more, the largest communities first; all communities are connected
 * @throws TypeError for a directed graph
 * @throws RangeError for an option out of range
 */
export function communityHierarchy(graph: Graph, { maxCommunitySize, ...options }: HierarchyOptions): CommunityLevel[] {
  checkUndirected(graph, 'communityHierarchy');
  checkCount('maxCommunitySize', maxCommunitySize);
  const { membership, partCount } = leiden(graph, options);
  const levels: CommunityLevel[] = [{ membership, partCount, parents: new Uint32Array(0) }];
  // The communities of `initial` are those of the first level.
  const { initial: _, ...within } = options;
  for (let level = levels[0]; level;) {
    const finer = splitLarge(graph, level, maxCommunitySize, within);
    if (finer) levels.push(finer);
    level = finer ?? undefined;
  }
  return levels;
}

/** @returns null when no community is too large */
function splitLarge(
  graph: Graph,
  level: Partition,
  maxCommunitySize: number,
  options: LeidenOptions,
): CommunityLevel | null {
  const communities = membersOf(level);
  if ((communities[0]?.length ?? 0) <= maxCommunitySize) return null;
  const labels = new Uint32Array(graph.nodeCount);
  for (const members of communities) {
    const parts = members.length > maxCommunitySize ? split(graph, members, maxCommunitySize, options) : [members];
    // The lowest node of a part names it.
    for (const part of parts) for (const node of part) labels[node] = part[0] ?? 0;
  }
  const finer = numberParts(labels);
  const parents = new Uint32Array(finer.partCount);
  finer.membership.forEach((community, node) => (parents[community] = level.membership[node] ?? 0));
  return { ...finer, parents };
}

/** @returns the nodes of each part, ascending */
function split(
  graph: Graph,
  members: Uint32Array,
  maxCommunitySize: number,
  options: LeidenOptions,
): readonly Uint32Array[] {
  const subgraph = inducedSubgraph(graph, members);
  const natural = membersOf(leiden(subgraph, options));
  const isSplit = (natural[0]?.length ?? 0) <= LARGEST_SHARE * members.length;
  const parts = isSplit ? natural : membersOf(leiden(subgraph, { ...options, maxCommunitySize }));
  return parts.map((part) => part.map((place) => members[place] ?? 0));
}
