import { describe, expect, it } from '@jest/globals';
import { checksumOf } from '@arbiter/contracts/console';
import { formatOf, headingsAt, kindOf, linkOf, noteOf, outlineOf, pageAt } from './describe-document.js';
import { standingOf } from './standing.js';

const sections = [
  { heading: 'Laws', level: 1, start: 0 },
  { heading: 'Lamps', level: 2, start: 40 },
  { heading: 'Tides', level: 2, start: 90 },
  { heading: 'People', level: 1, start: 200 },
];
const pages = [
  { number: 1, start: 0 },
  { number: 2, start: 100 },
];
const original = { sha256: 'a'.repeat(64), bytes: 9, mediaType: 'application/pdf' };
const pdf = { mediaType: 'application/pdf', original, pages, sections };
const shown = {
  document: pdf,
  span: { start: 95, end: 99 },
  standing: 'same',
  failure: null,
  view: 'original',
  isBoxed: true,
  outlined: undefined,
} as const;

describe('what a document is', () => {
  it('is named in words', () => {
    const types = ['application/pdf', 'text/markdown', 'text/x-python', 'image/png', 'image/svg+xml'];
    expect(types.map(formatOf)).toEqual(['PDF', 'Markdown', 'python', 'Picture', 'image/svg+xml']);
  });

  it('is drawn only in formats that can do nothing', () => {
    const types = ['application/pdf', 'image/png', 'image/svg+xml', 'text/html', 'image/pngx'];
    expect(types.map(kindOf)).toEqual(['pdf', 'image', 'file', 'file', 'file']);
  });

  it('is linked to on the web alone', () => {
    expect(linkOf('https://harbour.example/a?b=1')).toBe('https://harbour.example/a?b=1');
    const others = ['javascript:alert(1)', 'data:text/html,x', '/srv/a.md', 'notes/a.md', 'file:///etc/a', 'http://['];
    expect(others.filter((source) => linkOf(source) !== undefined)).toEqual([]);
  });
});

describe('where an offset lies', () => {
  it('by page', () => {
    expect([0, 99, 100, 5_000].map((offset) => pageAt(pages, offset))).toEqual([1, 1, 2, 2]);
    expect(pageAt(undefined, 5)).toBeUndefined();
  });

  it('by headings', () => {
    const around = [0, 45, 95, 300].map((offset) => headingsAt(sections, offset).join('/'));
    expect(around).toEqual(['Laws', 'Laws/Lamps', 'Laws/Tides', 'People']);
    expect(headingsAt([], 5)).toEqual([]);
  });

  it('in an outline of as many levels as can be read', () => {
    const levelOf = (at: number) => (at % 100 === 0 ? 1 : 2);
    const deep = Array.from({ length: 3_000 }, (_, at) => ({ heading: `${at}`, level: levelOf(at), start: at }));
    expect(outlineOf(sections)).toEqual(sections);
    expect(outlineOf(deep)).toHaveLength(30);
    expect(outlineOf(deep.map((each) => ({ ...each, level: 1 })))).toHaveLength(2_000);
  });
});

describe('standingOf', () => {
  const text = 'The lamp is lit.';
  const lamp = { start: 4, end: 8 };
  it.each([
    [undefined, {}, 'none'],
    [undefined, lamp, 'same'],
    [undefined, { ...lamp, sum: checksumOf('lamp') }, 'unknown'],
    [text, { ...lamp, sum: checksumOf('lamp') }, 'same'],
    [text, { ...lamp, sum: checksumOf('beacon') }, 'other'],
    [text, { start: 4, end: 17 }, 'other'],
    [undefined, { start: 4, end: 17 }, 'other'],
  ])('of %j at %j is %s', (loaded, place, expected) => {
    expect(standingOf(text.length, loaded, place)).toBe(expected);
  });
});

describe('noteOf', () => {
  it.each([
    ['what is marked', {}, 'Marked: page 1 › Laws › Tides'],
    ['nothing without a quote', { span: undefined, standing: 'none' }, ''],
    ['that the document has changed', { standing: 'other' }, 'Nothing is marked'],
    ['why the original is missing', { failure: 'it is damaged', view: 'text' }, 'because it is damaged'],
    [
      'why the text is shown',
      { isBoxed: false, view: 'text' },
      'cannot be marked on the page, so this is the text. Marked: page 1',
    ],
    ['that a page cannot be marked', { isBoxed: false }, 'cannot be marked here'],
    ['what is outlined', { isBoxed: false, outlined: 2 }, /^Outlined: the part of page 2/],
    ['nothing of an outline in the text', { outlined: 2, view: 'text' }, /^Marked/],
    ['no outline on a document that has changed', { standing: 'other', outlined: 2 }, 'Nothing is marked'],
    ['that the original is not kept', { document: { ...pdf, original: undefined }, view: 'text' }, 'not kept'],
  ] as const)('says %s', (_, change, expected) => {
    expect(noteOf({ ...shown, ...change }).text).toMatch(expected === '' ? /^$/ : expected);
  });
});
