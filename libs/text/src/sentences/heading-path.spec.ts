import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { headingPath, headingsOfPath } from './heading-path.js';

describe('headingPath', () => {
  it('goes from the title to the innermost heading', () => {
    expect(headingPath('Hollin Market', ['Stalls', 'The night cage'])).toBe('Hollin Market › Stalls › The night cage');
  });

  it('says a title once that is the first heading as well', () => {
    expect(headingPath('Hollin Market', ['Hollin Market', 'The night cage'])).toBe('Hollin Market › The night cage');
    expect(headingPath('Stalls', ['Hollin Market', 'Stalls'])).toBe('Stalls › Hollin Market › Stalls');
  });

  it.each([
    ['', [], ''],
    ['Hollin Market', [], 'Hollin Market'],
    ['', ['Stalls'], 'Stalls'],
    ['', ['', 'Stalls', ''], 'Stalls'],
  ])('of the title %p and the headings %j is %p', (title, section, path) => {
    expect(headingPath(title, section)).toBe(path);
  });
});

describe('headingsOfPath', () => {
  it('takes apart what headingPath has put together', () => {
    const heading = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => !text.includes('›') && text.trim() !== '');
    fc.assert(
      fc.property(heading, fc.array(heading), (title, section) => {
        const said = section[0] === title ? section.slice(1) : section;
        expect(headingsOfPath(headingPath(title, section))).toEqual([title, ...said]);
      }),
    );
  });

  it('finds no heading in an empty path', () => {
    expect(headingsOfPath('')).toEqual([]);
  });
});
