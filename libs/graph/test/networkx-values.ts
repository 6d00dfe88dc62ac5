import type { Edge } from '../src/graph.js';

/**
 * Values of NetworkX 3.6.1 (`pagerank` with `tol=1e-15`, `betweenness_centrality`, `degree_centrality`), rounded to 8 decimals.
 * igraph 1.0.0 gives the same PageRank and betweenness of the karate club, to 1e-14.
 */
export const KARATE_PAGE_RANK = [
  0.09699729, 0.05287692, 0.05707851, 0.03585986, 0.02197795, 0.02911115, 0.02911115, 0.0244905, 0.02976606, 0.0143094,
  0.02197795, 0.00956475, 0.01464489, 0.02953646, 0.01453599, 0.01453599, 0.01678401, 0.01455868, 0.01453599,
  0.01960464, 0.01453599, 0.01455868, 0.01453599, 0.03152251, 0.02107603, 0.0210062, 0.01504404, 0.02563977, 0.01957346,
  0.02628854, 0.02459016, 0.03715809, 0.07169323, 0.10091918,
];

/** All restarts lead to the president, member 33: scores of some members. */
export const KARATE_PRESIDENT_PAGE_RANK: readonly [member: number, score: number][] = [
  [0, 0.04818823],
  [16, 0.00290351],
  [32, 0.09017033],
  [33, 0.26763791],
];

export const KARATE_BETWEENNESS = [
  0.43763528, 0.05393669, 0.14365681, 0.01190927, 0.00063131, 0.02998737, 0.02998737, 0, 0.05592683, 0.00084776,
  0.00063131, 0, 0, 0.0458634, 0, 0, 0, 0, 0, 0.03247505, 0, 0, 0, 0.01761364, 0.0022096, 0.00384049, 0, 0.02233345,
  0.00179473, 0.00292208, 0.01441198, 0.13827561, 0.14524711, 0.30407498,
];

/** Seven nodes: node 3 has a self-loop, node 6 no edge; in the directed graph node 4 has no edge out, node 5 none in. */
export const SMALL_DIRECTED: readonly Edge[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 2, 3],
  [2, 0, 0.5],
  [2, 3, 1.5],
  [3, 3, 1],
  [3, 4, 4],
  [1, 4, 0.5],
  [5, 0, 1],
];
/** The same without the edge from 2 to 0. */
export const SMALL_UNDIRECTED: readonly Edge[] = SMALL_DIRECTED.filter(([from, to]) => !(from === 2 && to === 0));

export const SMALL = {
  directed: {
    pageRank: [0.14058898, 0.13369181, 0.1912623, 0.2119933, 0.21441417, 0.05402472, 0.05402472],
    /** Restarts: 1 share at node 0, 3 at node 5. */
    personalised: [0.25316108, 0.14345794, 0.17624833, 0.13537146, 0.10947248, 0.18228871, 0],
    betweennessByHops: [0.16666667, 0.06666667, 0.13333333, 0.03333333, 0, 0, 0],
    betweennessByWeight: [0.2, 0.1, 0.13333333, 0, 0, 0, 0],
    degreeCentrality: [0.66666667, 0.5, 0.66666667, 0.66666667, 0.33333333, 0.16666667, 0],
  },
  undirected: {
    pageRank: [0.16633542, 0.19855603, 0.19280588, 0.20907853, 0.14909737, 0.05973652, 0.02439024],
    betweennessByHops: [0.26666667, 0.16666667, 0.16666667, 0.03333333, 0.03333333, 0, 0],
    betweennessByWeight: [0.35555556, 0.2, 0.17777778, 0, 0.02222222, 0, 0],
    betweennessByReciprocal: [0.26666667, 0.4, 0.4, 0.26666667, 0, 0, 0],
    degreeCentrality: [0.5, 0.5, 0.5, 0.66666667, 0.33333333, 0.16666667, 0],
  },
};
