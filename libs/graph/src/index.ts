export {
  buildGraph,
  edgesOf,
  type Edge,
  type EdgeArrays,
  type EdgeList,
  type Graph,
  type GraphOptions,
} from './graph.js';
export { inducedSubgraph, toUndirected } from './derived-graphs.js';
export { membersOf, type Partition } from './partition.js';
