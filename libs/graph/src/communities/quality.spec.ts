import { describe, expect, it } from '@jest/globals';
import { buildGraph, type Edge } from '../graph.js';
import { karateClub } from '../testing/karate-club.js';
import { constantPottsQuality, modularity } from './quality.js';

const WEIGHTED: Edge[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 2, 3],
  [2, 3, 1.5],
  [3, 3, 1],
  [3, 4, 4],
  [1, 4, 0.5],
  [5, 0, 1],
];
const PARTS = [0, 0, 0, 1, 1, 2, 3];

describe('modularity', () => {
  // NetworkX 3.6.1, `modularity`; igraph 1.0.0 agrees at resolution 1.
  it('equals the reference on a weighted graph with a self-loop and a node alone', () => {
    const graph = buildGraph(7, WEIGHTED);
    expect(modularity(graph, PARTS)).toBeCloseTo(0.3137755102040817, 12);
    expect(modularity(graph, PARTS, 0.5)).toBeCloseTo(0.5497448979591838, 12);
  });

  it("equals the reference for the karate club's real split", () => {
    const instructor = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 16, 17, 19, 21]);
    const split = Array.from({ length: 34 }, (_, member) => (instructor.has(member) ? 0 : 1));
    expect(modularity(karateClub(), split)).toBeCloseTo(0.3582347140039448, 12);
  });

  it('is 0 for one community, and for a graph without edges', () => {
    expect(modularity(karateClub(), new Uint32Array(34))).toBeCloseTo(0, 12);
    expect(modularity(buildGraph(3, []), [0, 1, 2])).toBe(0);
    expect(modularity(buildGraph(0, []), [])).toBe(0);
  });

  it('takes any whole numbers as communities', () => {
    const graph = buildGraph(7, WEIGHTED);
    const renamed = PARTS.map((part) => 10 ** 9 - part);
    expect(modularity(graph, renamed)).toBe(modularity(graph, PARTS));
  });

  it('refuses a directed graph, another length, and what is no community or resolution', () => {
    expect(() => modularity(buildGraph(2, [[0, 1]], { directed: true }), [0, 0])).toThrow(TypeError);
    const graph = buildGraph(2, [[0, 1]]);
    expect(() => modularity(graph, [0])).toThrow(RangeError);
    expect(() => modularity(graph, [0, -1])).toThrow(RangeError);
    expect(() => modularity(graph, [0, 0.5])).toThrow(RangeError);
    expect(() => modularity(graph, [0, 0], -1)).toThrow(RangeError);
    expect(() => modularity(graph, [0, 0], NaN)).toThrow(RangeError);
  });
});

describe('constantPottsQuality', () => {
  it('is the weight inside less γ for each pair', () => {
    // Inside: 2 + 1 + 3 and 1 + 4. Pairs: 3 and 1.
    expect(constantPottsQuality(buildGraph(7, WEIGHTED), PARTS, 0.3)).toBeCloseTo(11 - 0.3 * 4, 12);
  });

  it('refuses a directed graph and a negative resolution', () => {
    expect(() => constantPottsQuality(buildGraph(2, [], { directed: true }), [0, 0], 1)).toThrow(TypeError);
    expect(() => constantPottsQuality(buildGraph(2, []), [0, 0], -1)).toThrow(RangeError);
  });
});
