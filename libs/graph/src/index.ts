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
export { constantPottsQuality, modularity, type Quality } from './communities/quality.js';
export { leiden, type LeidenOptions, type LeidenResult } from './communities/leiden.js';
export { communityHierarchy, type CommunityLevel, type HierarchyOptions } from './communities/community-hierarchy.js';
export { degreeCentrality, degrees, type DegreeOptions, type Direction } from './centrality/degree.js';
export { pageRank, type PageRankOptions, type PageRankResult } from './centrality/page-rank.js';
export {
  betweenness,
  DEFAULT_EXACT_NODES,
  type BetweennessOptions,
  type BetweennessResult,
} from './centrality/betweenness.js';
export { distancesFrom, shortestPath, type DistanceOptions, type Path } from './paths/shortest-paths.js';
export { type EdgeLength } from './paths/shortest-path-search.js';
export { connectedComponents } from './paths/connected-components.js';
