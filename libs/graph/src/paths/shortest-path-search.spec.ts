import { describe, expect, it } from '@jest/globals';
import { karateClub } from '../testing/karate-club.js';
import { ShortestPathSearch, type EdgeLength } from './shortest-path-search.js';

describe.each<EdgeLength>(['hops', 'weight'])('one search object used again, by %s', (length) => {
  it('forgets what it reached before, also when it ended early', () => {
    const search = new ShortestPathSearch(karateClub(), length);
    search.run([0], { target: 33 });
    search.run([16], { limit: 1 });
    expect([...search.reached.subarray(0, search.reachedCount)].sort((a, b) => a - b)).toEqual([5, 6, 16]);
    const reached = [...search.distances.keys()].filter((node) => search.distances[node]! < Infinity);
    expect(reached).toEqual([5, 6, 16]);
  });

  it('reaches nodes in the order of their distance', () => {
    const search = new ShortestPathSearch(karateClub(), length);
    search.run([0]);
    const distances = [...search.reached].map((node) => search.distances[node]!);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(search.reachedCount).toBe(34);
  });
});
