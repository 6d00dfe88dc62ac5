import { describe, expect, it } from '@jest/globals';
import type { ExtractedEntity } from '../extraction.js';
import { unsurePairs } from './unsure-pairs.js';

function entityOf(name: string, type: string, more: Partial<ExtractedEntity> = {}): ExtractedEntity {
  return {
    ...{ id: name.toLowerCase().replace(/\W+/g, '-'), name, type, typeVotes: { [type]: 1 }, nameVotes: { [type]: 1 } },
    ...{ aliases: [], salience: 2, describedIn: [], evidence: [], definition: null },
    ...more,
  };
}

const pairsOf = (entities: readonly ExtractedEntity[], relations: { from: string; to: string }[] = [], max = 9) =>
  unsurePairs({ entities, relations }, max).map(({ main, other }) => [main.name, other.name]);

describe('unsurePairs', () => {
  it('are names of one type that share a word, the better known first', () => {
    const master = entityOf('Guild Master Torven', 'person', { describedIn: ['a.md'] });
    expect(pairsOf([entityOf('Torven the Merchant', 'person'), master, entityOf('Grey Mill', 'place')])).toEqual([
      ['Guild Master Torven', 'Torven the Merchant'],
    ]);
  });

  it.each<[string, readonly ExtractedEntity[]]>([
    ['other types', [entityOf('Heron', 'person'), entityOf('Grey Heron', 'ship')]],
    [
      'documents of their own',
      [entityOf('Grey Heron', 'ship', { describedIn: ['a.md'] }), entityOf('Heron', 'ship', { describedIn: ['b.md'] })],
    ],
    ['other numbers', [entityOf('Larch Pump 2', 'machine'), entityOf('Larch Pump 3', 'machine')]],
    ['other first names', [entityOf('Ines Moor', 'person'), entityOf('Percy Moor', 'person')]],
    ['no more than a noun in common', [entityOf('Grey Mill', 'place'), entityOf('Weir Mill', 'place')]],
  ])('are none of %s', (_, entities) => {
    expect(pairsOf(entities)).toEqual([]);
  });

  it('are none of things of which one is told to relate to the other', () => {
    const both = [entityOf('Tallow', 'place'), entityOf('Upper Tallow', 'place')];
    expect(pairsOf(both)).toHaveLength(1);
    expect(pairsOf(both, [{ from: 'upper-tallow', to: 'tallow' }])).toEqual([]);
  });

  it('are bounded, the most alike first, whatever the order', () => {
    const entities = ['Torven', 'Old Torven', 'Torven the Red of Westhaven Cross', 'Torven Westhaven'].map((name) =>
      entityOf(name, 'place'),
    );
    const [first, ...rest] = pairsOf(entities, [], 3);
    expect([first, ...rest]).toHaveLength(3);
    expect(new Set(first)).toEqual(new Set(['Torven', 'Old Torven']));
    const again = pairsOf(entities.toReversed(), [], 3);
    expect(again.map((pair) => pair.toSorted())).toEqual([first, ...rest].map((pair) => pair?.toSorted()));
  });

  it('are not looked for among things that all share a word', () => {
    const entities = Array.from({ length: 4_000 }, (_, at) => entityOf(`Zorn Tag${at}`, 'place'));
    expect(pairsOf(entities)).toEqual([]);
  });
});
