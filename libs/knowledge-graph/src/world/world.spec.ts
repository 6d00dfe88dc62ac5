import { describe, expect, it } from '@jest/globals';
import { graphOf, logOf, SCHEMA, statusIn, TOWN, worldOf } from '../../test/towns.js';
import { reasonOf } from '../views/wording.js';
import { buildSnapshot } from '../snapshot/build-snapshot.js';
import { impactSince } from './impact-since.js';
import { KnowledgeGraph } from './knowledge-graph.js';
import type { World } from './world.js';

const graph = graphOf();
const holding = (world: World, id: string): string[] =>
  world
    .relationsOf(id)
    .filter(({ ended }) => ended === null)
    .map(({ from, type, to }) => `${from} ${type} ${to}`)
    .sort();

describe('the world', () => {
  it('without a change is as the documents tell it', () => {
    const world = worldOf(graph);
    expect(world.standingOf('grey-mill')).toEqual({ status: null, availability: 'unknown', since: null, chain: null });
    expect(holding(world, 'grey-mill')).toEqual(['great-wheel located_in grey-mill', 'grey-mill kept_by orsolya-beck']);
  });

  it('has the status that an entry gives, in its words', () => {
    const world = worldOf(graph, logOf(statusIn(3, 'Grey Mill', 'burned to the ground')));
    const standing = world.standingOf('grey-mill');
    expect(standing).toEqual({
      status: 'burned to the ground',
      availability: 'gone',
      since: { entry: 1, session: 3 },
      chain: null,
    });
    expect(reasonOf(world, 'Grey Mill', standing)).toBe('Grey Mill is burned to the ground since session 3.');
  });

  it('has what follows from it, with the chain and a reason', () => {
    const world = worldOf(graph, logOf(statusIn(2, 'orsolya-beck', 'dead')));
    const wheel = world.standingOf('great-wheel');
    expect(wheel).toMatchObject({ status: null, availability: 'closed', since: { entry: 1, session: 2 } });
    expect(wheel.chain?.map(({ entity }) => entity)).toEqual(['orsolya-beck', 'grey-mill']);
    expect(reasonOf(world, 'Great Wheel', wheel)).toBe(
      'Great Wheel is closed since session 2, because it is in Grey Mill (closed), which was kept by Orsolya Beck (dead).',
    );
    // Nobody keeps what the dead kept.
    expect(holding(world, 'grey-mill')).toEqual(['great-wheel located_in grey-mill']);
    expect(world.relationsOf('orsolya-beck').find(({ type }) => type === 'kept_by')?.ended).toEqual({
      entry: 1,
      session: 2,
    });
  });

  it('believes an entry more than what followed before it', () => {
    const log = logOf(statusIn(2, 'orsolya-beck', 'dead'), statusIn(4, 'grey-mill', 'open again under the guild'));
    const [then, now] = [worldOf(graph, log, { session: 3 }), worldOf(graph, log)];
    expect([then.isUnavailable('grey-mill'), then.isUnavailable('great-wheel')]).toEqual([true, true]);
    expect(now.standingOf('grey-mill')).toMatchObject({ availability: 'available', chain: null });
    expect(now.isUnavailable('great-wheel')).toBe(false);
  });

  it('closes again by a cascade what was open before it', () => {
    const log = logOf(statusIn(1, 'grey-mill', 'open'), statusIn(2, 'orsolya-beck', 'dead'));
    expect(worldOf(graph, log).standingOf('grey-mill')).toMatchObject({
      availability: 'closed',
      since: { session: 2 },
    });
  });

  it('is that of a session, of a day and of what was known at a time', () => {
    const log = logOf(
      { ...statusIn(1, 'grey-mill', 'closed'), date: '2026-01-10' },
      { ...statusIn(5, 'grey-mill', 'open'), date: '2026-03-01' },
      { ...statusIn(2, 'grey-mill', 'flooded'), date: '2026-01-20' },
    );
    const status = (asOf: object): string | null => worldOf(graph, log, asOf).standingOf('grey-mill').status;
    expect([status({ session: 0 }), status({ session: 1 }), status({ session: 4 }), status({})]).toEqual([
      ...[null, 'closed', 'flooded', 'open'],
    ]);
    expect([worldOf(graph, log, { session: 4 }).lastSession, worldOf(graph, log).lastSession]).toEqual([2, 5]);
    expect([status({ date: '2026-01-10' }), status({ date: '2026-02-01' })]).toEqual(['closed', 'flooded']);
    expect(status({ session: 4, recordedBy: 1 })).toBe('closed');
  });

  it('keeps changes of what the documents do not know, and reports them', () => {
    const world = worldOf(graph, logOf(statusIn(1, 'moon-base', 'destroyed')));
    expect(world.unresolved).toEqual(new Set(['moon-base']));
    expect(world.standingOf('moon-base').availability).toBe('gone');
  });

  it('follows the words of the domain where plain English does not know them', () => {
    const log = logOf(statusIn(1, 'great-wheel', 'blinded'));
    const rules = { vocabulary: { available: [], unavailable: ['blinded'] } };
    expect(worldOf(graph, log).isUnavailable('great-wheel')).toBe(false);
    expect(worldOf(graph, log, {}, rules).isUnavailable('great-wheel')).toBe(true);
  });

  it('has paths along relations that hold alone', () => {
    const types = (world: World): string[] | undefined =>
      world.path('great-wheel', 'low-sedge')?.map(({ type }) => type);
    expect(types(worldOf(graph))).toEqual(['located_in', 'kept_by', 'member_of', 'led_by', 'lives_in']);
    expect(types(worldOf(graph, logOf(statusIn(1, 'orsolya-beck', 'dead'))))).toBeUndefined();
    expect(worldOf(graph).path('gull-rock', 'gull-rock')).toEqual([]);
    expect(worldOf(graph).path('gull-rock', 'grey-mill')).toBeNull();
  });
});

describe('impactSince', () => {
  it('counts each change that the graph does not know, by importance, and their sessions', () => {
    const log = logOf(statusIn(1, 'orsolya-beck', 'dead'), statusIn(2, 'grey-mill', 'closed'));
    const importance = (id: string): number => graph.entities[graph.nodeOf(id)!]!.importance.composite;
    const { impact, sessions } = impactSince(worldOf(graph, log));
    expect(impact).toBeCloseTo(150 * importance('orsolya-beck') + 75 * importance('grey-mill'));
    expect(sessions).toBe(2);
    expect(impactSince(worldOf(graph))).toEqual({ impact: 0, sessions: 0 });
  });

  it('leaves out what a rebuild has folded in', () => {
    const log = logOf(statusIn(1, 'orsolya-beck', 'dead'), statusIn(2, 'grey-mill', 'closed'));
    const rebuilt = new KnowledgeGraph(
      buildSnapshot(TOWN, {
        ...{ collection: 'town', schema: SCHEMA, version: 'v1' },
        changes: { entries: log.entries(), lastEvent: 1 },
      }),
    );
    expect(impactSince(worldOf(rebuilt, log)).sessions).toBe(1);
    expect(rebuilt.snapshot).toMatchObject({ changelogEvent: 1, changelogSession: 2 });
  });
});
