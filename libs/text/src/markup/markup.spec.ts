import { describe, expect, it } from '@jest/globals';
import { firstFrom } from './first-from.js';
import { linksAsText } from './links-as-text.js';
import { withoutEmphasis } from './without-emphasis.js';
import { type LinkForm, withoutLinks } from './without-links.js';

describe('firstFrom', () => {
  it('finds the first match at or after an index, and keeps one that lies further on', () => {
    const next = firstFrom('a-b--c', /-/g);
    expect([0, 1, 2, 3, 4, 5].map(next)).toEqual([1, 1, 3, 3, 4, undefined]);
  });

  it('reads a stretch once, however often it is asked', () => {
    let searches = 0;
    class Counted extends RegExp {
      override exec(text: string): RegExpExecArray | null {
        searches += 1;
        return super.exec(text);
      }
    }
    const next = firstFrom(`${'a'.repeat(1_000)}-b`, new Counted('-', 'g'));
    for (let from = 0; from < 1_002; from += 1) next(from);
    expect(searches).toBe(2);
  });
});

describe('withoutLinks', () => {
  const LINE: LinkForm = { labelEnd: /[\]\n]/g, targetEnd: /[()\s]/g, ending: /\)/y, least: 1 };
  it.each([
    ['see [the mill](a.md) and ![a map](b.png)', 'see the mill and a map'],
    ['[a [b](x)', 'a [b'],
    ['[[[[b](x)', '[[[b'],
    ['[](x)', '[](x)'],
    ['[a]()', '[a]()'],
    ['[a](x y)', '[a](x y)'],
    ['[a\nb](x)', '[a\nb](x)'],
    ['[a](x [b](y)', '[a](x b'],
    ['![![![', '![![!['],
    [`[${'a'.repeat(1_000)}](x)`, 'a'.repeat(1_000)],
    [`[${'a'.repeat(1_001)}](x)`, `[${'a'.repeat(1_001)}](x)`],
  ])('reads %#', (text, expected) => expect(withoutLinks(text, LINE)).toBe(expected));
});

describe('withoutEmphasis', () => {
  it.each([
    ['the **old** mill', 'the old mill'],
    ['**a **b**', 'a **b'],
    ['** a**', '** a**'],
    ['**a **', '**a **'],
    ['**a\nb**', '**a\nb**'],
    ['__a__ and **b**', 'a and b'],
    ['**a__b**', 'a__b'],
    ['****', '****'],
  ])('reads %s', (text, expected) => expect(withoutEmphasis(text, ['**', '__'])).toBe(expected));

  it('tries a longer mark first, and a shorter one where that has no end', () => {
    expect(withoutEmphasis('***a*** **b** *c* `d`', ['***', '**', '*', '`'])).toBe('a b c d');
    expect(withoutEmphasis('***a**', ['***', '**'])).toBe('*a');
  });
});

describe('linksAsText', () => {
  it.each([
    ['[a](x)', 'a (x)'],
    ['[x](x)', 'x'],
    ['[a](<x>)', 'a (x)'],
    ['[a](<)', 'a (<)'],
    ['[a](x "t") [b](y)', 'a (x) b (y)'],
    ['[a](x "[b](y)")', 'a (x)'],
    ['[a](x "t) [b](y)', '[a](x "t) b (y)'],
    ['[a](b[c](d)', 'a (b[c](d)'],
    ['[](   [](   x)', '[](    (x)'],
    ['![a](x)', '![a](x)'],
    ['[](', '[]('],
  ])('reads %s', (text, expected) => expect(linksAsText(text)).toBe(expected));
});
