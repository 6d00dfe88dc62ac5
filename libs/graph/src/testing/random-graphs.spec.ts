import { describe, expect, it } from '@jest/globals';
import { degrees } from '../centrality/degree.js';
import { edgesOf } from '../graph.js';
import { connectedComponents } from '../paths/connected-components.js';
import { karateClub } from './karate-club.js';
import { preferentialAttachment, randomGraph, stochasticBlockModel } from './random-graphs.js';

describe('randomGraph', () => {
  it('has the nodes and edges that are asked for, and no self-loop', () => {
    const graph = randomGraph({ nodes: 50, edges: 300, seed: 1 });
    expect(graph).toMatchObject({ nodeCount: 50, edgeCount: 300, totalWeight: 300 });
    expect([...edgesOf(graph)].some(([a, b]) => a === b)).toBe(false);
  });

  it('can be complete, and no more', () => {
    expect(randomGraph({ nodes: 6, edges: 15, seed: 1 }).edgeCount).toBe(15);
    expect(() => randomGraph({ nodes: 6, edges: 16, seed: 1 })).toThrow(RangeError);
  });
});

describe('stochasticBlockModel', () => {
  it('has about as many edges inside and between blocks as their probabilities say', () => {
    const graph = stochasticBlockModel({ blocks: 10, blockSize: 100, inside: 0.2, between: 0.01, seed: 1 });
    const edges = [...edgesOf(graph)];
    const inside = edges.filter(([a, b]) => Math.floor(a / 100) === Math.floor(b / 100)).length;
    expect(Math.abs(inside - 0.2 * 10 * 4_950)).toBeLessThan(400);
    expect(Math.abs(edges.length - inside - 0.01 * 45 * 10_000)).toBeLessThan(300);
    expect(graph.totalWeight).toBe(edges.length);
  });

  it('is complete within blocks at 1, and has nothing between them at 0', () => {
    const graph = stochasticBlockModel({ blocks: 3, blockSize: 4, inside: 1, between: 0, seed: 1 });
    expect(graph.edgeCount).toBe(18);
    expect(connectedComponents(graph).partCount).toBe(3);
  });
});

describe('preferentialAttachment', () => {
  it('joins every node, and gives some far more edges than most', () => {
    const graph = preferentialAttachment({ nodes: 1_000, edgesPerNode: 2, seed: 1 });
    expect(graph.edgeCount).toBe(2 + 2 * 997);
    expect(connectedComponents(graph).partCount).toBe(1);
    expect(Math.max(...degrees(graph))).toBeGreaterThan(30);
  });
});

describe('karateClub', () => {
  it('has the published counts of members, friendships and friends', () => {
    const graph = karateClub();
    expect(graph).toMatchObject({ nodeCount: 34, edgeCount: 78 });
    const degree = degrees(graph);
    expect([degree[0], degree[32], degree[33], degree[11]]).toEqual([16, 12, 17, 1]);
  });
});
