import type { Graph } from '../graph.js';
import { ShortestPathSearch, type EdgeLength } from '../paths/shortest-path-search.js';
import { ascending, shuffle } from '../index-arrays.js';
import { seededRandom } from '../seeded-random.js';

export interface BetweennessOptions {
  /** Default `hops`. */
  readonly length?: EdgeLength;
  /** Graphs with more nodes are sampled; from 0. Default {@link DEFAULT_EXACT_NODES}. */
  readonly exactNodes?: number;
  /** Start nodes of a sample, a whole number from 1. Default {@link DEFAULT_SAMPLES}. */
  readonly samples?: number;
  /** Chooses the sample; a safe integer. Default 0. */
  readonly seed?: number;
}

export interface BetweennessResult {
  /** Of each node: the share of pairs of other nodes whose shortest paths lead over it, 0–1 when exact. */
  readonly scores: Float64Array;
  readonly isExact: boolean;
  /** Start nodes whose paths were counted. */
  readonly samples: number;
}

/** The work grows with nodes times edges: README.md has the seconds. */
export const DEFAULT_EXACT_NODES = 2_000;
/** The estimate's error falls with the root of the samples (Brandes and Pich 2007). */
const DEFAULT_SAMPLES = 500;

/**
 * Betweenness centrality (Brandes, "A faster algorithm for betweenness centrality", 2001): Σ over pairs s, t of the
 * share of the shortest paths from s to t that lead over a node. Normalised as in NetworkX, by the pairs of other
 * nodes: (n − 1)(n − 2), halved for undirected graphs. Ends of a path are not on it.
 *
 * A sample counts the paths from some nodes, drawn without repetition, and multiplies by n / samples (Brandes and Pich,
 * "Centrality estimation in large networks", 2007).
 *
 * @returns 0 for every node of a graph with fewer than three
 * @throws RangeError for an option out of range
 */
export function betweenness(graph: Graph, options: BetweennessOptions = {}): BetweennessResult {
  const { length = 'hops', exactNodes = DEFAULT_EXACT_NODES, samples = DEFAULT_SAMPLES, seed = 0 } = options;
  if (!(exactNodes >= 0)) throw new RangeError(`exactNodes must not be negative, got ${exactNodes}`);
  if (!Number.isInteger(samples) || samples < 1)
    throw new RangeError(`samples must be a whole number from 1, got ${samples}`);
  const { nodeCount } = graph;
  const random = seededRandom(seed);
  const isExact = nodeCount <= exactNodes || nodeCount <= samples;
  const starts = ascending(nodeCount);
  if (!isExact) shuffle(starts, random, samples);
  const sources = isExact ? starts : starts.subarray(0, samples);
  const scores = new Float64Array(nodeCount);
  if (nodeCount > 2) {
    const counter = new PathCounter(graph, length);
    for (const source of sources) counter.addPathsFrom(source, scores);
    // Each pair of an undirected graph was counted from both ends, and there are half as many: the halves cancel.
    const scale = nodeCount / sources.length / ((nodeCount - 1) * (nodeCount - 2));
    for (let node = 0; node < nodeCount; node += 1) scores[node] = (scores[node] ?? 0) * scale;
  }
  return { scores, isExact, samples: sources.length };
}

class PathCounter {
  private readonly search: ShortestPathSearch;
  /** σ: shortest paths from the start to each node. */
  private readonly pathCounts: Float64Array;
  /** δ: share of the start's paths that lead over each node, summed over their ends. */
  private readonly shares: Float64Array;

  constructor(
    private readonly graph: Graph,
    length: EdgeLength,
  ) {
    this.search = new ShortestPathSearch(graph, length);
    this.pathCounts = new Float64Array(graph.nodeCount);
    this.shares = new Float64Array(graph.nodeCount);
  }

  /** Adds to each node the share of the shortest paths from a start that lead over it. */
  addPathsFrom(start: number, scores: Float64Array): void {
    const { search, pathCounts, shares } = this;
    search.run([start]);
    const reached = search.reached.subarray(0, search.reachedCount);
    for (const node of reached) {
      pathCounts[node] = node === start ? 1 : 0;
      shares[node] = 0;
    }
    for (const node of reached) this.passOn(node);
    for (let i = reached.length - 1; i > 0; i -= 1) {
      const node = reached[i] ?? 0;
      const share = this.shareOf(node);
      shares[node] = share;
      scores[node] = (scores[node] ?? 0) + share;
    }
  }

  /** Adds the paths to a node to those of the nodes behind it. */
  private passOn(node: number): void {
    const { search, pathCounts } = this;
    const { offsets, targets } = this.graph;
    for (let e = offsets[node] ?? 0; e < (offsets[node + 1] ?? 0); e += 1) {
      if (!search.isOnShortestPath(node, e)) continue;
      const next = targets[e] ?? 0;
      pathCounts[next] = (pathCounts[next] ?? 0) + (pathCounts[node] ?? 0);
    }
  }

  private shareOf(node: number): number {
    const { search, pathCounts, shares } = this;
    const { offsets, targets } = this.graph;
    let share = 0;
    for (let e = offsets[node] ?? 0; e < (offsets[node + 1] ?? 0); e += 1) {
      if (!search.isOnShortestPath(node, e)) continue;
      const next = targets[e] ?? 0;
      share += ((pathCounts[node] ?? 0) / (pathCounts[next] ?? 1)) * (1 + (shares[next] ?? 0));
    }
    return share;
  }
}
