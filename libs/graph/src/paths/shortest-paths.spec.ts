import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryGraph, checkProperty } from '../../test/arbitrary-graph.js';
import { expectClose } from '../../test/expect-close.js';
import { allPairs } from '../../test/paths-by-enumeration.js';
import { buildGraph, edgesOf, type Edge } from '../graph.js';
import { karateClub } from '../testing/karate-club.js';
import type { EdgeLength } from './shortest-path-search.js';
import { distancesFrom, shortestPath } from './shortest-paths.js';

const LENGTHS: readonly [EdgeLength, (weight: number) => number][] = [
  ['hops', () => 1],
  ['weight', (weight) => weight],
  ['reciprocal', (weight) => 1 / weight],
];

const anyGraph = fc.oneof(arbitraryGraph(), arbitraryGraph(true));

describe.each(LENGTHS)('shortest paths by %s', (length, lengthOf) => {
  it('are as long as an enumeration finds, from one start or several', () => {
    const drawn = fc.record({ graph: anyGraph, starts: fc.array(fc.nat(), { maxLength: 3 }) });
    checkProperty(`distances by ${length}`, drawn, ({ graph, starts }) => {
      const nodes = starts.map((start) => start % graph.nodeCount);
      const { distances } = allPairs(graph, lengthOf);
      const nearest = distances.map((_, node) => Math.min(...nodes.map((start) => distances[start]![node]!)));
      expectClose(distancesFrom(graph, nodes, { length }), nearest, 1e-9);
      const limited = nearest.map((distance) => (distance <= 3.01 ? distance : Infinity));
      expectClose(distancesFrom(graph, nodes, { length, limit: 3.01 }), limited, 1e-9);
    });
  });

  it('lead over edges that there are, from the first node to the last', () => {
    const drawn = fc.record({ graph: anyGraph, a: fc.nat(), b: fc.nat() });
    checkProperty(`paths by ${length}`, drawn, ({ graph, a, b }) => {
      const [from, to] = [a % graph.nodeCount, b % graph.nodeCount];
      const path = shortestPath(graph, from, to, { length });
      const distance = distancesFrom(graph, [from], { length })[to]!;
      if (!path) {
        expect(distance).toBe(Infinity);
        return;
      }
      const weights = new Map<string, number>();
      for (const [source, target, weight] of edgesOf(graph)) {
        weights.set(`${source} ${target}`, weight);
        if (!graph.directed) weights.set(`${target} ${source}`, weight);
      }
      expect([path.nodes[0], path.nodes.at(-1)]).toEqual([from, to]);
      const steps = path.nodes.slice(1).map((node, i) => lengthOf(weights.get(`${path.nodes[i]!} ${node}`)!));
      expect(path.length).toBe(distance);
      expect(steps.reduce((sum, step) => sum + step, 0)).toBeCloseTo(distance, 9);
    });
  });
});

describe('distancesFrom', () => {
  it('is Infinity for what no path reaches, and everywhere without a start', () => {
    const edges: Edge[] = [[0, 1]];
    expect([...distancesFrom(buildGraph(3, edges), [0])]).toEqual([0, 1, Infinity]);
    expect([...distancesFrom(buildGraph(3, edges, { directed: true }), [1])]).toEqual([Infinity, 0, Infinity]);
    expect([...distancesFrom(buildGraph(3, edges), [])]).toEqual([Infinity, Infinity, Infinity]);
  });

  it('refuses a node that there is not, and a negative limit', () => {
    expect(() => distancesFrom(karateClub(), [34])).toThrow(RangeError);
    expect(() => distancesFrom(karateClub(), [0], { limit: -1 })).toThrow(RangeError);
    expect(() => distancesFrom(karateClub(), [0], { limit: NaN })).toThrow(RangeError);
  });
});

describe('shortestPath', () => {
  it('prefers strong edges over few ones when lengths are reciprocal', () => {
    const edges: Edge[] = [
      [0, 2, 0.25],
      [0, 1, 1],
      [1, 2, 1],
    ];
    const graph = buildGraph(3, edges);
    expect(shortestPath(graph, 0, 2)).toEqual({ nodes: [0, 2], length: 1 });
    expect(shortestPath(graph, 0, 2, { length: 'reciprocal' })).toEqual({ nodes: [0, 1, 2], length: 2 });
  });

  it('has one node from a node to itself', () => {
    for (const [length] of LENGTHS)
      expect(shortestPath(karateClub(), 3, 3, { length })).toEqual({ nodes: [3], length: 0 });
  });

  it('leads no farther than the limit', () => {
    const path = shortestPath(karateClub(), 16, 26)!;
    expect(path.length).toBe(5);
    for (const [length] of LENGTHS) {
      expect(shortestPath(karateClub(), 16, 26, { length, limit: 5 })?.length).toBe(5);
      expect(shortestPath(karateClub(), 16, 26, { length, limit: 4 })).toBeNull();
    }
  });

  it('is the same on every run where several are shortest', () => {
    const square: Edge[] = [
      [0, 2],
      [2, 3],
      [0, 1],
      [1, 3],
    ];
    for (const [length] of LENGTHS)
      expect(shortestPath(buildGraph(4, square), 0, 3, { length })?.nodes).toEqual([0, 1, 3]);
  });

  it('refuses a node that there is not', () => {
    expect(() => shortestPath(karateClub(), 0, 34)).toThrow(RangeError);
    expect(() => shortestPath(karateClub(), -1, 0)).toThrow(RangeError);
    expect(() => shortestPath(buildGraph(0, []), 0, 0)).toThrow(RangeError);
  });
});
