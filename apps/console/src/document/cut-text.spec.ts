import { describe, expect, it } from '@jest/globals';
import {
  cutBlocks,
  cutSegments,
  cutSlabs,
  indexAt,
  isMarkable,
  type Heading,
  type Marks,
  type Span,
} from './cut-text.js';

const NO_MARKS: Marks = { found: [], current: -1, pages: [] };
const LANTERN = '🏮';

const piecesOf = (text: string, spans: readonly Span[]) => spans.map(({ start, end }) => text.slice(start, end));
const blocksOf = (text: string, headings: readonly Heading[] = [], isCode = false) =>
  cutSlabs(text).flatMap((slab) => cutBlocks(text, slab, headings, isCode));
/** What is marked of a text that is drawn block by block. */
const markedOf = (text: string, cited: Span) =>
  blocksOf(text)
    .flatMap((block) => cutSegments(block, { ...NO_MARKS, cited }))
    .filter(({ isMarked }) => isMarked)
    .map(({ start, end }) => text.slice(start, end));

const TEXTS: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['a line', 'The harbour is open.'],
  ['paragraphs and lists', 'Title\n\nOne.\nTwo.\n\n- first\n- second\n  more\n\n\nEnd.\n'],
  ['line ends of Windows', 'One.\r\n\r\nTwo.\r\n'],
  ['empty lines alone', '\n\n\n\n'],
  ['one line of 50,000 letters', 'a'.repeat(50_000)],
  ['pairs alone', LANTERN.repeat(20_000)],
  ['pairs behind one letter', `a${LANTERN.repeat(20_000)}`],
  ['many paragraphs', 'The lamp is lit at dusk.\n\n'.repeat(4_000)],
  ['words without line ends', 'lamp '.repeat(9_000)],
];

describe('cutSlabs and cutBlocks', () => {
  it.each(TEXTS)('cover %s wholly, in order, and divide no character', (_, text) => {
    expect(piecesOf(text, cutSlabs(text)).join('')).toBe(text);
    const pieces = piecesOf(text, blocksOf(text));
    expect(pieces.join('')).toBe(text);
    expect(pieces.every((piece) => piece !== '' && piece.isWellFormed())).toBe(true);
  });

  it('cut at empty lines before they cut at line ends', () => {
    const text = `${'word '.repeat(1_500)}\n\n${'word\n'.repeat(300)}`;
    expect(cutSlabs(text)[0]).toEqual({ start: 0, end: 7_502 });
  });

  it('cut 20 million letters at once, and only as many as a slab has', () => {
    const text = 'The lamp is lit at dusk and trimmed at dawn.\n'.repeat(450_000);
    const slabs = cutSlabs(text);
    expect(slabs.length).toBeGreaterThan(2_400);
    expect(Math.max(...slabs.map(({ start, end }) => end - start))).toBeLessThanOrEqual(8_192);
  });

  it('draw headings, items, code and gaps as such', () => {
    const text = 'Lamps\n\nBelow\nThey burn.\n\n- oil\n- wick\n\nif dark:\n    light()\n';
    const headings = [1, 2].map((level) => ({ level, start: 7 * (level - 1) }));
    const drawn = blocksOf(text, headings).filter(({ kind }) => kind !== 'gap');
    expect(drawn.map(({ kind, level, ...span }) => [kind, level, ...piecesOf(text, [span])])).toEqual([
      ['heading', 1, 'Lamps\n'],
      ['heading', 2, 'Below\n'],
      ['text', undefined, 'They burn.\n'],
      ['item', undefined, '- oil\n'],
      ['item', undefined, '- wick\n'],
      ['code', undefined, 'if dark:\n    light()\n'],
    ]);
  });

  it('find headings in a later slab', () => {
    const text = `${'The lamp is lit.\n\n'.repeat(1_000)}Lamps\n\nEnd.`;
    const start = text.indexOf('Lamps');
    const found = blocksOf(text, [{ start, level: 9 }]).filter(({ kind }) => kind === 'heading');
    expect(found).toEqual([{ start, end: start + 6, kind: 'heading', level: 6 }]);
  });
});

describe('marks', () => {
  const text = `Title\n\nThe ${LANTERN} burns. It is lit.\n\n- one\n- two\n\nEnd.`;

  it.each([
    ['a character of two units', LANTERN],
    ['from one paragraph into the next', 'lit.\n\n- one'],
    ['everything', text],
  ])('are exactly %s', (_, quote) => {
    const start = text.indexOf(quote);
    expect(markedOf(text, { start, end: start + quote.length }).join('')).toBe(quote);
  });

  it('reach from slab to slab', () => {
    const long = 'The lamp is lit.\n\n'.repeat(2_000);
    const cited = { start: 5_000, end: 30_001 };
    expect(markedOf(long, cited).join('')).toBe(long.slice(5_000, 30_001));
  });

  it('of a search stand beside the cited span', () => {
    const line = 'lamp and lamp and lamp';
    const found = [0, 9, 18].map((start) => ({ start, end: start + 4 }));
    const segments = cutSegments({ start: 0, end: 22 }, { cited: { start: 5, end: 11 }, found, current: 1, pages: [] });
    expect(segments.map(({ start, end, isMarked, found: is }) => [line.slice(start, end), isMarked, is])).toEqual([
      ['lamp', false, 'other'],
      [' ', false, false],
      ['and ', true, false],
      ['la', true, 'current'],
      ['mp', false, 'current'],
      [' and ', false, false],
      ['lamp', false, 'other'],
    ]);
  });

  it('of pages and the goal begin a segment', () => {
    const pages = [0, 10, 10].map((start, index) => ({ number: index + 1, start }));
    expect(
      cutSegments({ start: 4, end: 20 }, { ...NO_MARKS, pages }, 15).map(({ start, page }) => [start, page]),
    ).toEqual([
      [4, undefined],
      [10, 3],
      [15, undefined],
    ]);
  });
});

describe('isMarkable', () => {
  const text = `a${LANTERN}b`;
  it.each([
    [0, 4, true],
    [1, 3, true],
    [0, 5, false],
    [2, 2, false],
    [3, 1, false],
    [0, 2, false],
    [2, 4, false],
  ])('of %i to %i', (start, end, expected) => {
    expect(isMarkable(text, { start, end })).toBe(expected);
  });
});

describe('indexAt', () => {
  it('is that of the last piece that begins at an offset or before it', () => {
    const pieces = [{ start: 0 }, { start: 10 }, { start: 10 }, { start: 20 }];
    expect([0, 9, 10, 19, 99].map((offset) => indexAt(pieces, offset))).toEqual([0, 0, 2, 2, 3]);
    expect(indexAt([], 3)).toBe(-1);
  });
});
