import { describe, expect, it } from '@jest/globals';
import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { ParsedDocumentBuilder } from './index.js';

describe('ParsedDocumentBuilder', () => {
  it('sets paragraphs apart by an empty line, and items and rows line under line', () => {
    const builder = new ParsedDocumentBuilder();
    builder.append('paragraph', 'Before');
    for (const item of ['one', 'two']) builder.append('list_item', item);
    for (const row of ['a', 'b']) builder.append('table_row', row);
    const parsed = builder.build();
    expect(parsed.text).toBe('Before\n\none\ntwo\n\na\nb');
    expectWellFormedDocument(parsed);
  });

  it('counts in the normalised text', () => {
    const builder = new ParsedDocumentBuilder();
    builder.append('paragraph', 'cafe\u0301');
    builder.heading('Second\u00ad\r\n part ', 2);
    const { text, sections, blocks } = builder.build();
    expect(text).toBe('café\n\nSecond part');
    expect(sections).toEqual([{ heading: 'Second part', level: 2, start: 6 }]);
    expect(blocks.map(({ start, end }) => [start, end])).toEqual([
      [0, 4],
      [6, 17],
    ]);
  });

  it('drops what has no visible character', () => {
    const builder = new ParsedDocumentBuilder();
    expect(builder.append('paragraph', ' \n\u200b\ufeff\t')).toBeUndefined();
    expect(builder.empty).toBe(true);
    expect(builder.build()).toMatchObject({ text: '', blocks: [] });
  });

  it('keeps the indentation of the first line', () => {
    const builder = new ParsedDocumentBuilder();
    builder.append('code', '\n  \n  if (a)\n    b()\n');
    expect(builder.build().text).toBe('  if (a)\n    b()');
  });

  it('never composes across blocks', () => {
    const builder = new ParsedDocumentBuilder();
    builder.append('paragraph', 'e');
    builder.append('paragraph', '\u0301x');
    expectWellFormedDocument(builder.build());
  });

  it('opens a page at the next text, pages without text included', () => {
    const builder = new ParsedDocumentBuilder();
    for (const number of [1, 2]) builder.page(number);
    builder.append('paragraph', 'On two');
    builder.page(3);
    const parsed = builder.build();
    expect(parsed.pages).toEqual([
      { number: 1, start: 0 },
      { number: 2, start: 0 },
      { number: 3, start: 6 },
    ]);
    expectWellFormedDocument(parsed);
  });

  it('places a page that begins within a block in the normalised text', () => {
    const builder = new ParsedDocumentBuilder();
    builder.page(1);
    const text = 'cafe\u0301 and next page';
    builder.append('paragraph', text, [{ number: 2, at: text.indexOf('next') }]);
    const parsed = builder.build();
    expect(parsed.text.slice(parsed.pages[1]!.start)).toBe('next page');
  });
});
