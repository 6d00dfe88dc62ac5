import { describe, expect, it } from '@jest/globals';
import { arbitraryGraph, checkProperty } from '../../test/arbitrary-graph.js';
import { toUndirected } from '../derived-graphs.js';
import { buildGraph } from '../graph.js';
import { membersOf } from '../partition.js';
import { karateClub } from '../testing/karate-club.js';
import { connectedComponents } from './connected-components.js';
import { distancesFrom } from './shortest-paths.js';

describe('connectedComponents', () => {
  it('are numbered by size, ties by the lowest node', () => {
    const graph = buildGraph(8, [
      [1, 2],
      [3, 6],
      [6, 7],
      [0, 5],
      [4, 4],
    ]);
    expect([...connectedComponents(graph).membership]).toEqual([1, 2, 2, 0, 3, 1, 0, 0]);
    expect(connectedComponents(graph).partCount).toBe(4);
  });

  it('are the nodes that paths of either direction reach', () => {
    checkProperty('components', arbitraryGraph(true), (graph) => {
      const undirected = toUndirected(graph);
      const components = connectedComponents(graph);
      for (const members of membersOf(components)) {
        const reached = [...distancesFrom(undirected, [members[0]!])].flatMap((distance, node) =>
          distance < Infinity ? [node] : [],
        );
        expect([...members]).toEqual(reached);
      }
      expect(connectedComponents(undirected)).toEqual(components);
    });
  });

  it('are one for a connected graph, and none without nodes', () => {
    expect(connectedComponents(karateClub()).partCount).toBe(1);
    expect(connectedComponents(buildGraph(0, []))).toEqual({ membership: new Uint32Array(0), partCount: 0 });
  });
});
