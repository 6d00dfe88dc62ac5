import { describe, expect, it } from '@jest/globals';
import { ThinkingFilter } from './thinking-filter.js';

/** The answer of a text that comes in pieces of a length. */
function filtered(text: string, length: number, thinksFirst = false): string {
  const filter = new ThinkingFilter(thinksFirst);
  const pieces = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
  const out = [...pieces.flatMap((piece) => filter.feed(piece)), ...filter.end()];
  const answer = out.slice(out.findLastIndex(({ type }) => type === 'restart') + 1);
  return answer.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
}

describe.each([1, 2, 3, 7, 1_000])('a text in pieces of %s characters', (length) => {
  it.each([
    ['<think>It costs nine. Or ten?</think>\n\nIt costs 9 wicks [1].', 'It costs 9 wicks [1].'],
    ['\n<THINKING>No.</THINKING> Yes [1].', 'Yes [1].'],
    ['<think></think>Yes.', 'Yes.'],
    ['<think>One.</think>\n<think>Two.</think>\nYes.', 'Yes.'],
    ['<think>It goes on', ''],
    ['It costs nine.\n</think>\nIt costs 9 wicks.', 'It costs 9 wicks.'],
    ['A <think> in the text stays.', 'A <think> in the text stays.'],
    ['2 < 3, </b> and </thinker> stay.', '2 < 3, </b> and </thinker> stay.'],
    ['<thin ice', '<thin ice'],
    ['Ends with </thin', 'Ends with </thin'],
    ['', ''],
  ])('%j is %j', (text, answer) => {
    expect(filtered(text, length)).toBe(answer);
  });

  it('is held back where its beginning is thinking, and is the answer where that does not end', () => {
    expect(filtered('Nine?\n</think>\nIt costs 9 wicks.', length, true)).toBe('It costs 9 wicks.');
    expect(filtered('It costs 9 wicks.', length, true)).toBe('It costs 9 wicks.');
  });
});

describe('a model that thinks', () => {
  it('gives a sign of life with each piece of its thoughts', () => {
    const filter = new ThinkingFilter();
    expect(filter.feed('<think>It co')).toEqual([{ type: 'thinking' }]);
    expect(filter.feed('sts nine.')).toEqual([{ type: 'thinking' }]);
  });
});
