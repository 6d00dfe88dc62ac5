import { describe, expect, it } from '@jest/globals';
import { Changelog } from './changelog.js';
import { parseChangelogEntry } from './changelog-entry.js';
import { type Contradiction, findContradictions } from './contradictions.js';
import { EntityIndex } from './entity-index.js';
import { applyEntries } from './world-state.js';

const IDS = ['inn', 'mara', 'joss', 'party', 'guild', 'pump'];
const ENTITIES = new EntityIndex(IDS.map((id) => ({ id, name: id, type: '' })));
const DOCUMENTS = [
  { from: 'inn', type: 'kept_by', to: 'mara' },
  { from: 'party', type: 'allied_with', to: 'guild' },
];

type Update = Record<string, unknown>;
const entry = (session_id: number, entity_updates: Update[] = [], relationship_updates: Update[] = []) =>
  parseChangelogEntry({ session_id, entity_updates, relationship_updates });
const inn = (session: number, status: string, old_status?: string) =>
  entry(session, [{ entity_id: 'inn', status, ...(old_status !== undefined && { old_status }) }]);
const tie = (session: number, from: string, to: string, old_status: string, new_status: string) =>
  entry(session, [], [{ from, to, old_status, new_status }]);

/** Of entries in the order in which they are recorded. */
function found(...entries: ReturnType<typeof entry>[]): Contradiction[] {
  const log = entries.reduce((all, one) => all.append(one, 0), Changelog.empty);
  return findContradictions(log.entries(), { entities: ENTITIES, relations: DOCUMENTS });
}

describe('a relationship update', () => {
  it('contradicts the stance that holds at its time', () => {
    expect(
      found(tie(1, 'party', 'guild', 'allied_with', 'hostile_to'), tie(2, 'guild', 'party', 'allied', 'none')),
    ).toEqual([
      {
        ...{ entry: 2, session: 2, about: ['guild', 'party'], kind: 'before' },
        ...{ said: 'allied', found: 'hostile_to', foundIn: 1 },
      },
    ]);
  });

  it('contradicts a relation that has ended, one that holds already, and one that somebody else has', () => {
    const ended = tie(1, 'inn', 'mara', 'kept_by', 'none');
    expect(found(ended, tie(2, 'mara', 'inn', 'keeps', 'none'))).toMatchObject([
      { entry: 2, found: 'none', foundIn: 1 },
    ]);
    expect(found(tie(1, 'inn', 'mara', 'none', 'kept_by'))).toMatchObject([{ found: 'kept_by', foundIn: null }]);
    expect(found(tie(1, 'inn', 'joss', 'kept_by', 'none'))).toMatchObject([{ found: 'kept_by mara', foundIn: null }]);
  });

  it.each([
    ['in the words of the documents', tie(1, 'inn', 'mara', 'kept_by', 'none')],
    ['in other words for the same tie', tie(1, 'mara', 'inn', 'holds', 'none')],
    ['of things that nothing is known of', tie(1, 'pump', 'guild', 'supplied_by', 'none')],
    ['of a relation that may have several others', tie(1, 'mara', 'guild', 'member_of', 'none')],
    ['without an old status', entry(1, [], [{ from: 'party', to: 'guild', new_status: 'hostile_to' }])],
  ])('contradicts nothing %s', (_, one) => {
    expect(found(one)).toEqual([]);
  });
});

it('reports a relation between two names of one entity, which relates nothing', () => {
  const entities = new EntityIndex([{ id: 'inn', name: 'Old Inn', type: '' }]);
  const log = Changelog.empty.append(entry(1, [], [{ from: 'inn', to: 'old-inn', new_status: 'supplies' }]), 0);
  expect(findContradictions(log.entries(), { entities, relations: [] })).toMatchObject([
    { entry: 1, about: ['inn', 'old-inn'], kind: 'self-relation', said: 'supplies', found: 'inn' },
  ]);
  expect(applyEntries(log.entries(), { entities, relations: [] }).relations).toEqual([]);
});

describe('an entity update', () => {
  it('contradicts the status that it has at its time', () => {
    expect(found(inn(1, 'destroyed'), inn(3, 'closed', 'open'))).toMatchObject([
      { entry: 2, about: ['inn'], kind: 'before', said: 'open', found: 'destroyed', foundIn: 1 },
    ]);
  });

  it('that comes late contradicts what it is recorded after, and is contradicted by what follows it in time', () => {
    expect(found(inn(5, 'destroyed', 'open'), inn(3, 'closed', 'open'))).toMatchObject([
      { entry: 1, session: 5, said: 'open', found: 'closed', foundIn: 2 },
    ]);
    expect(found(inn(5, 'destroyed', 'open'), inn(6, 'rebuilt', 'destroyed'), inn(3, 'reopened', 'closed'))).toEqual(
      [],
    );
  });

  it('contradicts another entry of its session, unless it says what was before', () => {
    expect(found(inn(2, 'closed'), inn(2, 'open'))).toMatchObject([
      { entry: 2, kind: 'same-session', said: 'open', found: 'closed', foundIn: 1 },
    ]);
    expect(found(inn(2, 'closed'), inn(2, 'open', 'closed'))).toEqual([]);
    expect(found(inn(2, 'closed'), inn(3, 'open'))).toEqual([]);
  });

  it.each([
    ['other words for out of use', 'isolated', 'withdrawn from service'],
    ['words that say nothing of use', 'innkeeper', 'burgomaster'],
  ])('contradicts nothing by %s', (_, status, old) => {
    expect(found(inn(1, status), inn(2, 'open', old))).toEqual([]);
  });

  it('counts all the same, and none is told of what was reverted', () => {
    const log = [inn(1, 'destroyed'), inn(3, 'closed', 'open')].reduce(
      (all, one) => all.append(one, 0),
      Changelog.empty,
    );
    expect(findContradictions(log.revert(1, 0).entries(), { entities: ENTITIES, relations: [] })).toEqual([]);
  });
});
