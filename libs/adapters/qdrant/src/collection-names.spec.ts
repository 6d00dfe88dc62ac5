import { describe, expect, it } from '@jest/globals';
import { aliasOf, versionedName, versionOf } from './collection-versions.js';

describe('names of collections in Qdrant', () => {
  it('hold the collection in lower case, and which letters were upper case', () => {
    expect(aliasOf('kb', 'notes')).toBe('kb.notes');
    expect(aliasOf('kb', 'noteS')).toBe('kb.notes~10');
    expect(aliasOf('kb', 'Notes')).toBe('kb.notes~1');
  });

  it('are different for different collections, also on a disk that does not know upper case', () => {
    const collections = ['notes', 'Notes', 'NOTES', 'no.tes', 'no-tes', 'n', 'N', 'a'.repeat(128), 'A'.repeat(128)];
    const names = collections.map((collection) => aliasOf('kb', collection).toLowerCase());
    expect(new Set(names).size).toBe(collections.length);
  });

  it('fit into what Qdrant takes', () => {
    const longest = versionedName(aliasOf('p'.repeat(64), 'A'.repeat(128)), 999_999);
    expect(longest.length).toBeLessThanOrEqual(255);
    expect(longest).not.toMatch(/[<>:"/\\|?*]/);
  });

  it('know their versions, and no version of another', () => {
    expect(versionOf('kb.notes', versionedName('kb.notes', 12))).toBe(12);
    for (const other of ['kb.notes', 'kb.notes@', 'kb.notes@0', 'kb.notes@x', 'kb.notes~1@3', 'kb.note@3', 'x'])
      expect(versionOf('kb.notes', other)).toBeNull();
  });
});
