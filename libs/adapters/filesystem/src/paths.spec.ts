import { describe, expect, it } from '@jest/globals';
import { fileNameOf, idOfFileName } from './paths.js';

describe('fileNameOf', () => {
  it.each([
    ['doc-1_a', 'doc-1_a'],
    ['v1.2', 'v1.2'],
    ['..', '%2e.'],
    ['.hidden', '%2ehidden'],
    ['a/../b', 'a%2f..%2fb'],
    ['Ab', '%41b'],
    ['100%', '100%25'],
    ['é\0', '%c3%a9%00'],
  ])('writes %j as %j, and finds the way back', (id, name) => {
    expect(fileNameOf(id)).toBe(name);
    expect(idOfFileName(name)).toBe(id);
  });

  it('gives ids that differ only in case names that differ in more', () => {
    expect(fileNameOf('Doc')?.toLowerCase()).not.toBe(fileNameOf('doc')?.toLowerCase());
  });

  it.each([
    ['an empty id', ''],
    ['half a surrogate pair', 'a\uD800'],
    ['a name too long', 'A'.repeat(100)],
  ])('has no name for %s', (_what, id) => {
    expect(fileNameOf(id)).toBeNull();
  });

  it.each(['README.md', '.DS_Store', '%zz', '%C3%A9', '%61', 'a%', ''])(
    'takes the foreign name %j for no id',
    (name) => {
      expect(idOfFileName(name)).toBeNull();
    },
  );
});
