import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countSteps } from '../../test/count-steps.js';
import { readingSentences, splitSentences } from './split-sentences.js';

const sentences = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe('splitSentences', () => {
  it.each([
    ['ends at ., ? and !', ['It rains.', 'Does it?', 'It does!', 'Good.']],
    ['keeps titles, initials and saints together', ['Dr. Vane met J. R. Hollow at St. Ann.', 'They left.']],
    ['keeps e.g. and i.e. together', ['Some lamps, e.g. Old Patience, burn oil, i.e. Whale oil.', 'Others do not.']],
    ['keeps numbers together', ['It costs 3.5 wicks under No. 5 of the code.', 'See p. 12.', 'Pay at once.']],
    [
      'ends at a.m. before a function word',
      ['It opens at 5 a.m. Harbour time.', 'It shuts at 6 p.m.', 'The inn stays open.'],
    ],
    ['ends at "etc." before a function word', ['Rope, tar, etc.', 'The ship sails.']],
    ['does not end at an ellipsis that goes on', ['He waited ... and waited… and left.', 'Wait…', 'Nobody came.']],
    [
      'keeps closing quotes and brackets',
      ['“Stop!”', '(It was late.)', '"Why?" he asked.', 'She said "Go."', 'He went.'],
    ],
    ['keeps citation markers with their sentence', ['It closes at dusk. [1]', 'It opens at dawn.[2][3]', 'So it is.']],
    ['does not end at a colon or semicolon', ['Three things: rope; tar; Oil.', 'No more.']],
    ['does not end inside addresses and versions', ['See example.org or v1.2.3 of it.', 'Then go.']],
    ['ends before a number', ['They sailed in 412.', '12 ships were lost.']],
    ['ends after an ideographic full stop', ['你好。', '再见！']],
  ])('%s', (_, expected) => {
    expect(sentences(expected.join(' '))).toEqual(expected);
  });

  it('goes on over a line break inside a paragraph and ends at a blank line', () => {
    expect(sentences('The keeper of the light\nis Serafine\nKettlewick of Old\nPell\n\nShe lives there')).toEqual([
      'The keeper of the light\nis Serafine\nKettlewick of Old\nPell',
      'She lives there',
    ]);
  });

  it('takes each list item by itself, with the lines that continue it', () => {
    expect(sentences('Needed:\n- rope and\n  tar\n- oil. Much of it\n1. First\n2) Second')).toEqual([
      'Needed:',
      '- rope and\n  tar',
      '- oil.',
      'Much of it',
      '1. First',
      '2) Second',
    ]);
  });

  it('takes each table row by itself, whatever its cells hold', () => {
    expect(sentences('Inn | Note. More | 4\n| a. | B |\nInn\tNote. More')).toEqual([
      'Inn | Note. More | 4',
      '| a. | B |',
      'Inn\tNote. More',
    ]);
  });

  it('takes each row that carries the names of its columns by itself', () => {
    const rows = ['port: Pell; depth (m): 4.5; by: M. Okafor. Since 2019', 'port: Mirren; depth (m): 7; by: J. Hale'];
    expect(sentences(rows.join('\n'))).toEqual(rows);
  });

  it('leaves wrapped prose whole that only looks like a row', () => {
    const prose = 'One rule holds: wait; two: row home.\nNobody knows: ask; then: go.';
    expect(sentences(prose)).toEqual(['One rule holds: wait; two: row home.', 'Nobody knows: ask; then: go.']);
    const wrapped = 'She said one thing: the tide is up; another: the\nferry waits for nobody who comes late.';
    expect(sentences(wrapped)).toEqual([wrapped]);
  });

  it('reads short capitalised lines as a list without markers', () => {
    expect(sentences('Old Patience\nThe Ninth Bell\nThe Tideglass')).toHaveLength(3);
  });

  it('leaves a long sentence whole', () => {
    const long = `${'and the harbour '.repeat(60)}closes.`;
    expect(sentences(`${long} It opens.`)).toEqual([long, 'It opens.']);
  });

  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          'A',
          'b',
          'Dr',
          '3',
          '. ',
          '.',
          '? ',
          '"',
          ')',
          '\n',
          '\n\n',
          '- ',
          '|',
          '\t',
          '…',
          '[1]',
          '。',
          ' ',
        ),
        {
          maxLength: 60,
        },
      )
      .map((parts) => parts.join('')),
  );

  it('loses no character, whatever the text', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(sentences(any).join('').replace(/\s+/g, '')).toBe(any.replace(/\s+/g, ''));
      }),
    );
  });

  it('gives spans in order, apart, and without white space at their ends, whatever the text', () => {
    fc.assert(
      fc.property(text, (any) => {
        let previous = 0;
        for (const { start, end } of splitSentences(any)) {
          expect(start).toBeGreaterThanOrEqual(previous);
          expect(end).toBeGreaterThan(start);
          expect(any.slice(start, end).trim()).toBe(any.slice(start, end));
          previous = end;
        }
      }),
    );
  });
});

describe('readingSentences', () => {
  it.each([
    ['lines of a list', 'Oil\n'],
    ['rows of a table', 'Oil | 3\n'],
    ['sentences', 'Oil burns. '],
    ['abbreviations, which end no sentence', 'e.g. '],
    ['initials, which end no sentence', 'A. '],
  ])('reads any number of %s in steps of the same size', (_, piece) => {
    const [few, many] = [10_000, 200_000].map((count) => countSteps(readingSentences(piece.repeat(count))));
    expect(few).toBeGreaterThan(10);
    expect(many).toBeGreaterThan(19 * (few ?? 0));
  });

  it('finds a sentence in each line of a list, however long', () => {
    expect(splitSentences('Oil\n'.repeat(300_000))).toHaveLength(300_000);
  });
});
