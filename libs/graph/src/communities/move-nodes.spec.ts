import { describe, expect, it } from '@jest/globals';
import { buildGraph, type Edge } from '../graph.js';
import { ascending } from '../index-arrays.js';
import { seededRandom } from '../seeded-random.js';
import { randomGraph } from '../testing/random-graphs.js';
import { firstLevel } from './level-graph.js';
import { moveNodes } from './move-nodes.js';
import { modularity } from './quality.js';

describe('moveNodes', () => {
  it('moves a node to the community with the highest gain, and says whether any moved', () => {
    const level = firstLevel(buildGraph(2, [[0, 1]]), 'cpm');
    const objective = { gamma: 0.5, maxSize: Infinity };
    const membership = ascending(2);
    expect(moveNodes(level, membership, objective, seededRandom(0))).toBe(true);
    expect(new Set(membership).size).toBe(1);
    expect(moveNodes(level, membership, objective, seededRandom(0))).toBe(false);
  });

  it('moves a node out of a community that costs more than it gives', () => {
    const edges: Edge[] = [
      [0, 1, 3],
      [1, 2, 1],
    ];
    const membership = new Uint32Array(3);
    moveNodes(firstLevel(buildGraph(3, edges), 'cpm'), membership, { gamma: 1, maxSize: Infinity }, seededRandom(0));
    expect(membership[1]).toBe(membership[0]);
    expect(membership[2]).not.toBe(membership[0]);
  });

  it('visits the neighbours of what has moved again', () => {
    // With one visit of each node the mean modularity is .338.
    const graph = randomGraph({ nodes: 1_000, edges: 1_500, seed: 1 });
    const level = firstLevel(graph, 'modularity');
    const reached = Array.from({ length: 20 }, (_, seed) => {
      const membership = ascending(1_000);
      moveNodes(level, membership, { gamma: 1 / 3_000, maxSize: Infinity }, seededRandom(seed));
      return modularity(graph, membership);
    });
    expect(reached.reduce((sum, quality) => sum + quality, 0) / reached.length).toBeGreaterThan(0.355);
  });

  it('leaves rounding alone: equal gains move nothing', () => {
    // Node 0 is joined to both pairs alike, by weights whose sums differ in the last digit.
    const edges: Edge[] = [
      [0, 1, 0.1],
      [0, 2, 0.2],
      [0, 3, 0.3],
      [1, 2, 1],
      [3, 4, 1],
    ];
    const membership = Uint32Array.of(1, 0, 0, 1, 1);
    const level = firstLevel(buildGraph(5, edges), 'cpm');
    const isMoved = moveNodes(level, membership, { gamma: 0.01, maxSize: Infinity }, seededRandom(0));
    expect(isMoved).toBe(false);
  });
});
