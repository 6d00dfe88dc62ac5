import type { Graph } from '../graph.js';

/** Edges that count: those that leave a node, those that lead to it, or both. In an undirected graph all are the same. */
export type Direction = 'out' | 'in' | 'both';

export interface DegreeOptions {
  /** Default `both`. */
  readonly direction?: Direction;
  /** Sums the weights of edges instead of counting them. Default false. */
  readonly weighted?: boolean;
}

/**
 * Degree of each node. A self-loop counts once in each direction, so twice in an undirected graph and for `both`, as in
 * NetworkX and igraph.
 */
export function degrees(graph: Graph, { direction = 'both', weighted = false }: DegreeOptions = {}): Float64Array {
  const { directed, nodeCount, offsets, targets, weights } = graph;
  const degree = new Float64Array(nodeCount);
  const add = (node: number, amount: number): void => {
    degree[node] = (degree[node] ?? 0) + amount;
  };
  for (let source = 0; source < nodeCount; source += 1) {
    for (let e = offsets[source] ?? 0; e < (offsets[source + 1] ?? 0); e += 1) {
      const target = targets[e] ?? 0;
      const amount = weighted ? (weights[e] ?? 0) : 1;
      if (!directed || direction !== 'in') add(source, amount);
      if (directed ? direction !== 'out' : source === target) add(target, amount);
    }
  }
  return degree;
}

/**
 * Degree centrality (Freeman 1978): degree / (n − 1). In 0–1 without self-loops, but to 2 for `both` directions of a
 * directed graph; 1 for the only node of a graph, as in NetworkX.
 */
export function degreeCentrality(graph: Graph, direction: Direction = 'both'): Float64Array {
  if (graph.nodeCount === 1) return new Float64Array(1).fill(1);
  return degrees(graph, { direction }).map((degree) => degree / (graph.nodeCount - 1));
}
