import { describe, expect, it } from '@jest/globals';
import { inducedSubgraph, toUndirected } from './derived-graphs.js';
import { buildGraph, edgesOf } from './graph.js';
import { karateClub } from './testing/karate-club.js';

describe('toUndirected', () => {
  it('joins an edge and its reverse, and keeps self-loops', () => {
    const graph = buildGraph(
      3,
      [
        [0, 1, 2],
        [1, 0, 3],
        [2, 1, 4],
        [2, 2, 5],
      ],
      { directed: true },
    );
    const undirected = toUndirected(graph);
    expect(undirected.directed).toBe(false);
    expect([...edgesOf(undirected)]).toEqual([
      [0, 1, 5],
      [1, 2, 4],
      [2, 2, 5],
    ]);
  });

  it('gives an undirected graph back', () => {
    const graph = karateClub();
    expect(toUndirected(graph)).toBe(graph);
  });
});

describe('inducedSubgraph', () => {
  const edges = [
    [0, 1, 2],
    [1, 2, 3],
    [2, 0, 4],
    [2, 2, 5],
    [3, 0, 6],
  ] as const;

  it.each([
    [false, [[0, 0, 5], [0, 1, 4]]], // prettier-ignore
    [true, [[0, 0, 5], [0, 1, 4]]], // prettier-ignore
  ])('keeps the edges among the nodes and numbers these in the given order (directed: %s)', (directed, expected) => {
    const graph = buildGraph(4, edges, { directed });
    expect([...edgesOf(inducedSubgraph(graph, [2, 0]))]).toEqual(expected);
  });

  it('is the graph itself for all of its nodes', () => {
    const graph = karateClub();
    expect(
      inducedSubgraph(
        graph,
        Uint32Array.from({ length: 34 }, (_, node) => node),
      ),
    ).toEqual(graph);
  });

  it('is empty for no nodes', () => {
    expect(inducedSubgraph(karateClub(), [])).toMatchObject({ nodeCount: 0, edgeCount: 0 });
  });

  it.each([[[34]], [[-1]], [[1, 1]]])('refuses the nodes %j', (nodes) => {
    expect(() => inducedSubgraph(karateClub(), nodes)).toThrow(RangeError);
  });
});
