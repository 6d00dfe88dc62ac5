import { describe, expect, it } from '@jest/globals';
import { EntityIndex } from './entity-index.js';

const index = new EntityIndex([
  { id: 'drowned-heron', name: 'Drowned Heron', type: 'place', aliases: ['the Heron'] },
  { id: 'e2', name: 'The Crab', type: 'device' },
  { id: 'vane', name: 'Vane', type: 'person' },
  { id: 'vane-2', name: 'Vane', type: 'place', formerIds: ['vane-3', 'e2'] },
]);

describe('EntityIndex', () => {
  it.each([
    ['an id', 'drowned-heron', 'drowned-heron'],
    ['a name', 'Drowned Heron', 'drowned-heron'],
    ['a name with an article that the entity has not', 'the-drowned-heron', 'drowned-heron'],
    ['a name without the article that the entity has', 'crab', 'e2'],
    ['an alias', 'heron', 'drowned-heron'],
  ])('finds an entity by %s', (_what, id, found) => {
    expect(index.find(id)?.id).toBe(found);
  });

  it('finds an entity by an id that it had before a merge, unless another has it now', () => {
    expect(index.find('vane-3')?.id).toBe('vane-2');
    expect(index.find('e2')?.name).toBe('The Crab');
  });

  it('takes the id before the name, and the type among namesakes', () => {
    expect(index.find('vane')?.type).toBe('person');
    expect(index.find('Vane', 'place')?.id).toBe('vane-2');
  });

  it('finds none of several namesakes, and none for an unknown name', () => {
    expect(index.find('Vane')).toBeUndefined();
    expect(index.find('nobody')).toBeUndefined();
  });
});
