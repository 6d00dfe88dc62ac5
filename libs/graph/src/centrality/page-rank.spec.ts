import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryGraph, checkProperty } from '../../test/arbitrary-graph.js';
import { expectClose } from '../../test/expect-close.js';
import {
  KARATE_PAGE_RANK,
  KARATE_PRESIDENT_PAGE_RANK,
  SMALL,
  SMALL_DIRECTED,
  SMALL_UNDIRECTED,
} from '../../test/networkx-values.js';
import { buildGraph } from '../graph.js';
import { karateClub } from '../testing/karate-club.js';
import { pageRank, type PageRankOptions } from './page-rank.js';

describe('pageRank', () => {
  it('equals NetworkX on the karate club', () => {
    const { scores, hasConverged } = pageRank(karateClub());
    expectClose(scores, KARATE_PAGE_RANK);
    expect(hasConverged).toBe(true);
  });

  it('equals NetworkX on weighted graphs with a self-loop, a node without edges out, and one without edges', () => {
    const directed = buildGraph(7, SMALL_DIRECTED, { directed: true });
    expectClose(pageRank(directed).scores, SMALL.directed.pageRank);
    expectClose(pageRank(buildGraph(7, SMALL_UNDIRECTED)).scores, SMALL.undirected.pageRank);
  });

  it('equals NetworkX when restarts lead to some nodes', () => {
    const { scores } = pageRank(karateClub(), { restart: new Map([[33, 1]]) });
    for (const [member, score] of KARATE_PRESIDENT_PAGE_RANK) expect(scores[member]).toBeCloseTo(score, 7);
    const restart = new Map([
      [0, 1],
      [5, 3],
    ]);
    const directed = buildGraph(7, SMALL_DIRECTED, { directed: true });
    expectClose(pageRank(directed, { restart }).scores, SMALL.directed.personalised);
  });

  it('sums to 1, and one more step changes nothing', () => {
    const drawn = fc.record({
      graph: fc.oneof(arbitraryGraph(), arbitraryGraph(true)),
      damping: fc.constantFrom(0, 0.5, 0.85),
      restartNode: fc.nat(),
    });
    checkProperty('scores of PageRank', drawn, ({ graph, damping, restartNode }) => {
      const { nodeCount, offsets, targets, weights } = graph;
      const restart = new Map([[restartNode % nodeCount, 2]]);
      const { scores, hasConverged } = pageRank(graph, { damping, restart });
      expect(hasConverged).toBe(true);
      expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 9);
      const next = new Float64Array(nodeCount);
      for (let source = 0; source < nodeCount; source += 1) {
        const row = weights.slice(offsets[source], offsets[source + 1]);
        const total = row.reduce((sum, weight) => sum + weight, 0);
        row.forEach((weight, i) => {
          next[targets[offsets[source]! + i]!]! += (damping * scores[source]! * weight) / total;
        });
        next[restartNode % nodeCount]! += scores[source]! * (row.length === 0 ? 1 : 1 - damping);
      }
      expectClose(scores, next, 1e-9);
    });
  });

  it('says when it has not converged', () => {
    expect(pageRank(karateClub(), { maxIterations: 3 })).toMatchObject({ iterations: 3, hasConverged: false });
  });

  it('scores a graph of no node, of one node, and without edges', () => {
    expect(pageRank(buildGraph(0, [])).scores).toHaveLength(0);
    expect([...pageRank(buildGraph(1, [])).scores]).toEqual([1]);
    expectClose(pageRank(buildGraph(4, [])).scores, [0.25, 0.25, 0.25, 0.25]);
  });

  it.each<[string, PageRankOptions]>([
    ['a damping of 1', { damping: 1 }],
    ['a negative damping', { damping: -0.1 }],
    ['a tolerance of 0', { tolerance: 0 }],
    ['no iteration', { maxIterations: 0 }],
    ['a restart at a node that there is not', { restart: new Map([[34, 1]]) }],
    ['a negative restart', { restart: new Map([[0, -1]]) }],
    ['no restart', { restart: new Map() }],
    ['restarts of 0', { restart: new Map([[0, 0]]) }],
  ])('refuses %s', (_, options) => {
    expect(() => pageRank(karateClub(), options)).toThrow(RangeError);
  });
});
