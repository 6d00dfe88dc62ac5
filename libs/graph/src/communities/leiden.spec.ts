import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryGraph, checkProperty } from '../../test/arbitrary-graph.js';
import { buildGraph, edgesOf, type Edge, type Graph } from '../graph.js';
import { membersOf, type Partition } from '../partition.js';
import { connectedComponents, connectedParts } from '../paths/connected-components.js';
import { karateClub } from '../testing/karate-club.js';
import { preferentialAttachment, randomGraph, stochasticBlockModel } from '../testing/random-graphs.js';
import { REFERENCE_MODULARITIES } from '../testing/reference-modularity.js';
import { leiden, type LeidenOptions } from './leiden.js';
import { constantPottsQuality, modularity } from './quality.js';

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);

describe('the modularity that leiden reaches', () => {
  it.each(REFERENCE_MODULARITIES)('is 99 % of the reference or more on $name, in the mean over seeds', (reference) => {
    const graph = reference.graph();
    const mean = SEEDS.reduce((sum, seed) => sum + leiden(graph, { seed }).quality, 0) / SEEDS.length;
    expect(mean).toBeGreaterThanOrEqual(0.99 * reference.published);
    expect(mean).toBeGreaterThanOrEqual(0.99 * reference.igraph);
  });

  it('is the highest there is on the karate club', () => {
    // .4198 in four communities: Brandes et al., "On modularity clustering", 2008.
    const best = SEEDS.map((seed) => leiden(karateClub(), { seed }));
    expect(Math.max(...best.map(({ quality }) => quality))).toBeCloseTo(0.4198, 4);
    expect(best[0]).toMatchObject({ partCount: 4, isStable: true });
  });

  it('finds planted communities', () => {
    const { membership, partCount } = leiden(
      stochasticBlockModel({ blocks: 20, blockSize: 50, inside: 0.5, between: 0.005, seed: 7 }),
    );
    expect(partCount).toBe(20);
    membership.forEach((community, node) => expect(community).toBe(membership[Math.floor(node / 50) * 50]));
  });
});

/** θ = 1,000 makes the refinement stop by chance. */
const arbitraryOptions: fc.Arbitrary<LeidenOptions> = fc.record({
  quality: fc.constantFrom('modularity' as const, 'cpm' as const),
  resolution: fc.constantFrom(0, 0.05, 0.3, 1, 3),
  theta: fc.constantFrom(0.01, 1, 1_000),
  seed: fc.nat(),
  maxIterations: fc.constantFrom(1, 2, Infinity),
  maxCommunitySize: fc.constantFrom(1, 3, 8, Infinity),
  // As many as the largest graph has nodes; the check takes those that it needs.
  initial: fc.array(fc.nat(3), { minLength: 24, maxLength: 24 }),
});

function expectConnected(graph: Graph, { membership, partCount }: Partition): void {
  expect(connectedParts(graph, membership)).toEqual({ membership, partCount });
}

describe('the communities of leiden', () => {
  it('are connected on every level, within the limit of size, and nested', () => {
    const drawn = fc.record({ graph: arbitraryGraph(), options: arbitraryOptions, begin: fc.boolean() });
    checkProperty('connected communities', drawn, ({ graph, options: { initial = [], ...options }, begin }) => {
      const start = begin ? { initial: Array.from(initial).slice(0, graph.nodeCount) } : {};
      const result = leiden(graph, { ...options, ...start });
      expect(result.levels[0]).toEqual({ membership: result.membership, partCount: result.partCount });
      result.levels.forEach((level, i) => {
        expectConnected(graph, level);
        for (const members of membersOf(level)) {
          expect(members.length).toBeLessThanOrEqual(options.maxCommunitySize ?? Infinity);
          const above = result.levels[i - 1]?.membership;
          if (above) expect(new Set(members.toSorted().map((node) => above[node] ?? -1)).size).toBe(1);
        }
      });
    });
  });

  it('are connected in larger graphs of every kind', () => {
    for (const seed of SEEDS) {
      const graphs = [
        randomGraph({ nodes: 600, edges: 900, seed }),
        preferentialAttachment({ nodes: 600, edgesPerNode: 2, seed }),
        stochasticBlockModel({ blocks: 12, blockSize: 50, inside: 0.06, between: 0.004, seed }),
      ];
      for (const graph of graphs) {
        for (const maxIterations of [1, 10]) expectConnected(graph, leiden(graph, { seed, maxIterations }));
      }
    }
  });

  it('are connected when a bridge leaves and the refinement merges nothing by chance', () => {
    // Node 2 leads from one pair to the other, and is drawn away by node 5.
    const edges: Edge[] = [
      [0, 1, 10],
      [1, 2, 1],
      [2, 3, 1],
      [3, 4, 10],
      [2, 5, 5],
      [5, 6, 5],
    ];
    const graph = buildGraph(7, edges);
    const initial = [0, 0, 0, 0, 0, 1, 1];
    for (let seed = 0; seed < 2_000; seed += 1) {
      const options = { quality: 'cpm', resolution: 0.1, theta: 1e6, maxIterations: 1, initial, seed } as const;
      expectConnected(graph, leiden(graph, options));
    }
  });

  it('have several levels in a large graph, from few communities to many', () => {
    const { levels, partCount } = leiden(randomGraph({ nodes: 1_000, edges: 1_500, seed: 1 }));
    const counts = levels.map((level) => level.partCount);
    expect(counts[0]).toBe(partCount);
    expect(counts.length).toBeGreaterThan(3);
    expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
  });

  it('cannot gain by a move of one node, once stable', () => {
    const drawn = fc.record({ graph: arbitraryGraph(false, 12), seed: fc.nat() });
    checkProperty('stable communities', drawn, ({ graph, seed }) => {
      const { membership, partCount, quality, isStable } = leiden(graph, { seed, maxIterations: Infinity });
      expect(isStable).toBe(true);
      for (let node = 0; node < graph.nodeCount; node += 1) {
        for (let community = 0; community <= partCount; community += 1) {
          expect(modularity(graph, membership.with(node, community))).toBeLessThanOrEqual(quality + 1e-9);
        }
      }
    });
  });

  it('cannot gain by a merge of two, once stable', () => {
    const drawn = fc.record({ graph: arbitraryGraph(), seed: fc.nat() });
    checkProperty('merged communities', drawn, ({ graph, seed }) => {
      const { membership, partCount, quality } = leiden(graph, {
        quality: 'cpm',
        resolution: 0.2,
        seed,
        maxIterations: Infinity,
      });
      for (let a = 0; a < partCount; a += 1) {
        for (let b = 0; b < a; b += 1) {
          const merged = membership.map((community) => (community === a ? b : community));
          expect(constantPottsQuality(graph, merged, 0.2)).toBeLessThanOrEqual(quality + 1e-9);
        }
      }
    });
  });

  it('are numbered by size, the largest first', () => {
    const sizes = membersOf(leiden(karateClub())).map(({ length }) => length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(34);
  });
});

describe('the options of leiden', () => {
  it('give the same result for the same seed, and others for other seeds', () => {
    const graph = randomGraph({ nodes: 500, edges: 750, seed: 3 });
    expect(leiden(graph, { seed: 5 })).toEqual(leiden(graph, { seed: 5 }));
    expect(leiden(graph, { seed: 5 }).membership).not.toEqual(leiden(graph, { seed: 6 }).membership);
  });

  it('give the same communities when all weights are multiplied', () => {
    const graph = randomGraph({ nodes: 300, edges: 500, seed: 4 });
    const scaled = buildGraph(
      300,
      [...edgesOf(graph)].map(([a, b, weight]) => [a, b, weight / 1_024] as const),
    );
    expect(leiden(scaled, { seed: 1 }).membership).toEqual(leiden(graph, { seed: 1 }).membership);
  });

  it('give smaller communities at a higher resolution', () => {
    const counts = [0, 0.5, 1, 2, 100].map((resolution) => leiden(karateClub(), { resolution }).partCount);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts[0]).toBe(1);
    expect(counts.at(-1)).toBe(34);
  });

  it('give communities denser than the resolution by the constant Potts model', () => {
    // Two cliques of five, joined by one edge.
    const clique = (first: number) =>
      [0, 1, 2, 3, 4].flatMap((a) => [0, 1, 2, 3, 4].filter((b) => b > a).map((b) => [first + a, first + b] as const));
    const graph = buildGraph(10, [...clique(0), ...clique(5), [4, 5]]);
    const partCount = (resolution: number): number => leiden(graph, { quality: 'cpm', resolution }).partCount;
    expect([partCount(0.01), partCount(0.5), partCount(1.1)]).toEqual([1, 2, 10]);
    expect(leiden(graph, { quality: 'cpm', resolution: 0.5 }).quality).toBeCloseTo(20 - 0.5 * 20, 12);
  });

  it('follow the weights', () => {
    const square: [number, number][] = [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 0],
    ];
    const weighted = (heavy: number) =>
      leiden(
        buildGraph(
          4,
          square.map(([a, b], i) => [a, b, i % 2 === heavy ? 10 : 1] as const),
        ),
      ).membership;
    expect([...weighted(0)]).toEqual([0, 0, 1, 1]);
    expect([...weighted(1)]).toEqual([0, 1, 1, 0]);
  });

  it('begin with the given communities, without those that are torn or too large', () => {
    const graph = karateClub();
    const { membership } = leiden(graph, { seed: 2 });
    const again = leiden(graph, { seed: 9, initial: membership });
    expect(again).toMatchObject({ iterations: 1, isStable: true });
    expect(again.membership).toEqual(membership);
    const cut = leiden(graph, { initial: new Uint32Array(34), maxCommunitySize: 5 });
    expect(Math.max(...membersOf(cut).map(({ length }) => length))).toBe(5);
    const pairs = buildGraph(4, [
      [0, 1],
      [2, 3],
    ]);
    expect([...leiden(pairs, { initial: [7, 7, 7, 7] }).membership]).toEqual([0, 0, 1, 1]);
  });

  it('end after as many iterations as are given', () => {
    const graph = randomGraph({ nodes: 1_000, edges: 1_500, seed: 1 });
    expect(leiden(graph, { maxIterations: 1 })).toMatchObject({ iterations: 1, isStable: false });
    expect(leiden(graph, { maxIterations: Infinity }).isStable).toBe(true);
  });

  it.each<[string, LeidenOptions]>([
    ['a negative resolution', { resolution: -1 }],
    ['an infinite resolution', { resolution: Infinity }],
    ['θ of 0', { theta: 0 }],
    ['no iteration', { maxIterations: 0 }],
    ['half an iteration', { maxIterations: 1.5 }],
    ['communities of no node', { maxCommunitySize: 0 }],
    ['half a seed', { seed: 0.5 }],
    ['communities of other nodes', { initial: [0] }],
    ['negative communities', { initial: new Int32Array(34).fill(-1) }],
  ])('refuse %s', (_, options) => {
    expect(() => leiden(karateClub(), options)).toThrow(RangeError);
  });
});

describe('leiden on an odd graph', () => {
  it('finds no community without nodes, and one for one node', () => {
    expect(leiden(buildGraph(0, []))).toMatchObject({ partCount: 0, quality: 0, isStable: true });
    expect(leiden(buildGraph(1, []))).toMatchObject({ partCount: 1, quality: 0 });
    expect(leiden(buildGraph(1, [[0, 0]]))).toMatchObject({ partCount: 1, quality: 0 });
  });

  it('leaves every node alone without edges, or with self-loops only', () => {
    const loops = [0, 1, 2, 3].map((node) => [node, node, 2] as const);
    for (const quality of ['modularity', 'cpm'] as const) {
      expect(leiden(buildGraph(4, []), { quality }).partCount).toBe(4);
      expect(leiden(buildGraph(4, loops), { quality }).partCount).toBe(4);
    }
  });

  it('keeps components apart', () => {
    const graph = buildGraph(7, [
      [0, 1],
      [2, 3],
      [3, 4],
      [4, 2],
    ]);
    expect(leiden(graph, { resolution: 0.1 }).membership).toEqual(connectedComponents(graph).membership);
  });

  it('refuses a directed graph', () => {
    expect(() => leiden(buildGraph(2, [[0, 1]], { directed: true }))).toThrow(TypeError);
  });
});
