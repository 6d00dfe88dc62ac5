import { describe, expect, it } from '@jest/globals';
import { countSteps } from '@arbiter/testing';
import type { ExtractedEntity, Extraction } from '../extraction.js';
import { mergeDocuments } from './merge-documents.js';

function entity(name: string, type: string | null, more: Partial<ExtractedEntity> = {}): ExtractedEntity {
  const votes = type === null ? {} : { [type]: 2 };
  return {
    id: name.toLowerCase().replaceAll(' ', '-'),
    name,
    type,
    typeVotes: votes,
    nameVotes: type === 'person' ? { person: 1.2 } : {},
    aliases: [],
    salience: 2,
    describedIn: [],
    evidence: [{ document: 'a.md', start: 0, end: name.length }],
    definition: null,
    ...more,
  };
}

const of = (...entities: ExtractedEntity[]): Extraction => ({ entities, relations: [] });
const names = (extraction: Extraction): string[][] =>
  extraction.entities.map(({ name, aliases }) => [name, ...aliases].sort()).sort();

describe('mergeDocuments', () => {
  it('joins what has a name or an alias in common, whatever the article and the accents', () => {
    const merged = mergeDocuments([
      of(entity('Café Léon', 'place')),
      of(entity('The Cafe Leon', 'place')),
      of(entity('Red House', 'place', { aliases: ['Cafe Leon'] })),
    ]);
    expect(merged.entities).toHaveLength(1);
    expect(merged.entities[0]?.evidence).toHaveLength(3);
  });

  it.each(['Guild Master Torven Hale', 'Captain Hale', 'Torven', 'Hale'])(
    'joins "%s" to the one person it fits',
    (short) => {
      const merged = mergeDocuments([
        of(entity('Torven Hale', 'person', { describedIn: ['torven.md'], aliases: ['Guild Master Torven Hale'] })),
        of(entity(short, short === 'Guild Master Torven Hale' ? 'person' : null)),
      ]);
      expect(names(merged)).toHaveLength(1);
    },
  );

  it('leaves a last name alone that two people have', () => {
    const merged = mergeDocuments([
      of(entity('Ada Hale', 'person'), entity('Ben Hale', 'person'), entity('Dr Hale', 'person')),
    ]);
    expect(merged.entities).toHaveLength(3);
  });

  it('keeps namesakes apart whose types conflict', () => {
    const merged = mergeDocuments([
      of(entity('Rosalind', 'person', { typeVotes: { person: 6 } })),
      of(entity('Rosalind', 'ship', { typeVotes: { ship: 6 } })),
    ]);
    expect(merged.entities.map(({ type }) => type).sort()).toEqual(['person', 'ship']);
    expect(new Set(merged.entities.map(({ id }) => id)).size).toBe(2);
  });

  it('keeps namesakes apart that have a document each', () => {
    const merged = mergeDocuments([
      of(entity('Corin Ash', 'person', { describedIn: ['one.md'] })),
      of(entity('Corin Ash', 'person', { describedIn: ['two.md'] })),
    ]);
    expect(merged.entities).toHaveLength(2);
  });

  it('drops what little speaks for', () => {
    expect(mergeDocuments([of(entity('Frostwick', 'place', { salience: 0.5 }))]).entities).toEqual([]);
    expect(mergeDocuments([of(entity('Xyz', null))]).entities).toEqual([]);
  });

  it('leads relations to the canonical entities, each once', () => {
    const relation = (from: string, to: string) => ({
      from,
      type: 'led_by',
      to,
      evidence: { document: 'a.md', start: 0, end: 1 },
      isDoubtful: false,
    });
    const merged = mergeDocuments([
      {
        entities: [entity('The Guild', 'guild'), entity('Ada Hale', 'person')],
        relations: [relation('the-guild', 'ada-hale')],
      },
      { entities: [entity('Guild', 'guild'), entity('Hale', null)], relations: [relation('guild', 'hale')] },
    ]);
    expect(merged.relations).toHaveLength(1);
    const ids = merged.entities.map(({ id }) => id);
    expect(ids).toContain(merged.relations[0]?.from);
    expect(ids).toContain(merged.relations[0]?.to);
  });

  it('merges entities with one word in common in steps that grow with their number', async () => {
    const many = (count: number) =>
      of(...Array.from({ length: count }, (_, n) => entity(`Guild Number${n}x`, 'guild')));
    expect(mergeDocuments([many(4_000)]).entities).toHaveLength(4_000);
    const [few = 0, all = 0] = await countSteps(new URL('./merge-documents.ts', import.meta.url), 'mergeDocuments', [
      [[many(1_000)]],
      [[many(4_000)]],
    ]);
    expect(few).toBeGreaterThan(1_000);
    // Four times the entities; to compare all of them with one another would take sixteen times the steps.
    expect(all).toBeLessThan(4.3 * few);
  });
});
