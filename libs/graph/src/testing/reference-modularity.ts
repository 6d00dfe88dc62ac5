import type { Graph } from '../graph.js';
import { karateClub } from './karate-club.js';
import { preferentialAttachment, randomGraph, stochasticBlockModel } from './random-graphs.js';

/** A graph, and the modularity that Leiden reaches on it elsewhere, at resolution 1. */
export interface ReferenceModularity {
  /** Names figures. */
  readonly key: string;
  readonly name: string;
  readonly graph: () => Graph;
  /** Of igraph on a graph of the same kind, as published with the task; for the karate club, the highest there is. */
  readonly published: number;
  /** Mean of igraph 1.0.0 on this very graph: `community_leiden('modularity', n_iterations=-1)` with the seeds 0 to 19. */
  readonly igraph: number;
}

export const REFERENCE_MODULARITIES: readonly ReferenceModularity[] = [
  {
    key: 'random',
    name: 'G(1000, 1500)',
    graph: () => randomGraph({ nodes: 1_000, edges: 1_500, seed: 1 }),
    published: 0.6484,
    igraph: 0.6574,
  },
  {
    // The published modularity fits any pair of probabilities in this relation.
    key: 'blocks',
    name: 'SBM 20 x 50',
    graph: () => stochasticBlockModel({ blocks: 20, blockSize: 50, inside: 0.2, between: 0.004, seed: 1 }),
    published: 0.669,
    igraph: 0.6649,
  },
  {
    key: 'preferential',
    name: 'BA(2000, 2)',
    graph: () => preferentialAttachment({ nodes: 2_000, edgesPerNode: 2, seed: 1 }),
    published: 0.5402,
    igraph: 0.5492,
  },
  { key: 'karate', name: 'karate club', graph: karateClub, published: 0.4198, igraph: 0.4198 },
];
