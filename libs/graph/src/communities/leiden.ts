import { checkUndirected, type Graph } from '../graph.js';
import { membersOf, numberParts, type Partition } from '../partition.js';
import { connectedParts } from '../paths/connected-components.js';
import { ascending } from '../index-arrays.js';
import { seededRandom, type Random } from '../seeded-random.js';
import { aggregate, firstLevel, type LevelGraph } from './level-graph.js';
import { moveNodes, type Objective } from './move-nodes.js';
import { checkMembership, checkResolution, constantPottsQuality, modularity, type Quality } from './quality.js';
import { refinePartition } from './refine-partition.js';

export interface LeidenOptions {
  /** Default `modularity`. */
  readonly quality?: Quality;
  /** γ, finite and from 0; higher values give smaller communities. Default 1. */
  readonly resolution?: number;
  /** Randomness of the refinement, finite and above 0, in mean edge weights. Default {@link DEFAULT_THETA}. */
  readonly theta?: number;
  /** A safe integer; the same seed gives the same result. Default 0. */
  readonly seed?: number;
  /** A whole number from 1, or Infinity: until an iteration moves no node. Default {@link DEFAULT_MAX_ITERATIONS}. */
  readonly maxIterations?: number;
  /** Nodes that a community may hold, a whole number from 1. Default: any number. */
  readonly maxCommunitySize?: number;
  /**
   * Community of each node to begin with, whole numbers from 0. Default: every node is alone. Parts of a community that no
   * edge joins begin apart, and the nodes of one that is too large begin alone.
   */
  readonly initial?: ArrayLike<number>;
}

export interface LeidenResult extends Partition {
  /** Of the partition: modularity, or the quality of the constant Potts model. */
  readonly quality: number;
  /** Iterations that ran, the last one included. */
  readonly iterations: number;
  /** Whether the last iteration moved no node. */
  readonly isStable: boolean;
  /**
   * The partition, then the partitions of the last iteration's aggregations, each inside the one before. The last has
   * the smallest communities. All are connected.
   */
  readonly levels: readonly Partition[];
}

/** θ of Traag, Waltman and van Eck 2019, and of igraph (`beta`), for edges of weight 1. */
const DEFAULT_THETA = 0.01;
/** Graphs with clear communities are stable after 2 to 4. README.md says what later iterations gain in others. */
const DEFAULT_MAX_ITERATIONS = 10;

/**
 * Communities by the Leiden algorithm (Traag, Waltman and van Eck, "From Louvain to Leiden: guaranteeing well-connected
 * communities", Scientific Reports 9:5233, 2019). Each iteration moves nodes, refines the communities, and aggregates by
 * the refinement until nothing merges; the next begins with its partition. Every community is connected.
 *
 * @param graph undirected; self-loops count in the quality and move no node
 * @returns no community for a graph without nodes; every node alone, quality 0, for a graph without edges
 * @throws TypeError for a directed graph
 * @throws RangeError for an option out of range
 */
export function leiden(graph: Graph, options: LeidenOptions = {}): LeidenResult {
  checkUndirected(graph, 'leiden');
  const { quality = 'modularity', resolution = 1, seed = 0, maxIterations = DEFAULT_MAX_ITERATIONS } = options;
  const settings = { ...settingsOf(graph, options), random: seededRandom(seed) };
  const base = firstLevel(graph, quality);
  let membership = initialMembership(graph, options);
  let levels: Uint32Array[] = [];
  let [iterations, isStable] = [0, false];
  while (iterations < maxIterations && !isStable) {
    const iteration = iterate(base, membership, settings);
    ({ membership, levels } = iteration);
    isStable = !iteration.hasMoved;
    iterations += 1;
  }
  const partition = connectedParts(graph, membership);
  const value = quality === 'modularity' ? modularity : constantPottsQuality;
  return {
    ...partition,
    quality: value(graph, partition.membership, resolution),
    iterations,
    isStable,
    levels: nestedLevels(partition, levels),
  };
}

interface Settings extends Objective {
  readonly theta: number;
  readonly random: Random;
}

function settingsOf(graph: Graph, options: LeidenOptions): Omit<Settings, 'random'> {
  const { quality = 'modularity', resolution = 1, theta = DEFAULT_THETA, maxCommunitySize = Infinity } = options;
  const { maxIterations = DEFAULT_MAX_ITERATIONS } = options;
  checkResolution(resolution);
  if (!(theta > 0 && theta < Infinity)) throw new RangeError(`theta must be finite and above 0, got ${theta}`);
  checkCount('maxIterations', maxIterations);
  checkCount('maxCommunitySize', maxCommunitySize);
  const { totalWeight, edgeCount } = graph;
  const hasEdges = edgeCount > 0;
  return {
    gamma: quality === 'modularity' && hasEdges ? resolution / (2 * totalWeight) : resolution,
    maxSize: maxCommunitySize,
    // In mean edge weights, so that a graph and its multiple have the same communities.
    theta: hasEdges ? (theta * totalWeight) / edgeCount : theta,
  };
}

/** @throws RangeError when the count is neither a whole number from 1 nor Infinity */
export function checkCount(name: string, count: number): void {
  if (!(count >= 1 && (Number.isInteger(count) || count === Infinity)))
    throw new RangeError(`${name} must be a whole number from 1, or Infinity, got ${count}`);
}

function initialMembership(graph: Graph, { initial, maxCommunitySize = Infinity }: LeidenOptions): Uint32Array {
  const { nodeCount } = graph;
  if (initial === undefined) return ascending(nodeCount);
  checkMembership(graph, initial);
  const parts = membersOf(connectedParts(graph, initial));
  const labels = new Uint32Array(nodeCount);
  for (const members of parts) {
    const isTooLarge = members.length > maxCommunitySize;
    // The lowest node of a part names it.
    for (const node of members) labels[node] = isTooLarge ? node : (members[0] ?? 0);
  }
  return labels;
}

interface Iteration {
  readonly membership: Uint32Array;
  readonly hasMoved: boolean;
  /** Part of each node after each refinement, finest first. */
  readonly levels: Uint32Array[];
}

/** One pass from single nodes up to communities that nothing merges any more. */
function iterate(base: LevelGraph, initial: Uint32Array, { random, ...settings }: Settings): Iteration {
  const levels: Uint32Array[] = [];
  let level = base;
  let membership: Uint32Array = initial.slice();
  /** Node of the level that each node of the graph is in. */
  let places: Uint32Array | null = null;
  let hasMoved = false;
  const toNodes = (labels: Uint32Array): Uint32Array => places?.map((place) => labels[place] ?? 0) ?? labels;
  for (;;) {
    hasMoved = moveNodes(level, membership, settings, random) || hasMoved;
    if (numberParts(membership).partCount === level.nodeCount) break;
    const { membership: parts, partCount } = numberParts(refinePartition(level, membership, settings, random));
    if (partCount === level.nodeCount) break;
    places = toNodes(parts);
    levels.push(places);
    level = aggregate(level, parts, partCount);
    membership = ofParts(membership, parts, partCount);
  }
  return { membership: toNodes(membership).slice(), hasMoved, levels };
}

/** The community of each part, numbered from 0. */
function ofParts(membership: Uint32Array, parts: Uint32Array, partCount: number): Uint32Array {
  const communities = new Uint32Array(partCount);
  const { membership: numbered } = numberParts(membership);
  parts.forEach((part, node) => (communities[part] = numbered[node] ?? 0));
  return communities;
}

function nestedLevels(partition: Partition, finestFirst: readonly Uint32Array[]): Partition[] {
  const levels = [partition];
  for (const labels of finestFirst.toReversed()) {
    const level = numberParts(labels);
    // As each lies inside the one before, the same count means the same parts.
    if (level.partCount > (levels.at(-1)?.partCount ?? 0)) levels.push(level);
  }
  return levels;
}
