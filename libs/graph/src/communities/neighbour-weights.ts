import type { LevelGraph } from './level-graph.js';

/** Weight of the edges from one node to each community around it. One object serves all nodes, one after the other. */
export class NeighbourWeights {
  /** The communities around the node, in its first `count` places. */
  readonly communities: Uint32Array;
  count = 0;
  /** Weight of all edges that were read. */
  total = 0;
  private readonly weightTo: Float64Array;

  constructor(private readonly level: LevelGraph) {
    this.communities = new Uint32Array(level.nodeCount);
    this.weightTo = new Float64Array(level.nodeCount);
  }

  /**
   * Reads the edges of a node, in place of those that were read before.
   *
   * @param labels community of each node, below `nodeCount`
   * @param within reads only edges to nodes that have the node's own number in here
   */
  read(node: number, labels: Uint32Array, within?: Uint32Array): void {
    const { offsets, targets, weights } = this.level;
    const { communities, weightTo } = this;
    for (let i = 0; i < this.count; i += 1) weightTo[communities[i] ?? 0] = 0;
    let [count, total] = [0, 0];
    const end = offsets[node + 1] ?? 0;
    for (let e = offsets[node] ?? 0; e < end; e += 1) {
      const target = targets[e] ?? 0;
      if (within !== undefined && within[target] !== within[node]) continue;
      const community = labels[target] ?? 0;
      const weight = weights[e] ?? 0;
      const known = weightTo[community] ?? 0;
      // Weights are above 0, so 0 says that no edge led there yet.
      if (known === 0) {
        communities[count] = community;
        count += 1;
      }
      weightTo[community] = known + weight;
      total += weight;
    }
    this.count = count;
    this.total = total;
  }

  /** 0 for a community that is not around the node. */
  to(community: number): number {
    return this.weightTo[community] ?? 0;
  }
}
