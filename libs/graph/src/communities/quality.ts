import { degrees } from '../centrality/degree.js';
import { checkUndirected, type Graph } from '../graph.js';

/** What a partition is judged by: {@link modularity} or {@link constantPottsQuality}. */
export type Quality = 'modularity' | 'cpm';

/**
 * Modularity of a partition (Newman and Girvan 2004; the resolution of Reichardt and Bornholdt 2006):
 * Q = Σ over communities of L / m − γ · (K / 2m)², with L the weight of the edges inside, K the sum of the strengths, and
 * m the weight of all edges. A self-loop counts once in L and twice in K.
 *
 * @param membership community of each node, whole numbers from 0
 * @param resolution γ, finite and from 0; higher values favour smaller communities
 * @returns −γ/2 to 1; 0 for a graph without edges
 * @throws TypeError for a directed graph
 * @throws RangeError for a membership of another length, or a resolution out of range
 */
export function modularity(graph: Graph, membership: ArrayLike<number>, resolution = 1): number {
  checkUndirected(graph, 'modularity');
  checkMembership(graph, membership);
  checkResolution(resolution);
  const m = graph.totalWeight;
  if (m === 0) return 0;
  const inside = weightInside(graph, membership);
  let expected = 0;
  for (const sum of sumByCommunity(membership, degrees(graph, { weighted: true })).values())
    expected += (sum / (2 * m)) ** 2;
  return inside / m - resolution * expected;
}

/**
 * Quality of the constant Potts model (Traag, van Dooren, Nesterov 2011): H = Σ over communities of L − γ · n(n − 1) / 2,
 * with L the weight of the edges inside, self-loops included, and n the count of nodes.
 *
 * @param membership community of each node, whole numbers from 0
 * @param resolution γ, finite and from 0: the density that a community has at least
 * @throws TypeError for a directed graph
 * @throws RangeError for a membership of another length, or a resolution out of range
 */
export function constantPottsQuality(graph: Graph, membership: ArrayLike<number>, resolution: number): number {
  checkUndirected(graph, 'the constant Potts model');
  checkMembership(graph, membership);
  checkResolution(resolution);
  let pairs = 0;
  const ones = new Float64Array(graph.nodeCount).fill(1);
  for (const size of sumByCommunity(membership, ones).values()) pairs += (size * (size - 1)) / 2;
  return weightInside(graph, membership) - resolution * pairs;
}

/** @throws RangeError when the resolution is negative or not finite */
export function checkResolution(resolution: number): void {
  if (!(resolution >= 0 && resolution < Infinity))
    throw new RangeError(`resolution must be finite and from 0, got ${resolution}`);
}

/** @throws RangeError when there is not one whole number from 0 for each node */
export function checkMembership({ nodeCount }: Graph, membership: ArrayLike<number>): void {
  if (membership.length !== nodeCount)
    throw new RangeError(`the graph has ${nodeCount} nodes, the membership ${membership.length}`);
  for (let node = 0; node < nodeCount; node += 1) {
    const community = membership[node] ?? NaN;
    if (!Number.isInteger(community) || community < 0)
      throw new RangeError(`community of node ${node} must be a whole number from 0, got ${community}`);
  }
}

function weightInside({ nodeCount, offsets, targets, weights }: Graph, membership: ArrayLike<number>): number {
  let inside = 0;
  for (let node = 0; node < nodeCount; node += 1) {
    for (let e = offsets[node] ?? 0; e < (offsets[node + 1] ?? 0); e += 1) {
      const target = targets[e] ?? 0;
      if (target <= node && membership[target] === membership[node]) inside += weights[e] ?? 0;
    }
  }
  return inside;
}

function sumByCommunity(membership: ArrayLike<number>, values: Float64Array): Map<number, number> {
  const sums = new Map<number, number>();
  for (let node = 0; node < values.length; node += 1) {
    const community = membership[node] ?? 0;
    sums.set(community, (sums.get(community) ?? 0) + (values[node] ?? 0));
  }
  return sums;
}
