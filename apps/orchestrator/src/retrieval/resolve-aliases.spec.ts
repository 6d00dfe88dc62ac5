import { describe, expect, it } from '@jest/globals';
import type { Passage } from '@arbiter/contracts';
import { resolveAliases } from './resolve-names.js';

function passage(title: string, aliases: unknown): Passage {
  return {
    chunkId: `${title}:0`,
    documentId: title,
    collection: 'c',
    text: '',
    start: 0,
    end: 0,
    title,
    source: 's.md',
    section: [],
    page: null,
    metadata: { aliases },
    score: 0.5,
  };
}

const DUKE = passage('Arthur Wellesley', ['the Iron Duke', 'general']);

describe('resolveAliases', () => {
  it('puts the title in the place of the alias, its article included', () => {
    expect(resolveAliases('the horse of the Iron Duke', [DUKE])).toBe('the horse of Arthur Wellesley');
    expect(resolveAliases("Iron Duke's horse?", [DUKE])).toBe("Arthur Wellesley's horse?");
  });

  it.each([
    ['no alias is used', 'the horse of the duke'],
    ['the title is there already', 'Was Arthur Wellesley the Iron Duke?'],
    ['an alias is part of a longer word', 'the Iron Dukedom'],
    ['an alias is a common word', 'the horse of the general'],
  ])('changes nothing where %s', (_, query) => {
    expect(resolveAliases(query, [DUKE])).toBeNull();
  });

  it('reads only lists of text as aliases', () => {
    expect(
      resolveAliases('the Iron Duke', [passage('A', 'the Iron Duke'), passage('B', [7]), passage('C', undefined)]),
    ).toBeNull();
  });

  it('takes an alias word for word', () => {
    expect(resolveAliases('Who is Mr X?', [passage('Ada Wren', ['Mr. X'])])).toBeNull();
    expect(resolveAliases('Who is Mr. X?', [passage('Ada Wren', ['Mr. X'])])).toBe('Who is Ada Wren?');
  });
});
