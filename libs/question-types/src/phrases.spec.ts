import { describe, expect, it } from '@jest/globals';
import { READ_EDGE } from './message.js';
import { describePhrase, phrasesOf, tokensOf } from './phrases.js';

const FREQUENT = new Set(['which', 'are', 'is', 'it', 'or', 'how', 'do', 'i', 'hello', 'a']);
const phrasesIn = (query: string) => phrasesOf(tokensOf(query), FREQUENT);

describe('phrasesOf', () => {
  it('gives each run of one to three words and marks once, in lower case, and the length', () => {
    expect([...phrasesIn('Is it, is it?')].toSorted()).toEqual(
      [
        ...['is', 'it', ',', '?'],
        ...['^ is', 'is it', 'it ,', ', is', 'it ?', '? $'],
        ...['^ is it', 'is it ,', 'it , is', ', is it', 'is it ?', 'it ? $'],
        '#6',
      ].toSorted(),
    );
  });

  it('reads all but frequent words by their endings, too', () => {
    const phrases = phrasesIn('Which harbours are closing, unless signed?');
    for (const phrase of ['which harbours are', 'which *s are', '*ing', '*', 'signed ?', '*ed ?']) {
      expect(phrases).toContain(phrase);
    }
    for (const phrase of ['*s ,', '* *s']) expect(phrases).not.toContain(phrase);
  });

  it('takes one number for another, and a curved apostrophe for a straight one', () => {
    expect(phrasesIn('It’s 1,250 or 3.5 metres')).toContain("it's 0 or");
    expect(phrasesIn("It's 12 or 7 metres")).toContain('or 0 metres');
  });

  it('reads no more than both ends of a message, however long it is', () => {
    const filler = 'The bell hangs in the tower, and nobody has counted its strokes. '.repeat(160);
    const phrases = phrasesIn(`Hello. ${filler}A middle word, then. ${filler}How do I ring it?`);
    expect(phrases).toContain('^ hello .');
    expect(phrases).toContain('ring it ?');
    expect(phrases).not.toContain('middle');
    expect(phrasesIn('a '.repeat(READ_EDGE) + 'b')).toContain('#');
  });
});

describe('describePhrase', () => {
  it.each([
    ['^ how do', 'begins with "how do"'],
    ['or 0 $', 'ends with "or …"'],
    ['how to', 'says "how to"'],
    ['which *s', 'says "which …s"'],
    ['#6', 'has up to 6 words'],
    ['#', 'has more than 14 words'],
  ])('reads %j as %s', (phrase, reason) => {
    expect(describePhrase(phrase)).toBe(reason);
  });
});
