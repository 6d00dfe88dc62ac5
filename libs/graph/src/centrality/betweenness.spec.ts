import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryGraph, checkProperty } from '../../test/arbitrary-graph.js';
import { expectClose } from '../../test/expect-close.js';
import { KARATE_BETWEENNESS, SMALL, SMALL_DIRECTED, SMALL_UNDIRECTED } from '../../test/networkx-values.js';
import { betweennessByDefinition } from '../../test/paths-by-enumeration.js';
import { buildGraph, type Edge } from '../graph.js';
import { karateClub } from '../testing/karate-club.js';
import { preferentialAttachment } from '../testing/random-graphs.js';
import type { EdgeLength } from '../paths/shortest-path-search.js';
import { betweenness, type BetweennessOptions } from './betweenness.js';

describe('betweenness', () => {
  it('equals NetworkX on the karate club', () => {
    const { scores, isExact, samples } = betweenness(karateClub());
    expectClose(scores, KARATE_BETWEENNESS);
    expect({ isExact, samples }).toEqual({ isExact: true, samples: 34 });
  });

  it('equals NetworkX on a directed graph, by hops and by weights', () => {
    const graph = buildGraph(7, SMALL_DIRECTED, { directed: true });
    expectClose(betweenness(graph).scores, SMALL.directed.betweennessByHops);
    expectClose(betweenness(graph, { length: 'weight' }).scores, SMALL.directed.betweennessByWeight);
  });

  it('equals NetworkX on an undirected graph, by each length of edges', () => {
    const graph = buildGraph(7, SMALL_UNDIRECTED);
    expectClose(betweenness(graph).scores, SMALL.undirected.betweennessByHops);
    expectClose(betweenness(graph, { length: 'weight' }).scores, SMALL.undirected.betweennessByWeight);
    expectClose(betweenness(graph, { length: 'reciprocal' }).scores, SMALL.undirected.betweennessByReciprocal);
  });

  it('is what its definition says, on any graph', () => {
    const lengths: [EdgeLength, (weight: number) => number][] = [
      ['hops', () => 1],
      ['weight', (weight) => weight],
      ['reciprocal', (weight) => 1 / weight],
    ];
    const graphs = fc.oneof(arbitraryGraph(false, 10), arbitraryGraph(true, 10));
    checkProperty('betweenness', fc.tuple(graphs, fc.constantFrom(...lengths)), ([graph, [length, lengthOf]]) => {
      expectClose(betweenness(graph, { length }).scores, betweennessByDefinition(graph, lengthOf), 1e-9);
    });
  });

  it('counts paths of equal length that rounding tells apart', () => {
    // 0.1 + 0.2 is more than 0.3 in floating point: there are two shortest paths from node 0 to node 3.
    const edges: Edge[] = [
      [0, 1, 0.1],
      [1, 3, 0.2],
      [0, 2, 0.15],
      [2, 3, 0.15],
    ];
    const { scores } = betweenness(buildGraph(4, edges), { length: 'weight' });
    expect(scores[1]).toBeCloseTo(scores[2]!, 12);
  });

  it('is estimated from a sample in larger graphs, the same for the same seed', () => {
    const graph = preferentialAttachment({ nodes: 600, edgesPerNode: 2, seed: 3 });
    const exact = betweenness(graph);
    const sampled = betweenness(graph, { exactNodes: 500, samples: 300, seed: 1 });
    expect(sampled).toMatchObject({ isExact: false, samples: 300 });
    expect(sampled).toEqual(betweenness(graph, { exactNodes: 500, samples: 300, seed: 1 }));
    expect(sampled.scores).not.toEqual(betweenness(graph, { exactNodes: 500, samples: 300, seed: 2 }).scores);
    exact.scores.forEach((score, node) => expect(Math.abs(score - sampled.scores[node]!)).toBeLessThan(0.05));
    const hub = (scores: Float64Array): number => scores.indexOf(Math.max(...scores));
    expect(hub(sampled.scores)).toBe(hub(exact.scores));
  });

  it('has the exact mean over many samples', () => {
    const graph = karateClub();
    const mean = new Float64Array(34);
    for (let seed = 0; seed < 2_000; seed += 1) {
      betweenness(graph, { exactNodes: 0, samples: 8, seed }).scores.forEach((score, node) => {
        mean[node]! += score / 2_000;
      });
    }
    expectClose(mean, KARATE_BETWEENNESS, 0.01);
  });

  it('is exact when the sample would be the whole graph', () => {
    expect(betweenness(karateClub(), { exactNodes: 0, samples: 34 })).toEqual(betweenness(karateClub()));
  });

  it.each([0, 1, 2])('is 0 in a graph of %d nodes', (nodeCount) => {
    const { scores } = betweenness(buildGraph(nodeCount, nodeCount === 2 ? [[0, 1]] : []));
    expect([...scores]).toEqual(new Array(nodeCount).fill(0));
  });

  it('is 1 for the centre of a star, however deep its tree of paths is', () => {
    expect(betweenness(buildGraph(4, [[0, 1], [0, 2], [0, 3]])).scores[0]).toBe(1); // prettier-ignore
    const line = Array.from({ length: 1_999 }, (_, node): Edge => [node, node + 1]);
    expect(betweenness(buildGraph(2_000, line)).scores[1_000]).toBeCloseTo((2 * 1_000 * 999) / (1_999 * 1_998), 9);
  });

  it.each<[string, BetweennessOptions]>([
    ['a negative size', { exactNodes: -1 }],
    ['no sample', { samples: 0 }],
    ['half a sample', { samples: 1.5 }],
    ['half a seed', { seed: 0.5 }],
  ])('refuses %s', (_, options) => {
    expect(() => betweenness(karateClub(), options)).toThrow(RangeError);
  });
});
