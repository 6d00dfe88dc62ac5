import { describe, expect, it } from '@jest/globals';
import type { AtlasNode } from './atlas.js';
import { correctionInWords, described, labelOf, relationInWords, relationsInWords, updateInWords } from './words.js';

const GROUP: AtlasNode = {
  ...{ id: 'c:0-1', name: 'Heron, Guild', type: '', weight: 1, availability: 'unknown', status: null, since: null },
  ...{ group: null, size: 12, hidden: 12, isOpen: false },
};

it('labels a group by its name and size, then by what is not drawn', () => {
  expect([12, 4, 0].map((hidden) => labelOf({ ...GROUP, hidden }))).toEqual([
    'Heron, Guild\n12',
    'Heron, Guild · 4 more',
    'Heron, Guild',
  ]);
  expect(labelOf({ ...GROUP, id: 'e:x', name: 'n'.repeat(500) })).toHaveLength(60);
});

it('says what a thing on the map is', () => {
  expect(described({ ...GROUP, hidden: 4, isOpen: true })).toBe('Group Heron, Guild, 12 members, 8 shown, open');
  const inn = { name: 'Heron', type: 'old_inn', status: 'burnt', since: 2, size: 1, hidden: 1 };
  const said = 'Heron, old inn, burnt since session 2, 1 relation, 1 not shown';
  expect(described({ ...GROUP, ...inn, id: 'e:heron' })).toBe(said);
});

describe('in words', () => {
  const names = new Map([['dutch-annis', 'Dutch Annis']]);
  const burnt = { status: 'destroyed', old_status: 'open', destroyed_by: ['dutch-annis'] };
  const same = { status: 'alive', old_status: 'alive', location: 'gilded-eel' };
  it.each([
    [updateInWords({ entity_id: 'x', ...burnt }, names), 'now destroyed (was open) · destroyed by Dutch Annis'],
    [updateInWords({ entity_id: 'x', ...same }, names), 'now alive · location gilded eel'],
    [updateInWords({ entity_id: 'x', price: 12, terms: { days: 3 } }, names), 'price 12 · terms {"days":3}'],
    [relationInWords({ from: 'a', to: 'b', new_status: 'led_by' }), 'led by'],
    [relationInWords({ from: 'a', to: 'b', old_status: 'holds', new_status: 'none' }), 'no longer holds'],
    [correctionInWords({ kind: 'rename', entity: 'pump-3', name: 'Pump 3' }), 'rename: pump 3, Pump 3'],
  ])('%s', (words, wanted) => expect(words).toBe(wanted));
});

it('groups relations by kind and direction', () => {
  const told = ['a led_by b', 'c led_by a', 'd led_by a', 'c knows d'].map((words) => words.split(' '));
  const relations = told.map(([from = '', type = '', to = '']) => ({ from, type, to, since: null }));
  const kinds = relationsInWords('a', { relations, entities: [] });
  expect(kinds.map(([words, others]) => [words, ...others.values()])).toEqual([
    ['← led by', 'c', 'd'],
    ['led by', 'b'],
  ]);
});
