import type { Graph } from '../graph.js';
import { numberParts, type Partition } from '../partition.js';
import { ascending } from '../index-arrays.js';

/** Nodes that a path joins, whatever the direction of its edges: weakly connected components. */
export function connectedComponents(graph: Graph): Partition {
  return connectedParts(graph, null);
}

/**
 * Parts of a labelled graph: nodes of one label that a path through nodes of that label joins.
 *
 * @param labels of each node; null when all have the same
 */
export function connectedParts({ nodeCount, offsets, targets }: Graph, labels: ArrayLike<number> | null): Partition {
  const parents = ascending(nodeCount);
  for (let source = 0; source < nodeCount; source += 1) {
    for (let e = offsets[source] ?? 0; e < (offsets[source + 1] ?? 0); e += 1) {
      const target = targets[e] ?? 0;
      if (labels !== null && labels[source] !== labels[target]) continue;
      parents[rootOf(parents, source)] = rootOf(parents, target);
    }
  }
  for (let node = 0; node < nodeCount; node += 1) parents[node] = rootOf(parents, node);
  return numberParts(parents);
}

/** Union-find with path halving (Tarjan and van Leeuwen 1984). */
function rootOf(parents: Uint32Array, node: number): number {
  let at = node;
  for (;;) {
    const parent = parents[at] ?? 0;
    if (parent === at) return at;
    const above = parents[parent] ?? 0;
    parents[at] = above;
    at = above;
  }
}
