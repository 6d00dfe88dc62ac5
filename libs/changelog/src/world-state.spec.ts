import { describe, expect, it } from '@jest/globals';
import { Changelog } from './changelog.js';
import { parseChangelogEntry } from './changelog-entry.js';
import { EntityIndex } from './entity-index.js';
import type { Relation } from './relation-types.js';
import { applyEntries } from './world-state.js';

const ENTITIES = new EntityIndex([
  { id: 'ward-4', name: 'Ward 4', type: 'ward', aliases: ['Juniper Ward'] },
  { id: 'okafor', name: 'Ada Okafor', type: 'person', aliases: ['Okafor'] },
  { id: 'okafor-b', name: 'Ben Okafor', type: 'person', aliases: ['Okafor'] },
  { id: 'okafor-trust', name: 'Okafor', type: 'organisation' },
  { id: 'site', name: 'The North Site', type: 'place' },
]);
const BEFORE: readonly Relation[] = [
  { from: 'ward-4', type: 'led_by', to: 'okafor' },
  { from: 'ward-4', type: 'located_in', to: 'site' },
];

function worldAfter(...entries: object[]) {
  const log = entries.reduce<Changelog>(
    (all, entry, index) => all.append(parseChangelogEntry({ session_id: index + 1, ...entry }), index),
    Changelog.empty,
  );
  return applyEntries(log.entries(), { entities: ENTITIES, relations: BEFORE });
}
const standing = ({ relations }: ReturnType<typeof worldAfter>) =>
  relations.filter(({ ended }) => ended === null).map(({ from, type, to }) => `${from} ${type} ${to}`);

describe('a change of an entity', () => {
  it('gives the status in its own words, what it means for use, and the entry that says so', () => {
    const world = worldAfter({
      entity_updates: [{ entity_id: 'ward-4', status: 'closed to admissions', cause: 'norovirus' }],
    });
    expect(world.entities.get('ward-4')).toMatchObject({
      status: 'closed to admissions',
      availability: 'closed',
      since: { entry: 1, session: 1 },
      attributes: { cause: 'norovirus' },
    });
  });

  it('keeps the status when only an attribute changes', () => {
    const world = worldAfter(
      { entity_updates: [{ entity_id: 'ward-4', status: 'closed', beds: 20 }] },
      { entity_updates: [{ entity_id: 'ward-4', beds: 12 }] },
    );
    expect(world.entities.get('ward-4')).toMatchObject({
      status: 'closed',
      since: { session: 1 },
      attributes: { beds: 12 },
    });
    expect(world.entities.get('ward-4')?.changes).toHaveLength(2);
  });

  it.each([
    ['Juniper Ward', undefined, 'ward-4'],
    ['north-site', undefined, 'site'],
    ['The Juniper Ward', undefined, 'ward-4'],
    ['okafor', undefined, 'okafor'],
    ['Okafor', 'organisation', 'okafor-trust'],
  ])('of "%s" (%p) is one of %s', (entity_id, entity_type, id) => {
    const world = worldAfter({
      entity_updates: [{ entity_id, status: 'renamed', ...(entity_type && { entity_type }) }],
    });
    expect([...world.entities.keys()]).toEqual([id]);
    expect([...world.unresolved]).toEqual([]);
  });

  it('of a name that namesakes share hits none of them, and is reported', () => {
    const world = worldAfter({ entity_updates: [{ entity_id: 'Okafor', entity_type: 'person', status: 'resigned' }] });
    expect([...world.unresolved]).toEqual(['Okafor']);
    expect(world.entities.get('Okafor')).toMatchObject({ availability: 'away' });
    expect(world.entities.has('okafor')).toBe(false);
  });

  it('moves an entity where an attribute names another one', () => {
    const world = worldAfter({ entity_updates: [{ entity_id: 'okafor', location: 'ward-4' }] });
    expect(standing(world)).toContain('okafor located_in ward-4');
    expect(
      standing(worldAfter({ entity_updates: [{ entity_id: 'okafor', location: 'a long way off' }] })),
    ).toHaveLength(2);
  });
});

describe('a change between entities', () => {
  it('ends the relation that it names and begins another', () => {
    const world = worldAfter({
      relationship_updates: [
        { from: 'ward-4', to: 'okafor', old_status: 'led_by', new_status: 'none' },
        { from: 'ward-4', to: 'okafor-b', old_status: 'none', new_status: 'led by' },
      ],
    });
    expect(standing(world)).toEqual(['ward-4 located_in site', 'ward-4 led_by okafor-b']);
    expect(world.relations[0]).toMatchObject({ ended: { entry: 1, session: 1 } });
  });

  it('replaces a stance, in whichever direction it was written', () => {
    const world = worldAfter(
      { relationship_updates: [{ from: 'okafor', to: 'okafor-b', new_status: 'allied' }] },
      { relationship_updates: [{ from: 'okafor-b', to: 'okafor', old_status: 'allied_with', new_status: 'hostile' }] },
      { relationship_updates: [{ from: 'okafor', to: 'site', new_status: 'broken' }] },
    );
    expect(standing(world).slice(2)).toEqual(['okafor-b hostile okafor']);
  });

  it('without an old status ends stances alone, and everything where nothing is left', () => {
    const led = { from: 'ward-4', to: 'okafor' };
    expect(standing(worldAfter({ relationship_updates: [{ ...led, new_status: 'hostile' }] }))).toContain(
      'ward-4 led_by okafor',
    );
    expect(standing(worldAfter({ relationship_updates: [{ ...led, new_status: 'none' }] }))).toEqual([
      'ward-4 located_in site',
    ]);
  });

  it.each([
    ['leads', 'led_by'],
    ['keeps', 'kept_by'],
    ['owns', 'owned_by'],
    ['operates', 'operated_by'],
    ['supplies', 'supplied_by'],
    ['contains', 'located_in'],
  ])('ends "A %s B" where the documents say "B %s A"', (active, passive) => {
    const over = changed([{ from: 'ward-4', type: passive, to: 'okafor' }], ['okafor', active, 'ward-4']);
    expect(over).toEqual([]);
    expect(changed([{ from: 'okafor', type: active, to: 'ward-4' }], ['ward-4', passive, 'okafor'])).toEqual([]);
  });

  it('ends a relation of the same tie in other words only where none has its own words', () => {
    const owned = { from: 'ward-4', type: 'owned_by', to: 'okafor' };
    const held = { from: 'okafor', type: 'holds', to: 'ward-4' };
    expect(changed([owned], ['okafor', 'holds', 'ward-4'])).toEqual([]);
    expect(changed([owned, held], ['okafor', 'holds', 'ward-4'])).toEqual(['ward-4 owned_by okafor']);
    expect(changed([{ ...owned, type: 'led_by' }], ['okafor', 'holds', 'ward-4'])).toHaveLength(1);
  });

  it('ends nothing of a pair whose dependence runs the other way', () => {
    const keeps = { from: 'ward-4', type: 'keeps', to: 'okafor' };
    expect(changed([keeps], ['ward-4', 'kept_by', 'okafor'])).toEqual(['ward-4 keeps okafor']);
  });

  it('ends by an attribute what the documents word the other way round', () => {
    const log = Changelog.empty.append(
      parseChangelogEntry({ session_id: 1, entity_updates: [{ entity_id: 'ward-4', led_by: 'okafor-b' }] }),
      0,
    );
    const relations = [
      { from: 'okafor', type: 'leads', to: 'ward-4' },
      { from: 'site', type: 'contains', to: 'ward-4' },
    ];
    expect(standing(applyEntries(log.entries(), { entities: ENTITIES, relations }))).toEqual([
      'site contains ward-4',
      'ward-4 led_by okafor-b',
    ]);
  });
});

/** The relations that hold after an entry has ended one. */
function changed(relations: readonly Relation[], [from, old_status, to]: readonly [string, string, string]): string[] {
  const entry = parseChangelogEntry({
    session_id: 1,
    relationship_updates: [{ from, to, old_status, new_status: 'none' }],
  });
  const log = Changelog.empty.append(entry, 0);
  return standing(applyEntries(log.entries(), { entities: ENTITIES, relations }));
}
