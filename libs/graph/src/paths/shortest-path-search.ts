import type { Graph } from '../graph.js';
import { IndexHeap } from './index-heap.js';

/**
 * How long an edge is.
 *
 * - `hops`: 1, whatever its weight.
 * - `weight`: its weight, where weights are distances.
 * - `reciprocal`: 1 / its weight, where weights are strengths.
 */
export type EdgeLength = 'hops' | 'weight' | 'reciprocal';

export interface SearchOptions {
  /** The search ends when it reaches this node. */
  readonly target?: number;
  /** What is farther is not reached; ≥ 0. */
  readonly limit?: number;
}

/** Distances that differ by less than this share are equal: a sum of the same lengths in another order differs so. */
const ROUNDING = 1e-12;

/**
 * Shortest paths from nodes to all others, along the direction of edges: breadth first when every edge has length 1,
 * else by Dijkstra 1959. One object serves many searches, and a search costs only what it reaches.
 */
export class ShortestPathSearch {
  /** From the nearest start; Infinity for a node that was not reached. */
  readonly distances: Float64Array;
  /** The nodes that were reached, nearest first, in the first `reachedCount` places. */
  readonly reached: Uint32Array;
  reachedCount = 0;
  /** Node before each reached node on its path; a start precedes itself. */
  readonly predecessors: Uint32Array;
  /** Of each entry of `graph.targets`; null when all are 1. */
  private readonly lengths: Float64Array | null;
  private readonly heap: IndexHeap;

  constructor(
    private readonly graph: Graph,
    length: EdgeLength,
  ) {
    const { nodeCount, weights } = graph;
    this.distances = new Float64Array(nodeCount).fill(Infinity);
    this.reached = new Uint32Array(nodeCount);
    this.predecessors = new Uint32Array(nodeCount);
    const ofWeights = length === 'weight' ? weights : weights.map((weight) => 1 / weight);
    this.lengths = length === 'hops' ? null : ofWeights;
    this.heap = new IndexHeap(this.distances);
  }

  /** Searches anew. @param starts nodes of the graph, at distance 0 */
  run(starts: Iterable<number>, { target = -1, limit = Infinity }: SearchOptions = {}): void {
    for (let i = 0; i < this.reachedCount; i += 1) this.distances[this.reached[i] ?? 0] = Infinity;
    this.reachedCount = 0;
    if (this.lengths === null) this.runBreadthFirst(starts, target, limit);
    else this.runDijkstra(starts, target, limit, this.lengths);
  }

  /** Whether an edge of a reached node lies on a shortest path from a start. @param edge place in `graph.targets` */
  isOnShortestPath(source: number, edge: number): boolean {
    const from = this.distances[source] ?? Infinity;
    const to = this.distances[this.graph.targets[edge] ?? 0] ?? Infinity;
    if (this.lengths === null) return to === from + 1;
    return from < to && to < Infinity && Math.abs(from + (this.lengths[edge] ?? 0) - to) <= ROUNDING * to;
  }

  private runBreadthFirst(starts: Iterable<number>, target: number, limit: number): void {
    const { offsets, targets } = this.graph;
    const { distances, reached } = this;
    for (const start of starts) if (distances[start] === Infinity) this.reach(start, start, 0);
    for (let i = 0; i < this.reachedCount; i += 1) {
      const node = reached[i] ?? 0;
      const distance = (distances[node] ?? 0) + 1;
      if (node === target || distance > limit) return;
      for (let e = offsets[node] ?? 0; e < (offsets[node + 1] ?? 0); e += 1) {
        const next = targets[e] ?? 0;
        if (distances[next] === Infinity) this.reach(next, node, distance);
      }
    }
  }

  private reach(node: number, predecessor: number, distance: number): void {
    this.distances[node] = distance;
    this.predecessors[node] = predecessor;
    this.reached[this.reachedCount] = node;
    this.reachedCount += 1;
  }

  private runDijkstra(starts: Iterable<number>, target: number, limit: number, lengths: Float64Array): void {
    const { offsets, targets } = this.graph;
    const { distances, heap } = this;
    const offer = (node: number, predecessor: number, distance: number): void => {
      if (distance > limit || distance >= (distances[node] ?? 0)) return;
      distances[node] = distance;
      this.predecessors[node] = predecessor;
      heap.put(node);
    };
    for (const start of starts) offer(start, start, 0);
    while (!heap.isEmpty()) {
      const node = heap.take();
      const distance = distances[node] ?? 0;
      this.reach(node, this.predecessors[node] ?? 0, distance);
      if (node === target) break;
      for (let e = offsets[node] ?? 0; e < (offsets[node + 1] ?? 0); e += 1) {
        offer(targets[e] ?? 0, node, distance + (lengths[e] ?? 0));
      }
    }
    // Distances of nodes that still wait are not final.
    while (!heap.isEmpty()) distances[heap.take()] = Infinity;
  }
}
