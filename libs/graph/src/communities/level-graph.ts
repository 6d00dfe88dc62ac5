import { degrees } from '../centrality/degree.js';
import type { Graph } from '../graph.js';
import { sortByKey } from '../index-arrays.js';
import type { Quality } from './quality.js';

/**
 * The graph that Leiden works on at one level: at first the graph itself, then a node for each part of the level below.
 * Rows as in {@link Graph}, not sorted, and without self-loops: no move changes what they add to the quality.
 */
export interface LevelGraph {
  readonly nodeCount: number;
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  readonly weights: Float64Array;
  /** n(v): strength for modularity, count of original nodes for the constant Potts model. */
  readonly nodeWeights: Float64Array;
  /** Original nodes in each node. */
  readonly sizes: Uint32Array;
}

/** The level graph of a graph's own nodes. @param graph undirected */
export function firstLevel(graph: Graph, quality: Quality): LevelGraph {
  const { nodeCount, offsets, targets, weights } = withoutLoops(graph);
  const sizes = new Uint32Array(nodeCount).fill(1);
  const nodeWeights = quality === 'modularity' ? degrees(graph, { weighted: true }) : Float64Array.from(sizes);
  return { nodeCount, offsets, targets, weights, nodeWeights, sizes };
}

/**
 * One node for each part, joined by the sum of the weights between them.
 *
 * @param parts of each node, below `partCount`
 */
export function aggregate(level: LevelGraph, parts: Uint32Array, partCount: number): LevelGraph {
  const { offsets, targets, weights } = level;
  const { order, starts } = sortByKey(partCount, parts);
  const offsetsOut = new Uint32Array(partCount + 1);
  const targetsOut = new Uint32Array(targets.length);
  const weightsOut = new Float64Array(targets.length);
  // Where the edge to a part stands in the row that is being written, plus 1; older rows end before it.
  const places = new Uint32Array(partCount);
  let count = 0;
  for (let part = 0; part < partCount; part += 1) {
    const rowStart = count;
    for (let i = starts[part] ?? 0; i < (starts[part + 1] ?? 0); i += 1) {
      const node = order[i] ?? 0;
      for (let e = offsets[node] ?? 0; e < (offsets[node + 1] ?? 0); e += 1) {
        const other = parts[targets[e] ?? 0] ?? 0;
        if (other === part) continue;
        let place = places[other] ?? 0;
        if (place <= rowStart) {
          targetsOut[count] = other;
          count += 1;
          place = count;
          places[other] = place;
        }
        weightsOut[place - 1] = (weightsOut[place - 1] ?? 0) + (weights[e] ?? 0);
      }
    }
    offsetsOut[part + 1] = count;
  }
  return {
    nodeCount: partCount,
    offsets: offsetsOut,
    targets: targetsOut.slice(0, count),
    weights: weightsOut.slice(0, count),
    nodeWeights: sumsOf(level.nodeWeights, parts, new Float64Array(partCount)),
    sizes: sumsOf(level.sizes, parts, new Uint32Array(partCount)),
  };
}

/** Adds what each node has to its part. */
function sumsOf<T extends Float64Array | Uint32Array>(values: T, parts: Uint32Array, sums: T): T {
  for (const [node, part] of parts.entries()) sums[part] = (sums[part] ?? 0) + (values[node] ?? 0);
  return sums;
}

function withoutLoops(graph: Graph): Graph {
  const { nodeCount, offsets, targets, weights } = graph;
  const kept = { offsets: new Uint32Array(nodeCount + 1), targets: targets.slice(), weights: weights.slice() };
  let count = 0;
  for (let node = 0; node < nodeCount; node += 1) {
    for (let e = offsets[node] ?? 0; e < (offsets[node + 1] ?? 0); e += 1) {
      const target = targets[e] ?? 0;
      if (target === node) continue;
      kept.targets[count] = target;
      kept.weights[count] = weights[e] ?? 0;
      count += 1;
    }
    kept.offsets[node + 1] = count;
  }
  return { ...graph, ...kept };
}
