import { describe, expect, it } from '@jest/globals';
import { evidenceIn, quotableSpans } from '../injection/quotable-spans.js';
import { splitSentences } from './split-sentences.js';

const DATA = Buffer.from('the plumber is here '.repeat(40)).toString('base64');

function quoted(text: string): string[] {
  return quotableSpans(text, splitSentences(text)).map(({ start, end }) => text.slice(start, end));
}

describe('a run of signs without spaces', () => {
  it.each([
    ['of one sign', 'A'.repeat(3_000)],
    ['of encoded data', DATA],
    ['of encoded data in lines', DATA.replaceAll(/.{64}/g, '$&\n')],
  ])('%s is no part of the sentence behind it, and is quoted nowhere', (_, run) => {
    expect(quoted(`${run}\nBogdan Rusk is the plumber.`)).toEqual(['Bogdan Rusk is the plumber.']);
    expect(quoted(`His key is ${run} and his number is 555-0148.`)).toEqual([
      'His key is',
      'and his number is 555-0148.',
    ]);
    expect(quoted(run)).toEqual([]);
    expect(evidenceIn(`${run}\nBogdan Rusk is the plumber.`).trim()).toBe('Bogdan Rusk is the plumber.');
  });

  it.each([
    'See https://coast.example/guides/harbour/tides?station=gull-point&day=2026-11-30&unit=feet for the tides.',
    `The ${'very '.repeat(100)}long way round is safe.`,
    '灯台'.repeat(200),
    'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz ist ein langes Wort.',
  ])('is not what language is: %s', (text) => {
    expect(quoted(text)).toEqual([text]);
  });
});
