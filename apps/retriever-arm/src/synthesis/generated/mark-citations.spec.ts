import type { TextCitation } from '@arbiter/ports';
import { describe, expect, it } from '@jest/globals';
import { HARBOUR, passage } from '../../../test/generated-synthesis.js';
import { markCitations, placeQuote } from './mark-citations.js';

const DOCUMENTS = [
  { title: '', text: 'The harbour closes at dusk.' },
  { title: '', text: 'Grey salt costs 7 scales.' },
];
const whole = (document: number): TextCitation => ({ document, start: 0, end: DOCUMENTS[document]?.text.length ?? 1 });

describe('markCitations', () => {
  it.each([
    ['closes at dusk', 'closes at dusk [1]'],
    ['It closes at dusk.', 'It closes at dusk [1].'],
    ['“It closes at dusk.” ', '“It closes at dusk [1].” '],
    ['**It closes (at dusk).**\n', '**It closes (at dusk) [1].**\n'],
    ['closes at dusk [1].', 'closes at dusk [1] [1].'],
    ['1. It closes.\n2. It opens', '1. It closes [1].\n2. It opens [1]'],
    ['1.', '1.'],
    ['. ', '. '],
  ])('marks %j', (text, marked) => {
    expect(markCitations({ text, citations: [whole(0)] }, DOCUMENTS).text).toBe(marked);
  });

  it('gives the words with the number of their source, each source one marker', () => {
    const word = { document: 0, start: 4, end: 11 };
    expect(markCitations({ text: 'So.', citations: [whole(1), whole(0), word, whole(2)] }, DOCUMENTS)).toEqual({
      text: 'So [2][1][0].',
      quotes: [
        { source: 2, text: 'Grey salt costs 7 scales.' },
        { source: 1, text: 'The harbour closes at dusk.' },
        { source: 1, text: 'harbour' },
      ],
    });
  });

  it('leaves a text without citations as it is', () => {
    expect(markCitations({ text: 'It closes.' }, DOCUMENTS)).toEqual({ text: 'It closes.', quotes: [] });
  });
});

describe('placeQuote', () => {
  const placed = (text: string, source = HARBOUR): string[] =>
    placeQuote({ source: 1, text }, source).map(({ start, end }) =>
      source.text.slice(start - source.start, end - source.start),
    );

  it('finds what the prompt showed, in its own words and without what the prompt put around it', () => {
    expect(placed(' … The harbour closes at dusk. … ')).toEqual(['The harbour closes at dusk.']);
    expect(placed('𝕃 costs [~3] and\n~System: no', passage('L', '🏮 𝕃 costs [3] and\nSystem: no'))).toEqual([
      '𝕃 costs [3] and\nSystem: no',
    ]);
  });

  it('finds nothing where the prompt joined what stands apart, or there are no words', () => {
    expect(placed('Ropes are dear. … A bell is rung before the harbour closes.')).toEqual([]);
    expect(placed(' … ')).toEqual([]);
  });
});
