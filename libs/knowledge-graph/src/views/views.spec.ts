import { estimateTokens } from '@arbiter/text';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { snapshotByHand } from '../../test/snapshot-by-hand.js';
import { documentOf, graphOf, logOf, SCHEMA, statusIn, TOWN, worldOf } from '../../test/towns.js';
import { buildSnapshot } from '../snapshot/build-snapshot.js';
import { KnowledgeGraph } from '../world/knowledge-graph.js';
import type { World } from '../world/world.js';
import { communitiesOf, communityById, communityOf, finestLevel } from './communities.js';
import { expandCommunity, expandEntity } from './expansion.js';
import { PREVIEW_TOKENS, previewOf } from './preview.js';

const graph = graphOf();
const nodeOf = (id: string): number => graph.nodeOf(id)!;

/** Whether a text names a thing before it has said how the thing stands. */
function namesBeforeStatus(text: string, name: string): boolean {
  const status = text.indexOf(`${name} is `);
  return text.indexOf(name) < status || (text.includes(name) && !/ since session \d/.test(text.slice(status)));
}

describe('a preview', () => {
  it('has the status with its reason, the definition and relations that hold', () => {
    const world = worldOf(graph, logOf(statusIn(2, 'orsolya-beck', 'dead')));
    expect(previewOf(world, nodeOf('grey-mill'))).toMatchObject({
      ...{ id: 'grey-mill', name: 'Grey Mill', type: 'place', status: null, availability: 'closed', since: 2 },
      reason: 'Grey Mill is closed since session 2, because it was kept by Orsolya Beck (dead).',
      definition: 'The Grey Mill is a mill by the river.',
      relations: [{ from: 'great-wheel', type: 'located_in', to: 'grey-mill', name: 'Great Wheel', since: null }],
    });
    expect(() => previewOf(world, 99)).toThrow(RangeError);
  });

  it('says the tokens of itself', () => {
    const { tokens, expansionTokens, ...shown } = previewOf(worldOf(graph), nodeOf('grey-mill'));
    expect(tokens).toBe(estimateTokens(JSON.stringify(shown)));
    expect(expansionTokens).toBeGreaterThan(0);
  });

  it('has the price of the expansion, which takes just as many tokens and no fewer', () => {
    const world = worldOf(graph, logOf(statusIn(2, 'orsolya-beck', 'dead')));
    for (const node of graph.entities.keys()) {
      const { expansionTokens: price } = previewOf(world, node);
      const whole = expandEntity(world, node, 9_000);
      expect(whole.tokens).toBe(price);
      expect(expandEntity(world, node, price)).toEqual(whole);
      expect(expandEntity(world, node, price - 1).tokens).toBeLessThan(price);
    }
  });

  it('of a session does not hold what a later session says of a thing', () => {
    const told = [
      ...TOWN,
      documentOf('session-4.md', 'Session 4', 'The Sluice House is a pumping station by the weir.', { session: 4 }),
    ];
    const snapshot = buildSnapshot(told, { collection: 'town', schema: SCHEMA, version: 'v2' });
    const sluice = snapshot.entities.findIndex(({ name }) => name === 'Sluice House');
    const entities = snapshot.entities.map((entity, node) =>
      node === sluice
        ? { ...entity, definition: 'A pumping station.', definedAt: { document: TOWN.length, start: 0, end: 20 } }
        : entity,
    );
    const later = new KnowledgeGraph({ ...snapshot, entities });
    const [then, now] = [3, 4].map((until) => worldOf(later, logOf(), {}, { until }));
    expect([previewOf(then!, sluice).definition, expandEntity(then!, sluice, 400).text]).toEqual(['', '']);
    expect(previewOf(now!, sluice).definition).toBe('A pumping station.');
    expect(expandEntity(now!, sluice, 400).text).toBe('A pumping station. [1]');
  });
});

describe('an expansion', () => {
  it.each([40, 100, 400])('stays within %d tokens, and cites what each sentence stands on', (maxTokens) => {
    const world = worldOf(graph, logOf(statusIn(2, 'orsolya-beck', 'dead')));
    for (const node of graph.entities.keys()) {
      const { text, tokens, citations, relations } = expandEntity(world, node, maxTokens);
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect(estimateTokens(text)).toBeLessThanOrEqual(maxTokens);
      expect([...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))).toEqual(
        citations.map((_, at) => at + 1),
      );
      for (const { documentId, start, end } of citations)
        expect(TOWN.find(({ id }) => id === documentId)?.text.slice(start, end)).toMatch(/\w/);
      for (const { name } of relations) expect(text).toContain(name);
    }
  });

  it('tells nothing of a gone thing before its status, whatever the budget', () => {
    const world = worldOf(graph, logOf(statusIn(2, 'orsolya-beck', 'dead'), statusIn(3, 'low-sedge', 'destroyed')));
    const gone = graph.entities.filter(({ id }) => world.isUnavailable(id)).map(({ name }) => name);
    expect(gone).toEqual(['Orsolya Beck', 'Grey Mill', 'Low Sedge', 'Great Wheel']);
    const community = communityOf(graph, nodeOf('low-sedge'), 0)!;
    let named = 0;
    for (let maxTokens = 5; maxTokens < 200; maxTokens += 1) {
      const texts = [...graph.entities.keys()].map((node) => expandEntity(world, node, maxTokens).text);
      for (const text of [...texts, expandCommunity(world, community, maxTokens).text])
        for (const name of gone.filter((one) => text.includes(one))) {
          named += 1;
          // A chain says itself how its links stand.
          const plain = text.replace(/(?:because it|which) [^,.]*\([a-z]+\)/g, '');
          if (plain.includes(name)) expect([text, namesBeforeStatus(plain, name)]).toEqual([text, false]);
        }
    }
    expect(named).toBeGreaterThan(100);
    // Its definition names the hamlet that is gone.
    expect(expandEntity(world, nodeOf('anton-rask'), 200).text).toMatch(
      /^Low Sedge is destroyed since session 3\. Anton Rask is an engineer who lives at Low Sedge\. \[1\]/,
    );
  });

  it('has every change of an entity', () => {
    const log = logOf(statusIn(1, 'grey-mill', 'closed'), statusIn(4, 'grey-mill', 'open'));
    const { changes, text } = expandEntity(worldOf(graph, log), nodeOf('grey-mill'), 400);
    expect(changes).toEqual([
      { entry: 1, session: 1, status: 'closed', availability: 'closed', date: null },
      { entry: 2, session: 4, status: 'open', availability: 'available', date: null },
    ]);
    expect(text).toMatch(/^Grey Mill is open since session 4\. .*Session 1: closed\./);
  });
});

describe('a community', () => {
  it('is found by its id and by its members', () => {
    const [first] = communitiesOf(graph, 0);
    expect(communityById(graph, first!.id)).toBe(first);
    for (const node of first!.members) expect(communityOf(graph, node, 0)).toBe(first);
    expect(['9-0', '0-99', 'x', '', '0-'].map((id) => communityById(graph, id))).toEqual(Array(5).fill(null));
    expect(communitiesOf(graph, 7)).toEqual([]);
  });

  describe('of 10,000 members', () => {
    const COUNT = 10_000;
    let world: World;
    beforeAll(() => {
      const star = Array.from({ length: COUNT - 1 }, (_, at) => [0, at + 1] as const);
      world = worldOf(new KnowledgeGraph(snapshotByHand(COUNT, star)));
    });

    it('has summaries, previews and expansions within their bounds', () => {
      const [largest] = communitiesOf(world.graph, 0);
      expect(largest?.members).toHaveLength(COUNT);
      expect(largest?.members[0]).toBe(0);
      expect(largest?.name).toBe('Pump 0, Pump 1, Pump 2');
      const summary = expandCommunity(world, largest!, 2_000);
      expect(summary.tokens).toBeLessThanOrEqual(2_000);
      expect(summary.tokens).toBeGreaterThan(1_900);
      const hub = previewOf(world, 0);
      expect(hub.tokens).toBeLessThanOrEqual(PREVIEW_TOKENS + 10);
      expect(hub.relations.length).toBeLessThanOrEqual(6);
      const expansion = expandEntity(world, 0, 500);
      expect(expansion.tokens).toBeLessThanOrEqual(500);
      expect(expansion.relations.length).toBeLessThan(100);
    });

    it('is cut at finer levels into communities that a summary can name', () => {
      const finest = communitiesOf(world.graph, finestLevel(world.graph));
      expect(Math.max(...finest.map(({ members }) => members.length))).toBeLessThanOrEqual(24);
      expect(finest.reduce((sum, { members }) => sum + members.length, 0)).toBe(COUNT);
    });

    it('closes with its hub in one chain each', () => {
      const { graph: star } = world;
      const after = worldOf(star, logOf(statusIn(1, 'pump-0', 'destroyed')));
      expect(star.entities.filter(({ id }) => after.isUnavailable(id))).toHaveLength(COUNT);
      expect(after.standingOf('pump-77').chain).toHaveLength(1);
    });
  });
});
