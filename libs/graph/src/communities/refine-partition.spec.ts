import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryGraph, checkProperty } from '../../test/arbitrary-graph.js';
import { buildGraph, type Edge } from '../graph.js';
import { membersOf, numberParts } from '../partition.js';
import { connectedParts } from '../paths/connected-components.js';
import { seededRandom } from '../seeded-random.js';
import { aggregate, firstLevel } from './level-graph.js';
import { refinePartition } from './refine-partition.js';

describe('refinePartition', () => {
  it('gives connected parts within the communities, whatever the communities are', () => {
    const drawn = fc.record({ graph: arbitraryGraph(), communities: fc.integer({ min: 1, max: 4 }), seed: fc.nat() });
    checkProperty('refined parts', drawn, ({ graph, communities, seed }) => {
      const random = seededRandom(seed);
      const membership = Uint32Array.from({ length: graph.nodeCount }, () =>
        Math.min(Math.floor(random() * communities), graph.nodeCount - 1),
      );
      const level = firstLevel(graph, 'cpm');
      const parts = refinePartition(level, membership, { gamma: 0.1, theta: 0.01 }, random);
      expect(connectedParts(graph, parts).partCount).toBe(numberParts(parts).partCount);
      for (const [node, part] of parts.entries()) expect(membership[part]).toBe(membership[node]);
    });
  });

  it('leaves a node alone that is badly connected to its community', () => {
    // A clique of four with a tail: at γ = 0.5 the tail's one edge is less than 0.5 · 1 · 4.
    const clique = [0, 1, 2, 3].flatMap((a) => [0, 1, 2, 3].filter((b) => b > a).map((b) => [a, b] as const));
    const level = firstLevel(buildGraph(5, [...clique, [3, 4]]), 'cpm');
    for (let seed = 0; seed < 20; seed += 1) {
      const parts = refinePartition(level, new Uint32Array(5), { gamma: 0.5, theta: 0.01 }, seededRandom(seed));
      expect([...parts].filter((part) => part === parts[4])).toHaveLength(1);
      expect(numberParts(parts).partCount).toBeLessThan(5);
    }
  });

  it('joins nothing to a part that is badly connected to its community', () => {
    // Two triangles as one community: a node has 2 ≥ 0.3 · 1 · 5, a pair of a triangle only 2 < 0.3 · 2 · 4.
    const triangles: Edge[] = [
      [0, 1],
      [1, 2],
      [2, 0],
      [3, 4],
      [4, 5],
      [5, 3],
    ];
    const level = firstLevel(buildGraph(6, triangles), 'cpm');
    for (let seed = 0; seed < 20; seed += 1) {
      const parts = refinePartition(level, new Uint32Array(6), { gamma: 0.3, theta: 0.01 }, seededRandom(seed));
      expect(membersOf(numberParts(parts)).map(({ length }) => length)).toEqual([2, 2, 1, 1]);
    }
  });

  it('merges nothing at a loss, however high θ is', () => {
    // A ring whose edge from 0 to 1 gives 0.5 and costs 0.6: both are in one part only together with the others.
    const ring: Edge[] = [
      [0, 1, 0.5],
      [1, 2, 2],
      [2, 3, 2],
      [3, 0, 2],
    ];
    const level = firstLevel(buildGraph(4, ring), 'cpm');
    for (let seed = 0; seed < 200; seed += 1) {
      const parts = refinePartition(level, new Uint32Array(4), { gamma: 0.6, theta: 1_000 }, seededRandom(seed));
      const isPair = parts[0] === parts[1] && parts[0] !== parts[2] && parts[0] !== parts[3];
      expect(isPair).toBe(false);
    }
  });

  it('merges with a probability proportional to exp(gain / θ)', () => {
    // Either node stays alone with 1 / (1 + e), since merging gains 1 and staying 0. Both do so independently.
    const level = firstLevel(buildGraph(2, [[0, 1]]), 'cpm');
    const shareApart = (theta: number): number => {
      const seeds = Array.from({ length: 4_000 }, (_, seed) => seed);
      const refine = (seed: number): Uint32Array =>
        refinePartition(level, new Uint32Array(2), { gamma: 0, theta }, seededRandom(seed));
      return seeds.filter((seed) => new Set(refine(seed)).size === 2).length / seeds.length;
    };
    expect(Math.abs(shareApart(1) - 1 / (1 + Math.E) ** 2)).toBeLessThan(0.015);
    expect(shareApart(0.01)).toBe(0);
  });
});

describe('aggregate', () => {
  it('keeps node weights, sizes and the weight between parts', () => {
    const graph = buildGraph(5, [
      [0, 1, 1],
      [1, 2, 2],
      [0, 2, 3],
      [2, 3, 4],
      [4, 4, 5],
    ]);
    const level = aggregate(firstLevel(graph, 'modularity'), Uint32Array.of(1, 1, 0, 0, 2), 3);
    expect([...level.nodeWeights]).toEqual([13, 7, 10]);
    expect([...level.sizes]).toEqual([2, 2, 1]);
    expect([...level.offsets]).toEqual([0, 1, 2, 2]);
    expect([...level.targets]).toEqual([1, 0]);
    expect([...level.weights]).toEqual([5, 5]);
  });
});
