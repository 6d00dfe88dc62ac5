import { describe, expect, it } from '@jest/globals';
import { collectionOf, tableNameOf } from './lance-tables.js';

describe('tableNameOf', () => {
  it.each([
    'notes',
    'Notes',
    'NOTES',
    'a',
    '0',
    'lantern-coast_units',
    'a.b',
    'vectors.a',
    'vectors-1.a',
    'Z'.repeat(128),
  ])('leads back to the collection %s', (collection) => {
    expect(collectionOf(tableNameOf(collection, 'vectors'), 'vectors')).toBe(collection);
  });

  it('differs by more than case where collections differ by case', () => {
    const names = ['notes', 'Notes', 'nOtes', 'NOTES'].map((name) => tableNameOf(name, 'keywords').toLowerCase());
    expect(new Set(names).size).toBe(4);
  });

  it('stays a file name of at most 255 bytes, with what Lance appends', () => {
    expect(`${tableNameOf('Z'.repeat(128), 'keywords')}.lance`.length).toBeLessThan(255);
  });
});

describe('collectionOf', () => {
  it.each(['keywords.notes', 'notes', 'vectors', 'vectors-x.notes', ''])('knows that %j is not its own', (name) => {
    expect(collectionOf(name, 'vectors')).toBeNull();
  });
});
