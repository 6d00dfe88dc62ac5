import { describe, expect, it } from '@jest/globals';
import { arbitraryEdges, checkProperty } from '../test/arbitrary-graph.js';
import { buildGraph, edgesOf, type Edge } from './graph.js';

describe('buildGraph', () => {
  it('puts an undirected edge into the rows of both ends, in ascending order', () => {
    const graph = buildGraph(4, [
      [2, 0, 5],
      [0, 1],
    ]);
    expect(graph).toEqual({
      directed: false,
      nodeCount: 4,
      edgeCount: 2,
      totalWeight: 6,
      offsets: Uint32Array.of(0, 2, 3, 4, 4),
      targets: Uint32Array.of(1, 2, 0, 0),
      weights: Float64Array.of(1, 5, 1, 5),
    });
  });

  it('puts a directed edge into the row of its source', () => {
    const edges: Edge[] = [
      [2, 0],
      [0, 2],
      [0, 1],
    ];
    const { offsets, targets, edgeCount } = buildGraph(3, edges, { directed: true });
    expect([...offsets]).toEqual([0, 2, 2, 3]);
    expect([...targets]).toEqual([1, 2, 0]);
    expect(edgeCount).toBe(3);
  });

  it('sums parallel edges, and an undirected edge with its reverse', () => {
    const edges: Edge[] = [
      [0, 1, 2],
      [1, 0, 3],
      [0, 1, 4],
    ];
    expect([...edgesOf(buildGraph(2, edges))]).toEqual([[0, 1, 9]]);
    expect([...edgesOf(buildGraph(2, edges, { directed: true }))]).toEqual([
      [0, 1, 6],
      [1, 0, 3],
    ]);
  });

  it('keeps a self-loop once', () => {
    const graph = buildGraph(1, [
      [0, 0, 2],
      [0, 0, 3],
    ]);
    expect(graph).toMatchObject({ edgeCount: 1, totalWeight: 5 });
    expect([...graph.targets]).toEqual([0]);
    expect([...graph.weights]).toEqual([5]);
  });

  it.each([0, 1, 5])('builds a graph of %d nodes without edges', (nodeCount) => {
    const graph = buildGraph(nodeCount, []);
    expect(graph).toMatchObject({ nodeCount, edgeCount: 0, totalWeight: 0 });
    expect(graph.offsets).toEqual(new Uint32Array(nodeCount + 1));
  });

  it('reads arrays as it reads edges', () => {
    const edges: Edge[] = [
      [0, 1, 0.5],
      [2, 2, 4],
    ];
    const arrays = { sources: [0, 2], targets: Uint32Array.of(1, 2), weights: Float64Array.of(0.5, 4) };
    for (const directed of [false, true])
      expect(buildGraph(3, arrays, { directed })).toEqual(buildGraph(3, edges, { directed }));
    expect(buildGraph(3, { sources: [0], targets: [1] })).toEqual(buildGraph(3, [[0, 1]]));
  });

  it('does not depend on the order of edges, and holds each weight once', () => {
    checkProperty('graphs from edges', arbitraryEdges(), ({ nodeCount, edges }) => {
      for (const directed of [false, true]) {
        const graph = buildGraph(nodeCount, edges, { directed });
        const sums = new Map<string, number>();
        for (const [a, b, weight = 1] of edges) {
          const key = directed ? `${a} ${b}` : `${Math.min(a, b)} ${Math.max(a, b)}`;
          sums.set(key, (sums.get(key) ?? 0) + weight);
        }
        const found = new Map([...edgesOf(graph)].map(([a, b, weight]) => [`${a} ${b}`, weight]));
        expect([...found.keys()].sort()).toEqual([...sums.keys()].sort());
        for (const [key, sum] of sums) expect(found.get(key)).toBeCloseTo(sum, 9);
        expect(graph.edgeCount).toBe(sums.size);
        expect(graph.totalWeight).toBeCloseTo([...sums.values()].reduce((all, sum) => all + sum, 0));
        expect(buildGraph(nodeCount, edges.toReversed(), { directed }).targets).toEqual(graph.targets);
      }
    });
  });

  it.each<[string, number, Edge[]]>([
    ['a node that there is not', 2, [[0, 2]]],
    ['a negative node', 2, [[-1, 0]]],
    ['a node between two', 2, [[0, 0.5]]],
    ['a weight of 0', 2, [[0, 1, 0]]],
    ['a negative weight', 2, [[0, 1, -1]]],
    ['no number as a weight', 2, [[0, 1, NaN]]],
    ['an infinite weight', 2, [[0, 1, Infinity]]],
    [
      'weights with an infinite sum',
      2,
      [
        [0, 1, 1e308],
        [0, 1, 1e308],
      ],
    ],
    ['a negative count of nodes', -1, []],
    ['half a node', 1.5, []],
    ['more nodes than 32 bits can count', 2 ** 32, []],
  ])('refuses %s', (_, nodeCount, edges) => {
    expect(() => buildGraph(nodeCount, edges)).toThrow(RangeError);
    expect(() => buildGraph(nodeCount, edges, { directed: true })).toThrow(RangeError);
  });

  it('names the edge that it refuses', () => {
    expect(() =>
      buildGraph(2, [
        [0, 1],
        [0, 7],
      ]),
    ).toThrow('edge 1 joins 0 and 7: nodes are whole numbers below 2');
  });

  it('refuses arrays of different lengths', () => {
    expect(() => buildGraph(2, { sources: [0], targets: [] })).toThrow(RangeError);
    expect(() => buildGraph(2, { sources: [0], targets: [1], weights: [] })).toThrow(RangeError);
  });
});
