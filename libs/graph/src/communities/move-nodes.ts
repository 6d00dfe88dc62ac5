import { ascending, shuffle } from '../index-arrays.js';
import type { Random } from '../seeded-random.js';
import { CommunityTotals } from './community-totals.js';
import type { LevelGraph } from './level-graph.js';
import { NeighbourWeights } from './neighbour-weights.js';

/** What Leiden optimises on every level. Node v gains w(v, C) − γ · n(v) · n(C) in community C, counted without v. */
export interface Objective {
  /** The resolution for the constant Potts model; the resolution / 2m for modularity. */
  readonly gamma: number;
  /** Original nodes that a community may hold. */
  readonly maxSize: number;
}

/** A gain below this share of the node's edge weights is rounding: nodes could move for it for ever. */
const ROUNDING = 1e-12;

/**
 * Fast local moving (`MoveNodesFast` of Traag, Waltman and van Eck 2019): moves each node to the community with the
 * highest gain, or to an empty one, and visits the neighbours of what has moved again, until nothing moves.
 *
 * @param membership community of each node, below `level.nodeCount`; changed in place
 * @returns whether any node moved
 */
export function moveNodes(level: LevelGraph, membership: Uint32Array, objective: Objective, random: Random): boolean {
  const { offsets, targets } = level;
  const totals = new CommunityTotals(level, membership);
  const around = new NeighbourWeights(level);
  const queue = new NodeQueue(level.nodeCount, random);
  let hasMoved = false;
  while (!queue.isEmpty()) {
    const node = queue.take();
    const from = membership[node] ?? 0;
    around.read(node, membership);
    totals.remove(node, from);
    const to = bestCommunity(level, node, from, { around, totals, objective });
    totals.add(node, to);
    if (to === from) continue;
    hasMoved = true;
    membership[node] = to;
    for (let e = offsets[node] ?? 0; e < (offsets[node + 1] ?? 0); e += 1) {
      const neighbour = targets[e] ?? 0;
      if (membership[neighbour] !== to) queue.put(neighbour);
    }
  }
  return hasMoved;
}

interface Surroundings {
  readonly around: NeighbourWeights;
  /** Without the node. */
  readonly totals: CommunityTotals;
  readonly objective: Objective;
}

function bestCommunity(
  level: LevelGraph,
  node: number,
  from: number,
  { around, totals, objective }: Surroundings,
): number {
  const { gamma, maxSize } = objective;
  const cost = gamma * (level.nodeWeights[node] ?? 0);
  const room = maxSize - (level.sizes[node] ?? 0);
  let best = from;
  let bestGain = around.to(from) - cost * (totals.weights[from] ?? 0) + ROUNDING * around.total;
  for (let i = 0; i < around.count; i += 1) {
    const community = around.communities[i] ?? 0;
    const gain = around.to(community) - cost * (totals.weights[community] ?? 0);
    if (gain > bestGain && (totals.sizes[community] ?? 0) <= room) {
      best = community;
      bestGain = gain;
    }
  }
  return bestGain < 0 && !totals.isEmpty(from) ? totals.lastEmpty() : best;
}

/** Nodes that wait for a visit, each at most once, first in, first out. All wait at first, in random order. */
class NodeQueue {
  private readonly nodes: Uint32Array;
  private readonly isWaiting: Uint8Array;
  private head = 0;
  private count: number;

  constructor(nodeCount: number, random: Random) {
    this.nodes = ascending(nodeCount);
    shuffle(this.nodes, random);
    this.isWaiting = new Uint8Array(nodeCount).fill(1);
    this.count = nodeCount;
  }

  isEmpty(): boolean {
    return this.count === 0;
  }

  take(): number {
    const node = this.nodes[this.head] ?? 0;
    this.head = (this.head + 1) % this.nodes.length;
    this.count -= 1;
    this.isWaiting[node] = 0;
    return node;
  }

  put(node: number): void {
    if (this.isWaiting[node] === 1) return;
    this.isWaiting[node] = 1;
    this.nodes[(this.head + this.count) % this.nodes.length] = node;
    this.count += 1;
  }
}
