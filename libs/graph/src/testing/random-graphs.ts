import { buildGraph, type Graph } from '../graph.js';
import { seededRandom, type Random } from '../seeded-random.js';

/**
 * G(n, m) of Erdős and Rényi: a graph drawn from all with these nodes and edges, without self-loops.
 *
 * @throws RangeError for more edges than there are pairs of nodes
 */
export function randomGraph({ nodes, edges, seed }: { nodes: number; edges: number; seed: number }): Graph {
  if (edges > (nodes * (nodes - 1)) / 2) throw new RangeError(`${nodes} nodes have no ${edges} pairs`);
  const random = seededRandom(seed);
  const pairs = new Set<number>();
  const arrays = { sources: new Uint32Array(edges), targets: new Uint32Array(edges) };
  while (pairs.size < edges) {
    const [a, b] = [Math.floor(random() * nodes), Math.floor(random() * nodes)];
    const pair = Math.min(a, b) * nodes + Math.max(a, b);
    if (a === b || pairs.has(pair)) continue;
    arrays.sources[pairs.size] = a;
    arrays.targets[pairs.size] = b;
    pairs.add(pair);
  }
  return buildGraph(nodes, arrays);
}

export interface BlockModel {
  readonly blocks: number;
  /** Nodes of a block; block `b` has the nodes from `b · blockSize`. */
  readonly blockSize: number;
  /** Probability of an edge between two nodes of one block. */
  readonly inside: number;
  /** Probability of an edge between two nodes of different blocks. */
  readonly between: number;
  readonly seed: number;
}

/**
 * Stochastic block model (Holland, Laskey and Leinhardt 1983). Pairs without an edge are skipped at once, so time grows with
 * the edges (Batagelj and Brandes 2005).
 */
export function stochasticBlockModel({ blocks, blockSize, inside, between, seed }: BlockModel): Graph {
  const random = seededRandom(seed);
  const nodes = blocks * blockSize;
  const blockOf = (node: number): number => Math.floor(node / blockSize);
  const edges = { sources: [] as number[], targets: [] as number[] };
  const add = (source: number, target: number): void => {
    edges.sources.push(source);
    edges.targets.push(target);
  };
  drawPairs(nodes, between, random, (a, b) => {
    if (blockOf(a) !== blockOf(b)) add(a, b);
  });
  for (let first = 0; first < nodes; first += blockSize) {
    drawPairs(blockSize, inside, random, (a, b) => add(first + a, first + b));
  }
  return buildGraph(nodes, edges);
}

/** Every pair of numbers below `count` with the given probability. */
function drawPairs(
  count: number,
  probability: number,
  random: Random,
  take: (low: number, high: number) => void,
): void {
  if (!(probability > 0)) return;
  let [low, high] = [-1, 1];
  for (;;) {
    low += probability < 1 ? 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - probability)) : 1;
    while (low >= high) {
      low -= high;
      high += 1;
    }
    if (high >= count) return;
    take(low, high);
  }
}

/**
 * Preferential attachment of Barabási and Albert 1999: begins with a star of `edgesPerNode` + 1 nodes; every further
 * node is joined to as many different nodes, drawn by degree.
 */
export function preferentialAttachment({
  nodes,
  edgesPerNode,
  seed,
}: {
  nodes: number;
  edgesPerNode: number;
  seed: number;
}): Graph {
  const random = seededRandom(seed);
  const edges: [number, number][] = [];
  /** Every node as often as it has edges. */
  const ends: number[] = [];
  const join = (a: number, b: number): void => {
    edges.push([a, b]);
    ends.push(a, b);
  };
  for (let leaf = 1; leaf <= edgesPerNode; leaf += 1) join(0, leaf);
  for (let node = edgesPerNode + 1; node < nodes; node += 1) {
    const chosen = new Set<number>();
    while (chosen.size < edgesPerNode) chosen.add(ends[Math.floor(random() * ends.length)] ?? 0);
    for (const other of chosen) join(node, other);
  }
  return buildGraph(nodes, edges);
}
