import { describe, expect, it } from '@jest/globals';
import { fenced, shownJson, steadyText } from './door-texts.js';

const answer = (digit: string): string => `answer_${digit.repeat(32)}`;

describe('a text that is the same in every run', () => {
  it('numbers ids in the order in which they occur', () => {
    expect(steadyText(`${answer('b')} ${answer('a')} ${answer('b')}`)).toBe('answer-1 answer-2 answer-1');
  });

  it.each([
    ['at http://127.0.0.1:41763/mcp', 'at http://localhost:3100/mcp'],
    ['(process 71)', '(process 4711)'],
    ['{"created":1790000001}', '{"created":1767225600}'],
    ['confidence 75 % · simple lookup · 2297 ms (context 24 ms, plan 2 ms)', 'confidence 75 % · simple lookup'],
    ['simple lookup · 1.2 s (context 24 ms)', 'simple lookup'],
    ['"score":0.99182', '"score":0.99'],
    ['session 3, 1,900 pounds, page 12', 'session 3, 1,900 pounds, page 12'],
  ])('masks %p', (text, masked) => {
    expect(steadyText(text)).toBe(masked);
  });
});

describe('JSON for readers', () => {
  it('is cut where it is long', () => {
    expect(shownJson({ a: [1, 2, 3], b: 'x'.repeat(200) })).toBe(
      fenced('json', JSON.stringify({ a: [1, 2, '… 1 more'], b: `${'x'.repeat(160)} …` })),
    );
  });
});
