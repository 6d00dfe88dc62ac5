import { describe, expect, it } from '@jest/globals';
import { aliasOf, generationOf, indexOf } from './collection-indices.js';

describe('aliasOf', () => {
  it('is another for every collection, also for those that differ by case', () => {
    const collections = [
      'notes',
      'Notes',
      'nOtes',
      'NOTES',
      'notes.1',
      'notes-1',
      'notes@1',
      '1.notes',
      'a'.repeat(128),
    ];
    const aliases = ['kb', 'kb-1', 'kb_1'].flatMap((prefix) => collections.map((name) => aliasOf(prefix, name)));
    expect(new Set(aliases).size).toBe(3 * collections.length);
  });

  it('is a name that Elasticsearch takes: lower case, at most 255 bytes with the generation', () => {
    const alias = aliasOf('p'.repeat(64), 'Z'.repeat(128));
    expect(alias).toBe(alias.toLowerCase());
    expect(indexOf(alias, 99_999).length).toBeLessThanOrEqual(255);
  });
});

describe('generationOf', () => {
  it('leads back from the name of an index', () => {
    expect(generationOf('kb.notes', indexOf('kb.notes', 12))).toBe(12);
  });

  it.each(['kb.notes', 'kb.notes@', 'kb.notes@x', 'kb.other@1', 'kb.notes2@1'])('is 0 for %s', (index) => {
    expect(generationOf('kb.notes', index)).toBe(0);
  });
});
