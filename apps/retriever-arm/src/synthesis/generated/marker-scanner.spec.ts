import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MarkerScanner } from './read-sentences.js';

function scan(text: string, sizes: readonly number[] = [text.length]): string {
  const scanner = new MarkerScanner(3);
  let out = '';
  let at = 0;
  for (let turn = 0; at < text.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    out += scanner.feed(text.slice(at, at + size));
    at += size;
  }
  return out + scanner.end();
}

/** Markers, near markers and what brackets can go wrong by. */
const garbage = fc
  .array(
    fc.constantFrom(
      '[',
      ']',
      '【',
      '】',
      '1',
      '3',
      '9',
      '0',
      'a',
      ',',
      '-',
      ' ',
      '\n',
      '†',
      'Source ',
      '~',
      '[1]',
      '[9]',
      'x.',
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

describe('MarkerScanner', () => {
  it.each([
    ['[1]', '[1]'],
    ['[1, 3]', '[1][3]'],
    ['[1-3]', '[1][2][3]'],
    ['[Source 2]', '[2]'],
    ['[sources 1 and 2]', '[1][2]'],
    ['[^2]', '[2]'],
    ['【2†source】', '[2]'],
    ['[9]', '[0]'],
    ['[0]', '[0]'],
    ['[1a]', '[0]'],
    ['[-1]', '[0]'],
    ['[1, 9]', '[1][0]'],
    ['[99999999999999999999]', '[0]'],
  ])('reads %s as %s', (written, read) => {
    expect(scan(`Dusk ${written}.`)).toBe(`Dusk ${read}.`);
  });

  it.each(['He wrote [sic] so.', 'A link [to it](x).', 'The range [a, b].', '【notes】'])('leaves %s alone', (text) => {
    expect(scan(text)).toBe(text);
  });

  it('makes a bracket that is never closed a round one', () => {
    expect(scan('From [1 to')).toBe('From (1 to');
    expect(scan('From [[1]')).toBe('From ([1]');
    expect(scan(`[${'1'.repeat(100)}]`)).toMatch(/^\(1+\]$/);
  });

  it('keeps back what may become a marker, and nothing else', () => {
    const scanner = new MarkerScanner(3);
    expect(scanner.feed('At dusk [')).toBe('At dusk ');
    expect(scanner.feed('2')).toBe('');
    expect(scanner.feed('] it')).toBe('[2] it');
  });

  it('lets no marker of a source out that is not there, whatever comes', () => {
    fc.assert(
      fc.property(garbage, (text) =>
        [...scan(text).matchAll(/\[(\d+)\]/g)].every(([, digits]) => ['0', '1', '2', '3'].includes(digits ?? '')),
      ),
      { numRuns: 2_000 },
    );
  });

  it('reads the same whatever the pieces are', () => {
    fc.assert(
      fc.property(garbage, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (text, sizes) => {
        expect(scan(text, sizes)).toBe(scan(text));
      }),
    );
  });
});
