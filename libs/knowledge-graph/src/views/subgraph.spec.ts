import { describe, expect, it } from '@jest/globals';
import { snapshotByHand } from '../../test/snapshot-by-hand.js';
import { graphOf, logOf, statusIn, worldOf } from '../../test/towns.js';
import { KnowledgeGraph } from '../world/knowledge-graph.js';
import { communitiesOf } from './communities.js';
import { communityMap, MAX_DRAWN_RELATIONS, subgraphAround } from './subgraph.js';

const town = graphOf();
const around = (world = worldOf(town), depth = 1, limit = 100) => {
  const { nodes, relations, truncated } = subgraphAround(world, [town.nodeOf('grey-mill')!], depth, limit);
  return {
    rings: nodes.map(({ node, distance }) => `${distance} ${town.entities[node]!.id}`),
    ties: relations.map(({ from, type, to }) => `${from} ${type} ${to}`).sort(),
    truncated,
  };
};

/** Two wheels of eight pumps, joined by one relation, and a pump apart. */
const WHEELS = [0, 8].flatMap((hub) =>
  Array.from({ length: 8 }, (_, at): [number, number] => [hub + at, hub + ((at + 1) % 8)]),
);
const works = worldOf(new KnowledgeGraph(snapshotByHand(17, [...WHEELS, [0, 8], [0, 2], [8, 10]])));

describe('a subgraph', () => {
  it('grows by depth, the nearest first, with the relations between what is drawn', () => {
    const one = around();
    expect(one.rings[0]).toBe('0 grey-mill');
    expect(one.rings.slice(1).sort()).toEqual(['1 great-wheel', '1 orsolya-beck']);
    expect(one.ties).toEqual(['great-wheel located_in grey-mill', 'grey-mill kept_by orsolya-beck']);
    const two = around(worldOf(town), 2);
    expect(two.rings).toContain('2 weir-guild');
    expect(two.rings.map((ring) => ring[0])).toEqual(two.rings.map((ring) => ring[0]).toSorted());
    expect(around(worldOf(town), 3).rings).toContain('3 anton-rask');
  });

  it('of a session leaves out relations that have ended by then', () => {
    const log = logOf({
      session_id: 4,
      relationship_updates: [{ from: 'grey-mill', to: 'orsolya-beck', old_status: 'kept_by', new_status: 'none' }],
    });
    expect(around(worldOf(town, log), 3).rings).toEqual(['0 grey-mill', '1 great-wheel']);
    expect(around(worldOf(town, log, { session: 3 }), 3).rings).toContain('1 orsolya-beck');
    expect(around(worldOf(town, logOf(statusIn(2, 'great-wheel', 'broken')))).rings).toContain('1 great-wheel');
  });

  it('says how many the limit left out, and leaves out the farthest and least important', () => {
    const all = subgraphAround(works, [0], 3, 300).nodes;
    const some = subgraphAround(works, [0], 3, 4);
    expect(some.nodes).toEqual(all.slice(0, 4));
    expect(some.truncated).toBe(all.length - 4);
    const drawn = new Set(some.nodes.map(({ node }) => `pump-${node}`));
    for (const { from, to } of some.relations) expect([drawn.has(from), drawn.has(to)]).toEqual([true, true]);
  });

  it('of a thing apart is that thing, and of a dense graph has no more relations than can be drawn', () => {
    expect(subgraphAround(works, [16], 3, 9)).toEqual({
      nodes: [{ node: 16, distance: 0 }],
      relations: [],
      truncated: 0,
    });
    const pairs = Array.from({ length: 100 }, (_, a) => a).flatMap((a) =>
      Array.from({ length: a }, (_, b): [number, number] => [a, b]),
    );
    const dense = worldOf(new KnowledgeGraph(snapshotByHand(100, pairs)));
    expect(pairs.length).toBeGreaterThan(MAX_DRAWN_RELATIONS);
    expect(subgraphAround(dense, [0], 1, 300).relations).toHaveLength(MAX_DRAWN_RELATIONS);
  });
});

describe('a map of communities', () => {
  it('counts every relation once: within a community, or between two', () => {
    const { communities, links, truncated } = communityMap(works, 0, 300);
    expect(communities.map(({ id }) => id)).toEqual(communitiesOf(works.graph, 0).map(({ id }) => id));
    const inner = communities.reduce((sum, { relations }) => sum + relations, 0);
    const between = links.reduce((sum, { weight }) => sum + weight, 0);
    expect(inner + between).toBe(works.relationsThatHold().length);
    expect(between).toBeGreaterThan(0);
    for (const { from, to } of links) expect(from).not.toBe(to);
    expect(links.map(({ weight }) => weight)).toEqual(links.map(({ weight }) => weight).toSorted((a, b) => b - a));
    expect(truncated).toBe(0);
  });

  it('draws the largest within the limit, and links only those', () => {
    const { communities, links, truncated } = communityMap(works, 0, 1);
    expect([communities.length, links, truncated]).toEqual([1, [], communitiesOf(works.graph, 0).length - 1]);
    expect(communityMap(works, 9, 5)).toEqual({ communities: [], links: [], truncated: 0 });
  });
});
