import { checkNode, type Graph } from '../graph.js';

export interface PageRankOptions {
  /** Probability to follow an edge rather than to restart, from 0 to below 1. Default {@link DEFAULT_DAMPING}. */
  readonly damping?: number;
  /** Ends when the scores change by less than this in sum, above 0. Default {@link DEFAULT_TOLERANCE}. */
  readonly tolerance?: number;
  /** A whole number from 1. Default {@link DEFAULT_PAGE_RANK_ITERATIONS}. */
  readonly maxIterations?: number;
  /**
   * Where a restart leads (personalised PageRank): node to share. Shares are finite, from 0, and not all 0; nodes without one
   * have 0. Default: every node alike.
   */
  readonly restart?: ReadonlyMap<number, number>;
}

export interface PageRankResult {
  /** Of each node; the sum is 1. */
  readonly scores: Float64Array;
  readonly iterations: number;
  /** Whether the last change was below the tolerance. */
  readonly hasConverged: boolean;
}

/** Brin and Page 1998. */
const DEFAULT_DAMPING = 0.85;
const DEFAULT_TOLERANCE = 1e-10;
/** The change falls by the damping in each iteration: to 1e-10 in 150 of them. */
const DEFAULT_PAGE_RANK_ITERATIONS = 200;

/**
 * PageRank (Brin and Page, "The anatomy of a large-scale hypertextual web search engine", 1998) by power iteration: x(v) =
 * d · Σ over edges u → v of x(u) · w(u, v) / w(u) + (d · D + 1 − d) · r(v), with w(u) the weight of all edges from u, D
 * the score of nodes without any, and r the restart. Undirected edges lead both ways.
 *
 * @returns no scores for a graph without nodes
 * @throws RangeError for an option out of range, or a restart at a node outside of the graph
 */
export function pageRank(graph: Graph, options: PageRankOptions = {}): PageRankResult {
  const {
    damping = DEFAULT_DAMPING,
    tolerance = DEFAULT_TOLERANCE,
    maxIterations = DEFAULT_PAGE_RANK_ITERATIONS,
  } = options;
  if (!(damping >= 0 && damping < 1)) throw new RangeError(`damping must be from 0 to below 1, got ${damping}`);
  if (!(tolerance > 0)) throw new RangeError(`tolerance must be above 0, got ${tolerance}`);
  if (!Number.isInteger(maxIterations) || maxIterations < 1)
    throw new RangeError(`maxIterations must be a whole number from 1, got ${maxIterations}`);
  const restart = restartShares(graph, options.restart);
  const weightsOut = sumOfRows(graph);
  let scores = new Float64Array(graph.nodeCount).fill(1 / graph.nodeCount);
  for (let iterations = 1; iterations <= maxIterations; iterations += 1) {
    const next = follow(graph, scores, weightsOut, { damping, restart });
    const change = scores.reduce((sum, score, node) => sum + Math.abs(score - (next[node] ?? 0)), 0);
    scores = next;
    if (change < tolerance) return { scores, iterations, hasConverged: true };
  }
  return { scores, iterations: maxIterations, hasConverged: false };
}

function follow(
  { nodeCount, offsets, targets, weights }: Graph,
  scores: Float64Array,
  weightsOut: Float64Array,
  { damping, restart }: { damping: number; restart: Float64Array },
): Float64Array<ArrayBuffer> {
  const next = new Float64Array(nodeCount);
  let dangling = 0;
  for (let source = 0; source < nodeCount; source += 1) {
    const score = scores[source] ?? 0;
    const weightOut = weightsOut[source] ?? 0;
    if (weightOut === 0) dangling += score;
    const perWeight = weightOut === 0 ? 0 : (damping * score) / weightOut;
    for (let e = offsets[source] ?? 0; e < (offsets[source + 1] ?? 0); e += 1) {
      const target = targets[e] ?? 0;
      next[target] = (next[target] ?? 0) + perWeight * (weights[e] ?? 0);
    }
  }
  const restarting = damping * dangling + 1 - damping;
  for (let node = 0; node < nodeCount; node += 1) {
    next[node] = (next[node] ?? 0) + restarting * (restart[node] ?? 0);
  }
  return next;
}

function sumOfRows({ nodeCount, offsets, weights }: Graph): Float64Array {
  const sums = new Float64Array(nodeCount);
  for (let node = 0; node < nodeCount; node += 1) {
    let sum = 0;
    for (let e = offsets[node] ?? 0; e < (offsets[node + 1] ?? 0); e += 1) sum += weights[e] ?? 0;
    sums[node] = sum;
  }
  return sums;
}

function restartShares(graph: Graph, restart: ReadonlyMap<number, number> | undefined): Float64Array {
  const { nodeCount } = graph;
  if (restart === undefined) return new Float64Array(nodeCount).fill(1 / nodeCount);
  const shares = new Float64Array(nodeCount);
  let sum = 0;
  for (const [node, share] of restart) {
    checkNode(graph, node);
    if (!(share >= 0 && share < Infinity))
      throw new RangeError(`the restart share of node ${node} must be finite and from 0, got ${share}`);
    shares[node] = share;
    sum += share;
  }
  if (!(sum > 0 && sum < Infinity)) throw new RangeError(`restart shares must have a finite sum above 0, got ${sum}`);
  return shares.map((share) => share / sum);
}
