import { sortByKey, type SortedByKey } from './index-arrays.js';

/**
 * A weighted graph of the nodes 0 to `nodeCount` − 1 in compressed sparse rows. The neighbours of node `v` are
 * `targets[offsets[v]]` to `targets[offsets[v + 1] − 1]`, ascending and each once, and `weights` is parallel to them.
 *
 * A directed edge stands in the row of its source. An undirected edge stands in the rows of both ends, a self-loop once.
 */
export interface Graph {
  readonly directed: boolean;
  readonly nodeCount: number;
  /** Edges after parallel ones are summed; an undirected edge counts once. */
  readonly edgeCount: number;
  /** Sum of the weights of the edges; an undirected edge counts once. */
  readonly totalWeight: number;
  /** `nodeCount` + 1 numbers, ascending from 0. */
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  /** Finite and above 0. */
  readonly weights: Float64Array;
}

/** The weight is 1 when it is absent. */
export type Edge = readonly [source: number, target: number, weight?: number];

/** Edges as parallel arrays, which need no object for each. */
export interface EdgeArrays {
  readonly sources: ArrayLike<number>;
  readonly targets: ArrayLike<number>;
  /** Default: 1 for each edge. */
  readonly weights?: ArrayLike<number>;
}

export type EdgeList = Iterable<Edge> | EdgeArrays;

export interface GraphOptions {
  /** Default false. */
  readonly directed?: boolean;
}

/** A node number and an offset must fit into 32 bits. */
const MOST_NODES = 2 ** 32 - 2;

/**
 * Builds a graph. Parallel edges become one with the sum of their weights; an undirected edge is parallel to its
 * reverse. Self-loops are kept.
 *
 * @param nodeCount a whole number from 0
 * @param edges whose nodes are below `nodeCount` and whose weights are finite and above 0
 * @throws RangeError for another node count, node or weight, for arrays of different lengths, and when the sum of all
 *   weights is not finite
 */
export function buildGraph(nodeCount: number, edges: EdgeList, { directed = false }: GraphOptions = {}): Graph {
  if (!Number.isInteger(nodeCount) || nodeCount < 0 || nodeCount > MOST_NODES)
    throw new RangeError(`nodeCount must be a whole number from 0 to ${MOST_NODES}, got ${nodeCount}`);
  const { sources, targets, weights } = toArrays(edges);
  checkEdges(nodeCount, sources, targets, weights);
  const rows = directed ? copyOf(sources, targets, weights) : inBothRows(sources, targets, weights);
  // Sorted by target first: the second sort keeps that order within each row.
  const byTarget = sortByKey(nodeCount, rows.targets);
  const bySource = sortByKey(nodeCount, rows.sources, byTarget.order);
  return sumParallel(nodeCount, directed, bySource, rows.targets, rows.weights);
}

/** Each edge once, an undirected one with its lower node first; ascending by source, then target. */
export function* edgesOf({ directed, nodeCount, offsets, targets, weights }: Graph): Generator<Required<Edge>> {
  for (let source = 0; source < nodeCount; source += 1) {
    for (let e = offsets[source] ?? 0; e < (offsets[source + 1] ?? 0); e += 1) {
      const target = targets[e] ?? 0;
      if (directed || source <= target) yield [source, target, weights[e] ?? 0];
    }
  }
}

/** @throws RangeError when the graph has no such node */
export function checkNode({ nodeCount }: Graph, node: number): void {
  if (!Number.isInteger(node) || node < 0 || node >= nodeCount)
    throw new RangeError(`node ${node} is not among the ${nodeCount} nodes of the graph`);
}

/** @throws TypeError for a directed graph */
export function checkUndirected({ directed }: Graph, purpose: string): void {
  if (directed) throw new TypeError(`${purpose} needs an undirected graph: use toUndirected`);
}

function toArrays(edges: EdgeList): Required<EdgeArrays> {
  if ('sources' in edges) {
    const { sources, targets, weights = new Float64Array(sources.length).fill(1) } = edges;
    return { sources, targets, weights };
  }
  const arrays = { sources: [] as number[], targets: [] as number[], weights: [] as number[] };
  for (const [source, target, weight = 1] of edges) {
    arrays.sources.push(source);
    arrays.targets.push(target);
    arrays.weights.push(weight);
  }
  return arrays;
}

type Numbers = ArrayLike<number>;

function checkEdges(nodeCount: number, sources: Numbers, targets: Numbers, weights: Numbers): void {
  if (targets.length !== sources.length || weights.length !== sources.length)
    throw new RangeError(`${sources.length} sources, ${targets.length} targets and ${weights.length} weights`);
  const isNode = (node: number): boolean => Number.isInteger(node) && node >= 0 && node < nodeCount;
  for (let i = 0; i < sources.length; i += 1) {
    const [source, target, weight] = [sources[i] ?? NaN, targets[i] ?? NaN, weights[i] ?? NaN];
    if (!isNode(source) || !isNode(target))
      throw new RangeError(`edge ${i} joins ${source} and ${target}: nodes are whole numbers below ${nodeCount}`);
    if (!(weight > 0 && weight < Infinity))
      throw new RangeError(`weight of edge ${i} must be finite and above 0, got ${weight}`);
  }
}

interface Rows {
  readonly sources: Uint32Array;
  readonly targets: Uint32Array;
  readonly weights: Float64Array;
}

function copyOf(sources: Numbers, targets: Numbers, weights: Numbers): Rows {
  return {
    sources: Uint32Array.from(sources),
    targets: Uint32Array.from(targets),
    weights: Float64Array.from(weights),
  };
}

function inBothRows(sources: Numbers, targets: Numbers, weights: Numbers): Rows {
  let count = sources.length;
  for (let i = 0; i < sources.length; i += 1) if (sources[i] !== targets[i]) count += 1;
  const rows = {
    sources: new Uint32Array(count),
    targets: new Uint32Array(count),
    weights: new Float64Array(count),
  };
  let row = 0;
  const add = (source: number, target: number, weight: number): void => {
    rows.sources[row] = source;
    rows.targets[row] = target;
    rows.weights[row] = weight;
    row += 1;
  };
  for (let i = 0; i < sources.length; i += 1) {
    const [source, target, weight] = [sources[i] ?? 0, targets[i] ?? 0, weights[i] ?? 0];
    add(source, target, weight);
    if (source !== target) add(target, source, weight);
  }
  return rows;
}

function sumParallel(
  nodeCount: number,
  directed: boolean,
  { order, starts }: SortedByKey,
  rowTargets: Uint32Array,
  rowWeights: Float64Array,
): Graph {
  const offsets = new Uint32Array(nodeCount + 1);
  const targets = new Uint32Array(order.length);
  const weights = new Float64Array(order.length);
  let [count, loops, total] = [0, 0, 0];
  for (let source = 0; source < nodeCount; source += 1) {
    const start = count;
    for (let i = starts[source] ?? 0; i < (starts[source + 1] ?? 0); i += 1) {
      const place = order[i] ?? 0;
      const target = rowTargets[place] ?? 0;
      const weight = rowWeights[place] ?? 0;
      const isParallel = count > start && targets[count - 1] === target;
      if (!isParallel) {
        targets[count] = target;
        count += 1;
        if (target === source) loops += 1;
      }
      weights[count - 1] = (weights[count - 1] ?? 0) + weight;
      total += directed || target === source ? weight : weight / 2;
    }
    offsets[source + 1] = count;
  }
  if (!(total < Infinity)) throw new RangeError('the sum of all weights is not finite');
  return {
    directed,
    nodeCount,
    edgeCount: directed ? count : (count + loops) / 2,
    totalWeight: total,
    offsets,
    targets: targets.slice(0, count),
    weights: weights.slice(0, count),
  };
}
