import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type CascadeRule, conclude } from './cascade.js';
import { Changelog } from './changelog.js';
import { parseChangelog, parseChangelogEntry } from './changelog-entry.js';
import { EntityIndex, type KnownEntity } from './entity-index.js';
import type { Relation } from './relation-types.js';
import { applyEntries } from './world-state.js';

const ENTITIES = new EntityIndex(
  [
    ['depot', 'place'],
    ['shed', 'place'],
    ['wheel-lathe', 'machine'],
    ['crane', 'machine'],
    ['mara', 'person'],
    ['tom', 'driver'],
    ['kiosk', 'place'],
    ['line-2', 'line'],
    ['substation', 'place'],
    ['substation-b', 'place'],
    ['council', 'organisation'],
  ].map(([id = '', type = '']) => ({ id, name: id, type })),
);

function conclusionsOf(
  relations: readonly string[],
  entries: readonly object[],
  rules: readonly CascadeRule[] = [],
): string[] {
  const log = entries.reduce<Changelog>(
    (all, entry, index) => all.append(parseChangelogEntry({ session_id: index + 1, ...entry }), index),
    Changelog.empty,
  );
  const before = relations.map((text): Relation => {
    const [from = '', type = '', to = ''] = text.split(' ');
    return { from, type, to };
  });
  const world = applyEntries(log.entries(), { entities: ENTITIES, relations: before });
  return conclude(world, { entities: ENTITIES, rules }).map(({ entity, becomes, endsRelation, chain }) => {
    const way = chain.map((step) => step.entity).join(' > ');
    return `${entity}: ${[becomes, endsRelation && 'no longer'].filter(Boolean).join(', ')} (${way})`;
  });
}
const status = (entity_id: string, status: string) => ({ entity_updates: [{ entity_id, status }] });

describe('what follows from a change', () => {
  it.each<[string, string[], object[], string[]]>([
    [
      'of a place: what is in it, and in that, closes',
      ['shed located_in depot', 'wheel-lathe located_in shed'],
      [status('depot', 'flooded')],
      ['shed: closed (depot)', 'wheel-lathe: closed (depot > shed)'],
    ],
    [
      'of a circle of containment: each closes once, and the cause is not its own consequence',
      ['shed located_in depot', 'wheel-lathe located_in shed', 'depot located_in wheel-lathe'],
      [status('depot', 'flooded')],
      ['shed: closed (depot)', 'wheel-lathe: closed (depot > shed)'],
    ],
    [
      'of a circle that a session makes: as of one that documents have',
      ['shed located_in depot'],
      [{ relationship_updates: [{ from: 'depot', to: 'shed', new_status: 'located_in' }] }, status('shed', 'burned')],
      ['depot: closed (shed)'],
    ],
    [
      'of a place: people go elsewhere',
      ['mara based_in depot'],
      [status('depot', 'destroyed')],
      ['mara: no longer (depot)'],
    ],
    [
      'of a leader: the office is vacant',
      ['council led_by mara'],
      [status('mara', 'died')],
      ['council: no longer (mara)'],
    ],
    [
      'of an owner: the stall is closed',
      ['kiosk owned_by mara'],
      [status('mara', 'dead')],
      ['kiosk: closed, no longer (mara)'],
    ],
    [
      'of one keeper of two: it stays open',
      ['kiosk kept_by mara', 'tom runs kiosk'],
      [status('mara', 'on leave')],
      ['kiosk: no longer (mara)'],
    ],
    [
      'of both keepers: it closes',
      ['kiosk kept_by mara', 'tom runs kiosk'],
      [
        {
          entity_updates: [
            { entity_id: 'mara', status: 'on leave' },
            { entity_id: 'tom', status: 'resigned' },
          ],
        },
      ],
      ['kiosk: closed, no longer (mara)', 'kiosk: no longer (tom)'],
    ],
    [
      'of the only supply: what needs it stops',
      ['line-2 powered_by substation'],
      [status('substation', 'tripped')],
      ['line-2: closed (substation)'],
    ],
    [
      'of one supply of two: it goes on',
      ['line-2 powered_by substation', 'substation-b feeds line-2'],
      [status('substation', 'tripped')],
      [],
    ],
    [
      'of one who serves: nobody is served by them',
      ['tom repairs crane'],
      [status('tom', 'retired')],
      ['crane: no longer (tom)'],
    ],
    [
      'of a place that turned hostile: so does what is in it',
      ['shed located_in depot'],
      [status('depot', 'hostile')],
      ['shed: hostile (depot)'],
    ],
    ['of kin: nothing', ['mara sister_of tom'], [status('mara', 'dead')], []],
    ['that is none of use: nothing', ['shed located_in depot'], [status('depot', 'renamed')], []],
    [
      'that was taken back: nothing',
      ['shed located_in depot'],
      [status('depot', 'closed'), status('depot', 'reopened')],
      [],
    ],
    [
      'but not against what was said of the dependent since',
      ['shed located_in depot'],
      [status('depot', 'closed'), status('shed', 'open, by the side door')],
      [],
    ],
    [
      'against what was said of it before',
      ['shed located_in depot'],
      [status('shed', 'open'), status('depot', 'closed')],
      ['shed: closed (depot)'],
    ],
    [
      'not over a relation that has ended',
      ['crane located_in depot'],
      [
        { relationship_updates: [{ from: 'crane', to: 'depot', old_status: 'located_in', new_status: 'none' }] },
        status('depot', 'sold'),
      ],
      [],
    ],
    [
      'not over a relation that began only later',
      [],
      [status('depot', 'closed'), { relationship_updates: [{ from: 'crane', to: 'depot', new_status: 'located_in' }] }],
      [],
    ],
    [
      'ends where containment runs in a circle',
      ['depot located_in shed', 'shed located_in depot'],
      [status('depot', 'closed')],
      ['shed: closed (depot)'],
    ],
  ])('%s', (_, relations, entries, expected) => {
    expect(conclusionsOf(relations, entries)).toEqual(expected);
  });

  it('is what the rule of a domain says before that of plain English', () => {
    const rule: CascadeRule = {
      relation: { type: 'led_by' },
      when: ['gone'],
      ends: true,
      becomes: 'closed',
      because: 'was led by',
    };
    expect(conclusionsOf(['council led_by mara'], [status('mara', 'dead')], [rule])).toEqual([
      'council: closed, no longer (mara)',
    ]);
  });

  it('follows a relation that English does not tell, from the end that the rule of a domain names', () => {
    const rule = (anchor: 'from' | 'to'): CascadeRule => ({
      relation: { type: 'twinned_with', anchor },
      when: ['closed'],
      ends: false,
      becomes: 'closed',
      because: 'is twinned with',
    });
    const of = (anchor: 'from' | 'to') =>
      conclusionsOf(['depot twinned_with shed'], [status('shed', 'closed')], [rule(anchor)]);
    expect([of('to'), of('from')]).toEqual([['depot: closed (shed)'], []]);
  });
});

describe('the changelog of the sample domain', () => {
  const pack = new URL('../../../domains/lantern-coast/', import.meta.url);
  const linesOf = <T>(path: string): T[] =>
    readFileSync(new URL(path, pack), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as T);
  const entities = new EntityIndex(linesOf<KnownEntity>('eval/entities.jsonl'));
  const named = (name: string): string => entities.find(name)?.id ?? name;
  const relations = linesOf<Relation>('eval/relations.jsonl').map(({ from, type, to }) => ({
    from: named(from),
    type,
    to: named(to),
  }));
  const log = parseChangelog(readFileSync(new URL('changelog.jsonl', pack), 'utf8')).reduce<Changelog>(
    (all, entry) => all.append(entry, 0),
    Changelog.empty,
  );
  const worldAsOf = (session: number) => applyEntries(log.entries({ session }), { entities, relations });

  it('names entities that are known', () => {
    expect([...worldAsOf(6).unresolved]).toEqual([]);
  });

  it('tells what is not to be offered after the last session, and not before it happened', () => {
    const unavailable = (session: number): string[] =>
      [...worldAsOf(session).entities.values()]
        .filter(({ availability }) => !['available', 'unknown'].includes(availability))
        .map(({ id }) => id)
        .sort();
    expect(unavailable(0)).toEqual([]);
    expect(unavailable(2)).toEqual(['crispin-moat', 'dorrin-caul', 'drowned-heron', 'dutch-annis']);
    expect(unavailable(6)).toEqual([
      'cinder-causeway',
      'cinder-company',
      'crispin-moat',
      'dorrin-caul',
      'drowned-heron',
      'dutch-annis',
      'eel-bridge',
      'gaspard-wey',
      'joram-thule',
      'nils-okker',
      'tidehouse',
      'wick-accord',
    ]);
  });

  it('turns the bell of the hostile temple hostile, by its chain', () => {
    const conclusions = conclude(worldAsOf(6), { entities });
    expect(conclusions.find(({ entity }) => entity === 'ninth-bell')).toMatchObject({
      becomes: 'hostile',
      cause: { session: 3 },
      chain: [{ entity: 'tidehouse', availability: 'hostile', relation: { type: 'located_in' }, because: 'is in' }],
    });
  });

  it('has the guild led by who was elected', () => {
    const leaders = worldAsOf(6).relations.filter(
      ({ from, type, ended }) => from === 'leadline-guild' && type === 'led_by' && !ended,
    );
    expect(leaders.map(({ to }) => to)).toEqual(['sabeth-quill']);
    expect(
      worldAsOf(3).relations.find(({ from, type }) => from === 'leadline-guild' && type === 'led_by'),
    ).toMatchObject({
      to: 'joram-thule',
      ended: null,
    });
  });
});
