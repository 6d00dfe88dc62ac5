import type { LevelGraph } from './level-graph.js';

/** Totals of the communities of a level graph, kept while single nodes move between them. */
export class CommunityTotals {
  /** n(C): sum of the node weights. */
  readonly weights: Float64Array;
  /** Original nodes. */
  readonly sizes: Uint32Array;
  /** Communities without a node, in the first `emptyCount` places. */
  private readonly empty: Uint32Array;
  private emptyCount = 0;

  /** @param membership community of each node, below `level.nodeCount` */
  constructor(
    private readonly level: LevelGraph,
    membership: Uint32Array,
  ) {
    const { nodeCount, nodeWeights, sizes } = level;
    this.weights = new Float64Array(nodeCount);
    this.sizes = new Uint32Array(nodeCount);
    this.empty = new Uint32Array(nodeCount);
    for (let node = 0; node < nodeCount; node += 1) {
      const community = membership[node] ?? 0;
      this.weights[community] = (this.weights[community] ?? 0) + (nodeWeights[node] ?? 0);
      this.sizes[community] = (this.sizes[community] ?? 0) + (sizes[node] ?? 0);
    }
    for (let community = nodeCount - 1; community >= 0; community -= 1) {
      if (this.isEmpty(community)) this.pushEmpty(community);
    }
  }

  /** Takes a node out of its community. It must be added to one before the next is removed. */
  remove(node: number, community: number): void {
    this.weights[community] = (this.weights[community] ?? 0) - (this.level.nodeWeights[node] ?? 0);
    this.sizes[community] = (this.sizes[community] ?? 0) - (this.level.sizes[node] ?? 0);
    if (!this.isEmpty(community)) return;
    // What rounding left would grow from move to move.
    this.weights[community] = 0;
    this.pushEmpty(community);
  }

  /** @param community one with a node, or {@link lastEmpty} */
  add(node: number, community: number): void {
    if (this.isEmpty(community)) this.emptyCount -= 1;
    this.weights[community] = (this.weights[community] ?? 0) + (this.level.nodeWeights[node] ?? 0);
    this.sizes[community] = (this.sizes[community] ?? 0) + (this.level.sizes[node] ?? 0);
  }

  isEmpty(community: number): boolean {
    return this.sizes[community] === 0;
  }

  /** The community that became empty last: the removed node's own, if it was alone. */
  lastEmpty(): number {
    return this.empty[this.emptyCount - 1] ?? 0;
  }

  private pushEmpty(community: number): void {
    this.empty[this.emptyCount] = community;
    this.emptyCount += 1;
  }
}
