import { edgesOf, type Graph } from '../src/graph.js';

/** Distances and counts of shortest paths between all pairs, by Floyd and Warshall 1962: slow, and short enough to be read. */
export function allPairs(
  graph: Graph,
  lengthOf: (weight: number) => number,
): { distances: number[][]; counts: number[][] } {
  const nodes = Array.from({ length: graph.nodeCount }, (_, node) => node);
  const distances = nodes.map((a) => nodes.map((b) => (a === b ? 0 : Infinity)));
  for (const [a, b, weight] of edgesOf(graph)) {
    if (a === b) continue;
    distances[a]![b] = lengthOf(weight);
    if (!graph.directed) distances[b]![a] = lengthOf(weight);
  }
  const direct = distances.map((row) => [...row]);
  for (const via of nodes) {
    for (const a of nodes) {
      for (const b of nodes) distances[a]![b] = Math.min(distances[a]![b]!, distances[a]![via]! + distances[via]![b]!);
    }
  }
  const counts = nodes.map((a) => {
    const count = nodes.map((b) => (a === b ? 1 : 0));
    for (const b of nodes.toSorted((x, y) => distances[a]![x]! - distances[a]![y]!)) {
      if (a === b || distances[a]![b] === Infinity) continue;
      for (const last of nodes) {
        const isLast = last !== b && Math.abs(distances[a]![last]! + direct[last]![b]! - distances[a]![b]!) < 1e-9;
        if (isLast) count[b]! += count[last]!;
      }
    }
    return count;
  });
  return { distances, counts };
}

/** Betweenness by its definition, over all pairs and nodes between them; normalised by (n − 1)(n − 2). */
export function betweennessByDefinition(graph: Graph, lengthOf: (weight: number) => number): number[] {
  const { distances, counts } = allPairs(graph, lengthOf);
  const nodes = distances.map((_, node) => node);
  const pairs = (nodes.length - 1) * (nodes.length - 2);
  return nodes.map((via) => {
    let sum = 0;
    for (const from of nodes) {
      for (const to of nodes) {
        if (from === to || from === via || to === via || distances[from]![to] === Infinity) continue;
        const isVia = Math.abs(distances[from]![via]! + distances[via]![to]! - distances[from]![to]!) < 1e-9;
        if (isVia) sum += (counts[from]![via]! * counts[via]![to]!) / counts[from]![to]!;
      }
    }
    return pairs > 0 ? sum / pairs : 0;
  });
}
