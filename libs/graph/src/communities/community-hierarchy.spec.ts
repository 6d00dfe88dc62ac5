import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryGraph, checkProperty } from '../../test/arbitrary-graph.js';
import { buildGraph, edgesOf, type Edge } from '../graph.js';
import { membersOf } from '../partition.js';
import { connectedParts } from '../paths/connected-components.js';
import { ascending } from '../index-arrays.js';
import { karateClub } from '../testing/karate-club.js';
import { stochasticBlockModel } from '../testing/random-graphs.js';
import { communityHierarchy } from './community-hierarchy.js';
import { leiden } from './leiden.js';

describe('communityHierarchy', () => {
  it('begins with the communities of leiden, and has no other level when all are small enough', () => {
    const [first, ...others] = communityHierarchy(karateClub(), { maxCommunitySize: 34, seed: 3 });
    const { membership, partCount } = leiden(karateClub(), { seed: 3 });
    expect(first).toEqual({ membership, partCount, parents: new Uint32Array(0) });
    expect(others).toEqual([]);
  });

  it('nests levels, keeps small communities, and ends with connected ones within the limit', () => {
    const drawn = fc.record({
      graph: arbitraryGraph(false, 40),
      maxCommunitySize: fc.integer({ min: 1, max: 10 }),
      quality: fc.constantFrom('modularity' as const, 'cpm' as const),
      resolution: fc.constantFrom(0.05, 1),
      seed: fc.nat(),
    });
    checkProperty('hierarchies', drawn, ({ graph, ...options }) => {
      const levels = communityHierarchy(graph, options);
      levels.forEach(({ membership, partCount, parents }, i) => {
        expect(connectedParts(graph, membership)).toEqual({ membership, partCount });
        const above = levels[i - 1];
        if (!above) return;
        expect(parents).toHaveLength(partCount);
        membership.forEach((community, node) => expect(parents[community]).toBe(above.membership[node]));
        expect(partCount).toBeGreaterThan(above.partCount);
        const isKept = (members: Uint32Array): boolean => members.length <= options.maxCommunitySize;
        const kept = membersOf(above).filter(isKept).map(String);
        expect(membersOf({ membership, partCount }).map(String)).toEqual(expect.arrayContaining(kept));
      });
      for (const { length } of membersOf(levels.at(-1)!)) expect(length).toBeLessThanOrEqual(options.maxCommunitySize);
    });
  });

  it('splits by structure first, whatever the size of the parts, and then by the limit', () => {
    // A ring of cliques: modularity joins neighbours in it (Fortunato and Barthélemy 2007).
    const [cliques, size] = [150, 8];
    const edges = Array.from({ length: cliques }, (_, clique): Edge[] => {
      const members = Array.from({ length: size }, (_each, i) => clique * size + i);
      const within = members.flatMap((a, i) => members.slice(i + 1).map((b): Edge => [a, b]));
      return [...within, [clique * size, ((clique + 1) % cliques) * size + 1]];
    });
    const graph = buildGraph(cliques * size, edges.flat());
    const [first, second, third] = communityHierarchy(graph, { maxCommunitySize: 5 });
    expect(first?.partCount).toBeLessThan(cliques);
    expect(second?.partCount).toBe(cliques);
    for (const members of membersOf(second!)) expect(members.map((node) => node % size)).toEqual(ascending(size));
    expect(third?.partCount).toBeGreaterThan(cliques);
  });

  it('splits a community of ten thousand nodes', () => {
    const graph = stochasticBlockModel({ blocks: 100, blockSize: 100, inside: 0.1, between: 0.0005, seed: 2 });
    // At this resolution all blocks are one community.
    const levels = communityHierarchy(graph, { maxCommunitySize: 200, resolution: 0.05 });
    expect(levels[0]?.partCount).toBe(1);
    const sizes = membersOf(levels.at(-1)!).map(({ length }) => length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
    expect(sizes.length).toBeLessThan(200);
  });

  it('cuts a clique by the limit alone, into as few parts as fit', () => {
    const nodes = Array.from({ length: 120 }, (_, node) => node);
    const clique = buildGraph(
      120,
      nodes.flatMap((a) => nodes.slice(a + 1).map((b): Edge => [a, b])),
    );
    const levels = communityHierarchy(clique, { maxCommunitySize: 30 });
    expect(levels.map(({ partCount }) => partCount)).toEqual([1, 4]);
  });

  it('leaves what cannot be joined alone: a star has one community with its centre', () => {
    const star = buildGraph(
      10_001,
      Array.from({ length: 10_000 }, (_, leaf): Edge => [0, leaf + 1]),
    );
    const levels = communityHierarchy(star, { maxCommunitySize: 100 });
    expect(levels.map(({ partCount }) => partCount)).toEqual([1, 1 + 10_001 - 100]);
  });

  it('splits a community alike whatever the rest of the graph is', () => {
    const blocks = { blocks: 4, blockSize: 25, inside: 0.5, between: 0.02, seed: 5 };
    const graph = stochasticBlockModel(blocks);
    const options = { maxCommunitySize: 30, resolution: 0.1 };
    const alone = communityHierarchy(graph, options);
    const beside = communityHierarchy(buildGraph(200, [...edgesOf(graph), [150, 151]]), options);
    expect(alone[0]?.partCount).toBe(1);
    expect(alone[1]?.partCount).toBeGreaterThan(1);
    expect(beside[1]?.membership.slice(0, 100)).toEqual(alone[1]?.membership);
  });

  it('has one level for a graph without nodes', () => {
    expect(communityHierarchy(buildGraph(0, []), { maxCommunitySize: 1 })).toHaveLength(1);
  });

  it('refuses a directed graph, and a limit that is no whole number from 1', () => {
    const directed = buildGraph(2, [], { directed: true });
    expect(() => communityHierarchy(directed, { maxCommunitySize: 5 })).toThrow(TypeError);
    for (const maxCommunitySize of [0, 1.5, NaN])
      expect(() => communityHierarchy(karateClub(), { maxCommunitySize })).toThrow(RangeError);
  });
});
