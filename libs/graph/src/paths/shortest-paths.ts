import { checkNode, type Graph } from '../graph.js';
import { ShortestPathSearch, type EdgeLength } from './shortest-path-search.js';

export interface DistanceOptions {
  /** Default `hops`. */
  readonly length?: EdgeLength;
  /** Nodes that are farther count as not reached; ≥ 0. Default Infinity. */
  readonly limit?: number;
}

export interface Path {
  /** From the first node to the last. */
  readonly nodes: readonly number[];
  /** Sum of the lengths of the edges. */
  readonly length: number;
}

/**
 * Distance of every node from the nearest start, along the direction of edges.
 *
 * @returns one number from 0 for each node; Infinity where no path leads
 * @throws RangeError for a start outside of the graph, or a negative limit
 */
export function distancesFrom(
  graph: Graph,
  starts: Iterable<number>,
  { length = 'hops', limit = Infinity }: DistanceOptions = {},
): Float64Array {
  if (!(limit >= 0)) throw new RangeError(`limit must not be negative, got ${limit}`);
  const nodes = [...starts];
  for (const node of nodes) checkNode(graph, node);
  const search = new ShortestPathSearch(graph, length);
  search.run(nodes, { limit });
  return search.distances;
}

/**
 * A shortest path between two nodes, along the direction of edges. Among paths of one length the choice is the same on
 * every run.
 *
 * @returns one node and length 0 from a node to itself; null where no path leads
 * @throws RangeError for a node outside of the graph
 */
export function shortestPath(
  graph: Graph,
  from: number,
  to: number,
  { length = 'hops', limit = Infinity }: DistanceOptions = {},
): Path | null {
  checkNode(graph, to);
  checkNode(graph, from);
  if (!(limit >= 0)) throw new RangeError(`limit must not be negative, got ${limit}`);
  const search = new ShortestPathSearch(graph, length);
  search.run([from], { target: to, limit });
  const distance = search.distances[to] ?? Infinity;
  if (distance === Infinity) return null;
  const nodes = [to];
  for (let node = to; node !== from;) {
    node = search.predecessors[node] ?? from;
    nodes.push(node);
  }
  return { nodes: nodes.reverse(), length: distance };
}
