import { describe, expect, it } from '@jest/globals';
import { expectClose } from '../../test/expect-close.js';
import { SMALL, SMALL_DIRECTED, SMALL_UNDIRECTED } from '../../test/networkx-values.js';
import { buildGraph } from '../graph.js';
import { degreeCentrality, degrees } from './degree.js';

const directed = buildGraph(7, SMALL_DIRECTED, { directed: true });
const undirected = buildGraph(7, SMALL_UNDIRECTED);

describe('degrees', () => {
  it('counts edges, a self-loop twice', () => {
    expect([...degrees(undirected)]).toEqual([3, 3, 3, 4, 2, 1, 0]);
  });

  it('sums weights', () => {
    expect([...degrees(undirected, { weighted: true })]).toEqual([4, 5.5, 5.5, 7.5, 4.5, 1, 0]);
  });

  it('counts the edges of each direction', () => {
    expect([...degrees(directed, { direction: 'out' })]).toEqual([2, 2, 2, 2, 0, 1, 0]);
    expect([...degrees(directed, { direction: 'in' })]).toEqual([2, 1, 2, 2, 2, 0, 0]);
    expect([...degrees(directed)]).toEqual([4, 3, 4, 4, 2, 1, 0]);
    expect([...degrees(directed, { direction: 'in', weighted: true })]).toEqual([1.5, 2, 4, 2.5, 4.5, 0, 0]);
  });

  it('is the same in every direction of an undirected graph', () => {
    for (const direction of ['in', 'out'] as const)
      expect(degrees(undirected, { direction })).toEqual(degrees(undirected));
  });
});

describe('degreeCentrality', () => {
  it('equals NetworkX', () => {
    expectClose(degreeCentrality(undirected), SMALL.undirected.degreeCentrality);
    expectClose(degreeCentrality(directed), SMALL.directed.degreeCentrality);
  });

  it('is 1 for the only node, and empty without nodes', () => {
    expect([...degreeCentrality(buildGraph(1, []))]).toEqual([1]);
    expect(degreeCentrality(buildGraph(0, []))).toHaveLength(0);
  });
});
