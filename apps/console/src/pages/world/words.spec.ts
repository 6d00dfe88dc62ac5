import { describe, expect, it } from '@jest/globals';
import type { AtlasNode } from './atlas.js';
import { correctionInWords, described, labelOf, relationInWords, relationsInWords, updateInWords } from './words.js';

const NODE: AtlasNode = {
  ...{ id: 'c:0-1', name: 'Heron, Guild', type: '', weight: 1, availability: 'unknown', status: null, since: null },
  ...{ group: null, size: 12, hidden: 12, isOpen: false },
};

it('labels a group by its name and size, then by what is not drawn', () => {
  expect(labelOf(NODE)).toBe('Heron, Guild\n12');
  expect(labelOf({ ...NODE, hidden: 4 })).toBe('Heron, Guild · 4 more');
  expect(labelOf({ ...NODE, hidden: 0 })).toBe('Heron, Guild');
  expect(labelOf({ ...NODE, id: 'e:x', name: 'n'.repeat(500) })).toHaveLength(60);
});

it('says what a thing on the map is', () => {
  expect(described({ ...NODE, hidden: 4, isOpen: true })).toBe('Group Heron, Guild, 12 members, 8 shown, open');
  const entity = { name: 'Heron', type: 'old_inn', status: 'burnt', since: 2, size: 1, hidden: 1 };
  expect(described({ ...NODE, ...entity, id: 'e:heron' })).toBe(
    'Heron, old inn, burnt since session 2, 1 relation, 1 not shown',
  );
});

describe('changes in words', () => {
  it.each([
    [
      { entity_id: 'x', status: 'destroyed', old_status: 'open', destroyed_by: ['dutch-annis'] },
      'is destroyed (was open) · destroyed by dutch annis',
    ],
    [
      { entity_id: 'x', status: 'alive', old_status: 'alive', location: 'gilded-eel' },
      'is alive · location gilded eel',
    ],
    [{ entity_id: 'x', price: 12, terms: { days: 3 } }, 'price 12 · terms {"days":3}'],
  ])('%j', (update, words) => expect(updateInWords(update)).toBe(words));
  it.each([
    [{ from: 'a', to: 'b', new_status: 'led_by' }, 'led by'],
    [{ from: 'a', to: 'b', old_status: 'holds', new_status: 'none' }, 'no longer holds'],
  ])('%j', (update, words) => expect(relationInWords(update)).toBe(words));
  it('of the graph', () => {
    expect(correctionInWords({ kind: 'merge', entities: ['old-sarn'], into: 'sarn' })).toBe(
      '“old sarn” became part of “sarn”',
    );
    expect(correctionInWords({ kind: 'rename', entity: 'pump-3', name: 'Pump 3' })).toBe('rename: pump 3, Pump 3');
  });
});

it('groups relations by kind and direction', () => {
  const relations = [
    { from: 'a', type: 'led_by', to: 'b', since: null },
    { from: 'c', type: 'led_by', to: 'a', since: 2 },
    { from: 'd', type: 'led_by', to: 'a', since: 3 },
    { from: 'c', type: 'knows', to: 'd', since: null },
  ];
  const kinds = relationsInWords('a', { relations, entities: [] });
  expect(kinds.map(([words, others]) => [words, ...others.values()])).toEqual([
    ['← led by', 'c', 'd'],
    ['led by', 'b'],
  ]);
});
