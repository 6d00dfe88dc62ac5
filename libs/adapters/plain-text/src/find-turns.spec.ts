import { describe, expect, it } from '@jest/globals';
import { findTurns } from './plain-text.parser.js';

const turnsOf = (text: string) =>
  findTurns(text)?.map(({ start, end, speaker, from }) => [text.slice(start, end), speaker, from]);
const repeated = (lines: readonly string[], times = 3): string =>
  Array<string>(times).fill(lines.join('\n')).join('\n');

describe('findTurns', () => {
  it('finds the turns of a conversation, with the lines that go on', () => {
    const text = repeated(['Ines: We leave.', '  At noon.', 'Tomas Reed: Agreed.']);
    expect(turnsOf(text)!.slice(0, 2)).toEqual([
      ['Ines: We leave.\n  At noon.', 'Ines', null],
      ['Tomas Reed: Agreed.', 'Tomas Reed', null],
    ]);
  });

  it('reads times of a recording, before and after the name', () => {
    const text = [1, 2, 3, 4, 5, 6].map((n) => (n % 2 ? `[00:0${n}:05] Ines: a` : `Tomas (0${n}:05): b`));
    expect(
      turnsOf(`[00:00:01] Ines: hm\n${text.slice(0, 1).join('\n')}\n${repeated(['Tomas: x', 'Ines: y'])}`)!.slice(0, 2),
    ).toEqual([
      ['[00:00:01] Ines: hm', 'Ines', 1],
      ['[00:01:05] Ines: a', 'Ines', 65],
    ]);
    expect(turnsOf(text.join('\n'))!.map(([, , from]) => from)).toEqual([65, 125, 185, 245, 305, 365]);
  });

  it('takes no place in a recording from a clock or a date', () => {
    const chat = ['[2026-03-01, 10:22:05] Ines: hello', '[2026-03-01, 10:23:00] Tomas: yes'];
    expect(turnsOf(repeated(chat))!.every(([, , from]) => from === null)).toBe(true);
    expect(turnsOf(repeated(['10:22 Ines: hello', '10:23 Tomas: yes']))!.every(([, , from]) => from === null)).toBe(
      true,
    );
  });

  it.each([
    [
      'prose with a few colons',
      'Note: the tide is high.\nThe ferry leaves.\nIt returns.\nNote: not on Sundays.\n'.repeat(3),
    ],
    ['a list of fields', 'Name: Vane\nPost: Pell\nSince: 2019\nPay: 12\nTown: Mirren\nAge: 40\nEyes: grey\n'],
    ['one voice', 'Ines: a\n'.repeat(20)],
    ['nothing', ''],
  ])('finds no conversation in %s', (_, text) => {
    expect(findTurns(text)).toBeUndefined();
  });

  it('is quick on a line of a megabyte and on a hundred thousand lines', () => {
    expect(findTurns('Aa '.repeat(400_000))).toBeUndefined();
    expect(findTurns('Ines: a\nTomas: b\n'.repeat(50_000))).toHaveLength(100_000);
  });
});
