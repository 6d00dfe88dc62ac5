import { describe, expect, it } from '@jest/globals';
import { chunkOf } from '@arbiter/ports/testing';
import { analyserNamed } from '@arbiter/text';
import { holdsPhrases, parseSearchText, phraseTerms } from './phrase-filter.js';

const english = analyserNamed('english-3');

describe('parseSearchText', () => {
  it.each<[string, string, string[]]>([
    ['harbour dues', 'harbour dues', []],
    ['"harbour dues" of 389', 'harbour dues  of 389', ['harbour dues']],
    ['“harbour dues” and "wicks"', 'harbour dues  and  wicks', ['harbour dues', 'wicks']],
    ['a "quote that never ends', 'a  quote that never ends', []],
    ['""', '', []],
    ['"  "', '', []],
  ])('reads %j', (query, text, phrases) => {
    const parsed = parseSearchText(query);
    expect(parsed.text.replaceAll(/\s+/g, ' ')).toBe(text.replaceAll(/\s+/g, ' '));
    expect(parsed.phrases).toEqual(phrases);
  });
});

describe('holdsPhrases', () => {
  const chunk = chunkOf({
    id: 'a#0',
    title: 'Harbour Code',
    section: ['Fees'],
    text: 'The dues of the harbour are paid in wicks.',
  });
  const holds = (query: string): boolean => holdsPhrases(chunk, phraseTerms(parseSearchText(query), english), english);

  it.each<[string, boolean]>([
    ['dues harbour', true],
    ['"dues of the harbour"', true],
    ['"due of the harbours"', true],
    ['"harbour dues"', false],
    ['"harbour code"', true],
    ['"code fees"', false],
    ['"dues" "paid in wicks"', true],
    ['"dues" "paid in gold"', false],
    ['"of the"', true],
  ])('%s: %p', (query, expected) => {
    expect(holds(query)).toBe(expected);
  });
});
