import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalizeTerm, STOP_WORDS, terms, tokenize } from './terms.js';

describe('tokenize', () => {
  it('finds words with apostrophes inside and divides at hyphens', () => {
    const words = tokenize("Serafine’s half-sunken boat, 3 o'clock: 'quoted'").map(({ text }) => text);
    expect(words).toEqual(['Serafine’s', 'half', 'sunken', 'boat', '3', "o'clock", 'quoted']);
  });

  it('cuts what is longer than any word, and loses nothing of it', () => {
    const words = tokenize('鐘'.repeat(2_500)).map(({ text }) => text);
    expect(words.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
  });

  it('keeps combining marks in their word', () => {
    expect(tokenize('Ve\u0323\u0301rne हिन्दी').map(({ text }) => text)).toEqual(['Ve\u0323\u0301rne', 'हिन्दी']);
  });

  it('gives offsets that slice to the token, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let end = 0;
        for (const token of tokenize(text)) {
          expect(text.slice(token.start, token.end)).toBe(token.text);
          expect(token.start).toBeGreaterThanOrEqual(end);
          end = token.end;
        }
      }),
    );
  });
});

describe('normalizeTerm', () => {
  it.each([
    ['Café', 'cafe'],
    ['ﬁre', 'fire'],
    ['KEEPER’S', "keeper's"],
    ['Ⅻ', 'xii'],
    ['Žofín', 'zofin'],
  ])('makes %p %p', (word, expected) => {
    expect(normalizeTerm(word)).toBe(expected);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (word) => {
        const once = normalizeTerm(word);
        expect(normalizeTerm(once)).toBe(once);
      }),
    );
  });
});

describe('terms', () => {
  it('drops stop words, stems the rest and keeps offsets of whole words', () => {
    const text = "The keepers' lamps weren't burning at Serafine’s.";
    expect(terms(text).map(({ term, start, end }) => [term, text.slice(start, end)])).toEqual([
      ['keeper', 'keepers'],
      ['lamp', 'lamps'],
      ['burn', 'burning'],
      ['serafin', 'Serafine’s'],
    ]);
  });

  it('joins the spellings of a word', () => {
    const [plain, accented] = [terms('facades'), terms('FAÇADE')].map(([first]) => first?.term);
    expect(accented).toBe(plain);
  });

  it('keeps raised digits apart from the number before them, and with the letters', () => {
    const found = (text: string): string[] => terms(text).map(({ term }) => term);
    expect(found('10⁵ 25³ 2½')).toEqual(['10', '5', '25', '3', '2', '1⁄2']);
    expect(found('12 m² of H₂O')).toEqual(['12', 'm2', 'h2o']);
  });

  it('of function words is empty', () => {
    expect(terms('Who is it that they were not with?')).toEqual([]);
  });

  it('finds every stop word in its normalised form', () => {
    for (const word of STOP_WORDS) expect(normalizeTerm(word)).toBe(word);
  });
});
