import { ascending, shuffle } from '../index-arrays.js';
import type { Random } from '../seeded-random.js';
import { CommunityTotals } from './community-totals.js';
import type { LevelGraph } from './level-graph.js';
import { NeighbourWeights } from './neighbour-weights.js';

export interface Refinement {
  /** As in `Objective`. */
  readonly gamma: number;
  /** θ in units of the gain; above 0. */
  readonly theta: number;
}

/**
 * Refinement (`RefinePartition` of Traag, Waltman and van Eck 2019): begins with every node alone and merges nodes within
 * their community. A node merges only while it is alone, only if it is well connected to its community, and only into a
 * part that is so too. It takes part R with a probability proportional to exp(gain / θ), among the gains from 0.
 *
 * @param membership community of each node, below `level.nodeCount`
 * @returns part of each node, below `level.nodeCount`; every part is connected and within one community
 */
export function refinePartition(
  level: LevelGraph,
  membership: Uint32Array,
  { gamma, theta }: Refinement,
  random: Random,
): Uint32Array {
  const { nodeCount, nodeWeights } = level;
  const communities = new CommunityTotals(level, membership);
  const parts = ascending(nodeCount);
  const totals = new CommunityTotals(level, parts);
  const around = new NeighbourWeights(level);
  const cuts = cutsWithin(level, membership);
  /** Whether a part is joined to the rest of its community, of this weight, strongly enough. */
  const isWellConnected = (part: number, communityWeight: number): boolean => {
    const weight = totals.weights[part] ?? 0;
    return (cuts[part] ?? 0) >= gamma * weight * (communityWeight - weight);
  };
  const isAlone = new Uint8Array(nodeCount).fill(1);
  const candidates = new Candidates();
  const order = ascending(nodeCount);
  shuffle(order, random);
  for (const node of order) {
    const communityWeight = communities.weights[membership[node] ?? 0] ?? 0;
    if (isAlone[node] === 0 || !isWellConnected(node, communityWeight)) continue;
    around.read(node, parts, membership);
    const cost = gamma * (nodeWeights[node] ?? 0);
    candidates.clear();
    candidates.add(node, 0);
    for (let i = 0; i < around.count; i += 1) {
      const part = around.communities[i] ?? 0;
      const gain = around.to(part) - cost * (totals.weights[part] ?? 0);
      if (gain >= 0 && isWellConnected(part, communityWeight)) candidates.add(part, gain);
    }
    const to = candidates.draw(theta, random);
    if (to === node) continue;
    totals.remove(node, node);
    totals.add(node, to);
    // What led from the node to the part is inside now.
    cuts[to] = (cuts[to] ?? 0) + (cuts[node] ?? 0) - 2 * around.to(to);
    parts[node] = to;
    isAlone[node] = 0;
    isAlone[to] = 0;
  }
  return parts;
}

/** Weight of the edges from each node to the rest of its community. */
function cutsWithin({ nodeCount, offsets, targets, weights }: LevelGraph, membership: Uint32Array): Float64Array {
  const cuts = new Float64Array(nodeCount);
  for (let node = 0; node < nodeCount; node += 1) {
    let cut = 0;
    for (let e = offsets[node] ?? 0; e < (offsets[node + 1] ?? 0); e += 1) {
      if (membership[targets[e] ?? 0] === membership[node]) cut += weights[e] ?? 0;
    }
    cuts[node] = cut;
  }
  return cuts;
}

/** Parts that a node may merge into. One object serves all nodes. */
class Candidates {
  private readonly parts: number[] = [];
  private readonly gains: number[] = [];
  private count = 0;
  private highest = 0;

  clear(): void {
    this.count = 0;
    this.highest = -Infinity;
  }

  add(part: number, gain: number): void {
    this.parts[this.count] = part;
    this.gains[this.count] = gain;
    this.count += 1;
    if (gain > this.highest) this.highest = gain;
  }

  /** A part, drawn with a probability proportional to exp(gain / θ). There must be one. */
  draw(theta: number, random: Random): number {
    // The highest gain is subtracted, since exp overflows beyond 709.
    let sum = 0;
    for (let i = 0; i < this.count; i += 1) sum += Math.exp(((this.gains[i] ?? 0) - this.highest) / theta);
    let left = random() * sum;
    for (let i = 0; i < this.count; i += 1) {
      left -= Math.exp(((this.gains[i] ?? 0) - this.highest) / theta);
      if (left < 0) return this.parts[i] ?? 0;
    }
    return this.parts[this.count - 1] ?? 0;
  }
}
