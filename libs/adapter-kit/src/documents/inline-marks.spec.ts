import { describe, expect, it } from '@jest/globals';
import { MARK, resolveMarks } from './inline-marks.js';

/** `~a~` is struck out, `^a^` raised, `!a!` raised and explained as a note, `_a_` lowered, `&a&` a power. */
function marked(text: string): string {
  const signs = { '~': MARK.struck, '^': MARK.raised, '!': MARK.noted, _: MARK.lowered, '&': MARK.power };
  const open = new Set<string>();
  return text.replace(/[~^!_&]/g, (sign) => {
    const mark = signs[sign as keyof typeof signs];
    if (open.delete(sign)) return MARK.end;
    open.add(sign);
    return mark;
  });
}

const read = (text: string): string => resolveMarks(marked(text)).replace(/\s+/g, ' ').trim();

describe('resolveMarks', () => {
  it.each([
    ['costs ~14 crowns~ 18 crowns', 'costs 18 crowns'],
    ['costs ~90~75', 'costs 75'],
    ['It is open ~daily~, and free.', 'It is open, and free.'],
    ['Mon, ~Tue~, Wed', 'Mon, Wed'],
    ['Mon, Tue, ~Wed~', 'Mon, Tue'],
    ['the pier (~old~) is long', 'the pier is long'],
    ['((~old~)) end', 'end'],
    ['~Gone.~ Kept.', 'Kept.'],
    ['Kept. ~Gone~.', 'Kept.'],
    ['Fee: ~6~, 8', 'Fee: 8'],
    ['10~20~30', '10 30'],
    ['un~der~done', 'undone'],
    ['~all~', ''],
  ])('closes the gap of struck-out text in %s', (text, expected) => expect(read(text)).toBe(expected));

  it.each([
    ['25!3! crowns', '25 crowns'],
    ['It costs 7^2^ crowns', 'It costs 7 crowns'],
    ['a fee of $12.50^4^', 'a fee of $12.50'],
    ['in 2019^4^ and 1,250^2^', 'in 2019 and 1,250'],
    ['the water^3^ is cold.^4^', 'the water is cold.'],
    ['the mill^[2]^, the pier^†^ and the quay^a^', 'the mill, the pier and the quay'],
    ['notes^1,2^ and words^4–6^', 'notes and words'],
    ['^3^ without water', 'without water'],
    ['twelve boats^*^', 'twelve boats'],
  ])('leaves out the mark of a note in %s', (text, expected) => expect(read(text)).toBe(expected));

  it.each([
    ['4 × 10^5^ litres', '4 × 10⁵ litres'],
    ['4 × 10!5! litres', '4 × 10⁵ litres'],
    ['10^-3^ m', '10⁻³ m'],
    ['12 km^2^ and 3 m^3^/s', '12 km² and 3 m³/s'],
    ['E = mc^2^', 'E = mc²'],
    ['x^2^ + y^2^ = 5!2!', 'x² + y² = 5²'],
    ['(a + b)^2^', '(a + b)²'],
    ['2^32^ addresses', '2³² addresses'],
    ['e&x+1&', 'e^(x+1)'],
    ['Ca^2+^ and ^14^C', 'Ca²⁺ and ¹⁴C'],
    ['H_2_O, C_6_H_12_O_6_ and V_max_', 'H₂O, C₆H₁₂O₆ and Vmax'],
  ])('keeps the meaning of %s', (text, expected) => expect(read(text)).toBe(expected));

  it.each([
    ['the 1^st^ and 22^nd^', 'the 1st and 22nd'],
    ['M^me^ Vane', 'Mme Vane'],
    ['Pell^TM^ at 20^o^C', 'Pell™ at 20°C'],
    ['1^1^/_2_ cups', '1 1/2 cups'],
    ['the fee^as of the third of May^', 'the fee as of the third of May'],
  ])('writes %s as people do', (text, expected) => expect(read(text)).toBe(expected));

  it('never joins raised digits to a number of unknown meaning', () => expect(read('25^3^ huts')).toBe('25³ huts'));

  it('reads marks without an end as if they were not there', () => {
    expect(resolveMarks(`a${MARK.struck}b${MARK.raised}c${MARK.end}${MARK.end}${MARK.end}d${MARK.lowered}`)).toBe('ad');
    expect(resolveMarks(`a${MARK.struck}b`)).toBe('ab');
  });

  it('reads very many marks, and very deep ones', () => {
    const count = 20_000;
    expect(resolveMarks(marked('x^2^ ').repeat(count))).toHaveLength(3 * count);
    expect(resolveMarks(`a${MARK.struck.repeat(count)}b${MARK.end.repeat(count)}c`)).toBe('ac');
    expect(resolveMarks(`${MARK.raised.repeat(count)}2${MARK.end.repeat(count)}`)).toBe('');
    expect(resolveMarks(`${'('.repeat(count)}${MARK.seam}${')'.repeat(count)}`)).toContain('(');
    expect(resolveMarks(`a${` ${MARK.seam}`.repeat(count)}, b`)).toBe('a, b');
  });
});
