import { describe, expect, it } from '@jest/globals';
import { sourceOf } from '../../test/claim-support.js';
import { saysSelection } from './selection-check.js';

const ROWS = [
  'Loom: One; Room: east; State: idle',
  'Loom: Two; Room: east; State: working',
  'Loom: Six; Room: west; State: idle',
];
const LOOMS = sourceOf('looms', ROWS.join('\n'));
const NOTES = sourceOf('notes', 'The loom Two was mended in spring.\nAn idle loom is covered.');

function says(query: string, ...said: readonly string[]): boolean {
  const claims = said.map((text) => {
    const start = LOOMS.content.indexOf(text);
    return { text, source: LOOMS, span: { start, end: start + text.length } };
  });
  return saysSelection(query, claims, [NOTES, LOOMS]);
}

describe('saysSelection', () => {
  it('tells an answer that is just the rows that meet the condition', () => {
    expect(says('Which looms are idle?', 'Loom: One', 'Loom: Six')).toBe(true);
    expect(says('Which looms are not idle?', 'Loom: Two')).toBe(true);
  });

  it('tells it not of one row too many, nor of one too few', () => {
    expect(says('Which looms are idle?', 'Loom: One', 'Loom: Two', 'Loom: Six')).toBe(false);
    expect(says('Which looms are idle?', 'Loom: Six')).toBe(false);
  });

  it('tells it not where the question is no selection, or is not understood', () => {
    expect(says('Which looms are there?', ...ROWS)).toBe(false);
    expect(says('Which looms are old?', ...ROWS)).toBe(false);
    expect(saysSelection('Which looms are idle?', [], [LOOMS])).toBe(false);
    const unplaced = { text: 'One is idle.', source: undefined, span: undefined };
    expect(saysSelection('Which looms are idle?', [unplaced], [LOOMS])).toBe(false);
  });

  it('reads no more than so many lines of huge sources', () => {
    const huge = sourceOf('huge', Array.from({ length: 50_000 }, (_, n) => `Loom: ${n}; State: idle`).join('\n'));
    const claim = { text: 'Loom: 1', source: huge, span: { start: 0, end: 7 } };
    expect(saysSelection('Which looms are idle?', [claim], [huge, huge])).toBe(false);
  });
});
