import { describe, expect, it } from '@jest/globals';
import { isSameRelationType, readTie, relationTypeOf } from './relation-types.js';

describe('readTie', () => {
  it.each([
    ['located_in', 'place', 'to'],
    ['imprisoned_in', 'place', 'to'],
    ['part_of', 'place', 'to'],
    ['contains', 'place', 'from'],
    ['led_by', 'lead', 'to'],
    ['leads', 'lead', 'from'],
    ['head of', 'lead', 'from'],
    ['owned_by', 'keep', 'to'],
    ['keeps', 'keep', 'from'],
    ['run_by', 'keep', 'to'],
    ['depends_on', 'need', 'to'],
    ['powered_by', 'need', 'to'],
    ['feeds', 'need', 'from'],
    ['sells', 'serve', 'from'],
    ['supplied_by', 'serve', 'to'],
    ['works_for', 'belong', 'to'],
    ['member_of', 'belong', 'to'],
    ['employed_by', 'belong', 'to'],
  ])('reads %s as %s, anchored at `%s`', (type, tie, anchor) => {
    expect(readTie(type)).toEqual({ tie, anchor });
  });

  it.each(['sibling_of', 'married_to', 'allied_with', 'named_after', 'killed_by', 'descendant_of', ''])(
    'finds no tie in %s',
    (type) => {
      expect(readTie(type)).toBeNull();
    },
  );
});

describe('relation types', () => {
  it('are written in lower case, their words joined', () => {
    expect(relationTypeOf(' Led by ')).toBe('led_by');
  });

  it('are the same with and without the preposition of a stance', () => {
    expect(isSameRelationType('allied', 'allied_with')).toBe(true);
    expect(isSameRelationType('led_by', 'leads')).toBe(false);
  });
});
