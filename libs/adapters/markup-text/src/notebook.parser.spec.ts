import { MarkdownParserStandIn } from '../test/markdown-stand-in.js';
import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { NotebookParser } from './notebook.parser.js';
import { SourceCodeParser } from './source-code.parser.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const create = (): NotebookParser => new NotebookParser(new MarkdownParserStandIn(), new SourceCodeParser());
const notebook = (...cells: object[]): string => JSON.stringify({ cells, metadata: {}, nbformat: 4 });
const CELLS = [
  { cell_type: 'markdown', source: ['# Mill\n', 'It turns.'] },
  { cell_type: 'code', source: '# Speed\nprint(4)', outputs: [{ output_type: 'stream', text: ['4\n'] }] },
  { cell_type: 'code', source: 't', outputs: [{ data: { 'text/plain': 'a  b', 'image/png': 'iVBOR' } }] },
];
const read = async (source: string) => {
  const { signal } = new AbortController();
  const parsed = await create().parse({ bytes: utf8(source), name: 'mill.ipynb', signal });
  expectWellFormedDocument(parsed);
  return parsed;
};

describeDocumentParser('NotebookParser', create, [
  { what: 'a notebook', name: 'mill.ipynb', bytes: utf8(notebook(...CELLS)), holds: ['It turns.', 'print(4)'] },
]);

describe('NotebookParser', () => {
  it('reads cells in order, code with its comments as prose, and what was printed', async () => {
    const { text, blocks } = await read(notebook(...CELLS));
    expect(blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)).toEqual([
      'paragraph: # Mill\nIt turns.',
      'paragraph: Speed',
      'code: print(4)',
      'code: 4',
      'code: t',
      'code: a  b',
    ]);
  });

  it('reads the beginning of a long output and says so', async () => {
    const outputs = Array.from({ length: 500 }, () => ({ text: 'epoch '.repeat(1_000) }));
    const { text, warnings } = await read(notebook({ cell_type: 'code', source: 'train()', outputs }));
    expect(text.length).toBeLessThan(5_000);
    expect(warnings).toEqual(['Of the output of 1 cell, only the first 4000 characters were read.']);
  });

  it('refuses what is no notebook', async () => {
    await expect(read('{"cells": 7}')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
