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
export { distancesFrom, shortestPath, type DistanceOptions, type Path } from './paths/shortest-paths.js';
export { type EdgeLength } from './paths/shortest-path-search.js';
export { connectedComponents } from './paths/connected-components.js';
