import {
  betweenness,
  buildGraph,
  DEFAULT_EXACT_NODES,
  distancesFrom,
  edgesOf,
  leiden,
  pageRank,
  shortestPath,
  type Graph,
} from '@arbiter/graph';
import {
  preferentialAttachment,
  randomGraph,
  REFERENCE_MODULARITIES,
  stochasticBlockModel,
} from '@arbiter/graph/testing';
import { measureRefresh } from './graph/measure-refresh.js';
import { measureWorld, type SecondsOf } from './graph/measure-world.js';
import {
  defineBenchmark,
  percentile,
  prefixFigures,
  wholeNumber,
  wholeNumbers,
  type Measured,
  type OptionsOf,
} from './benchmark.js';

const OPTIONS = {
  /** Edges of the graphs that Leiden divides. */
  edges: wholeNumbers(100_000, 1_000_000),
  /** Runs of Leiden on each reference graph. */
  seeds: wholeNumber(20),
  /** Entities of the graph that queries ask; five times as many edges. */
  entities: wholeNumber(10_000),
  /** Queries of each kind. */
  queries: wholeNumber(100),
  /** Changelog entries that are laid over the graph of as many entities. */
  changes: wholeNumber(10_000),
  /** Documents of the collections whose graph is built, and refreshed after one has changed. */
  documents: wholeNumbers(100, 1_000, 5_000),
};

type Figures = Record<string, number>;

/** Communities, centralities, paths and builds: their time and memory, and the modularity of Leiden beside references. */
export async function benchGraph({
  edges,
  seeds,
  entities,
  queries,
  changes,
  documents,
  now = () => performance.now(),
}: OptionsOf<typeof OPTIONS> & { readonly now?: () => number }): Promise<Measured> {
  const secondsOf = <T>(work: () => T): { seconds: number; value: T } => {
    const began = now();
    const value = work();
    return { seconds: (now() - began) / 1_000, value };
  };
  const figures: Figures = {};
  // Before anything else has taken memory, and the smallest first: the peak is that of the process so far.
  for (const count of edges.toSorted((a, b) => a - b)) Object.assign(figures, measureLeiden(count, secondsOf));
  Object.assign(figures, measureModularity(seeds), measureQueries(entities, queries, secondsOf));
  Object.assign(figures, measureWorld({ entities, queries, changes }, secondsOf));
  for (const count of documents) Object.assign(figures, await measureRefresh(count, now));
  return {
    figures,
    notes: [
      'random has 0.2 nodes an edge, sparse 0.67; blocks is a block model of 200 nodes a block and degree 10, 7 of it inside.',
      'peakRssMiB is the peak of the process up to then: graphs, their generators and Node.js included.',
      `modularity is the mean over ${seeds} seeds; the shares are of the published value and of igraph 1.0.0 on the same graph.`,
      `world… ranks and previews 20 of as many entities for a question; changed… does so under ${changes} changelog entries.`,
      'overlayShare is what those entries add to a query, of its time without them, at the median and the 95th percentile.',
      'documents… builds the graph of varied documents of packs from nothing, and refreshes it after one has changed: reword changes a word, refresh adds two things. Texts are those that had to be read; shares are of the build.',
      `Queries ask a preferential-attachment graph of ${entities} nodes and five times as many edges.`,
    ],
  };
}

export default defineBenchmark({ options: OPTIONS, measure: benchGraph });

const BLOCK_SIZE = 200;

function measureLeiden(edges: number, secondsOf: SecondsOf): Figures {
  const graphs: Record<string, () => Graph> = {
    random: () => randomGraph({ nodes: Math.ceil(edges / 5), edges, seed: 1 }),
    sparse: () => randomGraph({ nodes: Math.ceil(edges / 1.5), edges, seed: 1 }),
    blocks: () => {
      const blocks = Math.ceil(edges / 5 / BLOCK_SIZE);
      const nodes = blocks * BLOCK_SIZE;
      return stochasticBlockModel({
        blocks,
        blockSize: BLOCK_SIZE,
        inside: 7 / BLOCK_SIZE,
        between: 3 / nodes,
        seed: 1,
      });
    },
  };
  const figures: Figures = {};
  for (const [kind, generate] of Object.entries(graphs)) {
    const graph = generate();
    const { seconds, value } = secondsOf(() => leiden(graph, { seed: 1 }));
    figures[`${kind}Seconds`] = seconds;
    figures[`${kind}Modularity`] = value.quality;
    figures[`${kind}Iterations`] = value.iterations;
    if (kind !== 'random') continue;
    const arrays = toArrays(graph);
    figures.buildSeconds = secondsOf(() => buildGraph(graph.nodeCount, arrays)).seconds;
    figures.pageRankSeconds = secondsOf(() => pageRank(graph)).seconds;
  }
  figures.peakRssMiB = process.resourceUsage().maxRSS / 1_024;
  return prefixFigures(`edges${edges}`, figures);
}

function toArrays(graph: Graph): { sources: Uint32Array; targets: Uint32Array; weights: Float64Array } {
  const edges = [...edgesOf(graph)];
  return {
    sources: Uint32Array.from(edges, ([source]) => source),
    targets: Uint32Array.from(edges, ([, target]) => target),
    weights: Float64Array.from(edges, ([, , weight]) => weight),
  };
}

function measureModularity(seeds: number): Figures {
  const figures: Figures = {};
  for (const { key, graph: generate, published, igraph } of REFERENCE_MODULARITIES) {
    const graph = generate();
    const reached = Array.from({ length: seeds }, (_, seed) => leiden(graph, { seed }).quality);
    const mean = reached.reduce((sum, quality) => sum + quality, 0) / seeds;
    const shares = { modularity: mean, shareOfPublished: mean / published, shareOfIgraph: mean / igraph };
    Object.assign(figures, prefixFigures(key, { ...shares, lowestModularity: Math.min(...reached) }));
  }
  return figures;
}

function measureQueries(entities: number, queries: number, secondsOf: SecondsOf): Figures {
  const graph = preferentialAttachment({ nodes: entities, edgesPerNode: 5, seed: 1 });
  const small = preferentialAttachment({ nodes: DEFAULT_EXACT_NODES, edgesPerNode: 5, seed: 1 });
  const nodes = Array.from({ length: queries }, (_, i) => Math.floor((i * entities) / queries));
  const p95Ms = (query: (node: number) => unknown): number =>
    1_000 *
    percentile(
      nodes.map((node) => secondsOf(() => query(node)).seconds),
      0.95,
    );
  return {
    personalisedPageRankP95Ms: p95Ms((node) => pageRank(graph, { restart: new Map([[node, 1]]) })),
    distancesP95Ms: p95Ms((node) => distancesFrom(graph, [node], { length: 'reciprocal' })),
    pathP95Ms: p95Ms((node) => shortestPath(graph, node, entities - 1 - node)),
    sampledBetweennessSeconds: secondsOf(() => betweenness(graph)).seconds,
    exactBetweennessSeconds: secondsOf(() => betweenness(small)).seconds,
  };
}
