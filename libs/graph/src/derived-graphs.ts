import { buildGraph, checkNode, edgesOf, type Graph } from './graph.js';

/** The same nodes with every edge in both directions; an edge and its reverse become one with the sum of their weights. */
export function toUndirected(graph: Graph): Graph {
  return graph.directed ? buildGraph(graph.nodeCount, edgesOf(graph)) : graph;
}

/**
 * The given nodes and the edges among them. Node `i` of the result is `nodes[i]`.
 *
 * @throws RangeError for a node outside of the graph, or one that is named twice
 */
export function inducedSubgraph(graph: Graph, nodes: ArrayLike<number>): Graph {
  const { offsets, targets, weights, directed } = graph;
  const places = new Map<number, number>();
  for (let i = 0; i < nodes.length; i += 1) {
    const node = nodes[i] ?? NaN;
    checkNode(graph, node);
    if (places.has(node)) throw new RangeError(`node ${node} is named twice`);
    places.set(node, i);
  }
  const edges = { sources: [] as number[], targets: [] as number[], weights: [] as number[] };
  for (const [node, source] of places) {
    for (let e = offsets[node] ?? 0; e < (offsets[node + 1] ?? 0); e += 1) {
      const target = places.get(targets[e] ?? 0);
      if (target === undefined || (!directed && source > target)) continue;
      edges.sources.push(source);
      edges.targets.push(target);
      edges.weights.push(weights[e] ?? 0);
    }
  }
  return buildGraph(nodes.length, edges, { directed });
}
