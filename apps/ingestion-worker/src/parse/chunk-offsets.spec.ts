import type { ParsedDocument } from '@arbiter/ports';
import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { zipOf } from '@arbiter/testing';
import { part, relations } from '@arbiter/testing/office';
import { chunkDocument, type TextChunk } from '@arbiter/text';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { decodeBlocks, encodeBlocks } from '../pipeline/cut-document.js';
import { documentParsers } from './document-parsers.js';
import { parseDocument } from './parse-document.js';

interface Part {
  readonly kind: 'heading' | 'paragraph' | 'row';
  readonly text: string;
}

const MAX_TOKENS = 24;
const parsers = documentParsers();
/** One token per word or sign: at least what a WordPiece tokenizer yields. */
const countTokens = (texts: readonly string[]): number[] =>
  texts.map((text) => text.match(/[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu)?.length ?? 0);

/** Words of several scripts, markup characters, combining characters, and characters that are easily cut. */
const word = fc.constantFrom(
  ...['harbour', 'Pell', 'e\u0301cluse', '👩‍👩‍👧', '灯台', 'a.m.', '3.50', '"so"', '<b>', '&amp;', '#', '|', '*', '—'],
  ...['Dr. Vane', 'end.', 'why?', 'na\u00adive', '\u200b', '\t', '-->', ',', ';', '\ufb01sh', 'x'.repeat(60)],
);
const sentence = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '));
const parts = fc.array(
  fc.record({ kind: fc.constantFrom<Part['kind']>('heading', 'paragraph', 'row'), text: sentence }),
  {
    maxLength: 12,
  },
);

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';

const wordParagraph = (text: string, style = ''): string =>
  `<w:p>${style}<w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`;

/** The least that readers of Word files accept. */
function docx(document: readonly Part[]): Uint8Array {
  const body = document.map(({ kind, text }) => {
    if (kind === 'heading') return wordParagraph(text, '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>');
    const cell = `<w:tc>${wordParagraph(text)}</w:tc>`;
    return kind === 'row' ? `<w:tbl><w:tr>${cell}${cell}</w:tr></w:tbl>` : wordParagraph(text);
  });
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return zipOf([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: relations({ r1: ['officeDocument', 'word/document.xml'] }),
    },
    {
      name: 'word/document.xml',
      content: part('w:document', `<w:body>${body.join('')}</w:body>`),
    },
  ]);
}

/** A book with one chapter for each part. */
function epub(document: readonly Part[]): Uint8Array {
  const ids = document.map((_, n) => `c${n}`);
  const chapters = document.map(({ kind, text }, n) => ({
    name: `c${n}.xhtml`,
    content: `<html xmlns="http://www.w3.org/1999/xhtml"><body>${kind === 'heading' ? `<h2>${escape(text)}</h2>` : `<p>${escape(text)}</p>`}</body></html>`,
  }));
  return zipOf([
    { name: 'mimetype', content: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      content:
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    },
    {
      name: 'book.opf',
      content: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>${ids.map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${ids.map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`,
    },
    ...chapters,
  ]);
}

const FORMATS: Record<string, (document: readonly Part[]) => string> = {
  'a.md': (document) =>
    document
      .map(({ kind, text }) =>
        kind === 'heading' ? `## ${text}` : kind === 'row' ? `| a | b |\n|---|---|\n| ${text} | 1 |` : text,
      )
      .join('\n\n'),
  'a.html': (document) =>
    document
      .map(({ kind, text }) => {
        if (kind === 'heading') return `<h2>${escape(text)}</h2>`;
        return kind === 'row' ? `<table><tr><th>A<th>B<tr><td>${escape(text)}<td>2</table>` : `<p>${escape(text)}</p>`;
      })
      .join('\n'),
  'a.txt': (document) => document.map(({ text }) => text).join('\n\n'),
  'a.csv': (document) =>
    ['kind,text', ...document.map(({ kind, text }) => `${kind},"${text.replaceAll('"', '""')}"`)].join('\n'),
  'a.json': (document) => JSON.stringify({ title: 'Pell', parts: document, first: document[0] ?? null }),
  'a.jsonl': (document) => document.map((part) => JSON.stringify(part)).join('\n'),
  // A transcript has at least one caption that shows something.
  'a.vtt': (document) =>
    `WEBVTT\n\n${[{ kind: 'paragraph', text: 'Pell.' }, ...document].map(({ kind, text }, n) => `00:${String(n).padStart(2, '0')}.000 --> 00:59.000\n<v ${kind}>${escape(oneLine(text))}`).join('\n\n')}`,
};

async function expectExactChunks(parsed: ParsedDocument): Promise<void> {
  expectWellFormedDocument(parsed);
  const chunks = await chunkDocument(parsed, {
    countTokens,
    targetTokens: 16,
    maxTokens: MAX_TOKENS,
    overlapTokens: 4,
  });
  const covered = new Uint8Array(parsed.text.length);
  for (const [ordinal, chunk] of chunks.entries()) {
    expect(chunk.ordinal).toBe(ordinal);
    expect(chunk.text).toBe(parsed.text.slice(chunk.start, chunk.end));
    expect(chunk.text).toBe(chunk.text.trim());
    expect(parsed.sections.filter(({ start }) => start > chunk.start && start < chunk.end)).toEqual([]);
    expect(chunk.page).toBe(parsed.pages.findLast(({ start }) => start <= chunk.start)?.number ?? null);
    covered.fill(1, chunk.start, chunk.end);
  }
  for (const { kind, start, end } of parsed.blocks) if (kind === 'heading') covered.fill(1, start, end);
  const missed = [...covered.keys()].filter((at) => covered[at] === 0 && /\S/.test(parsed.text.charAt(at)));
  expect(missed).toEqual([]);
  expectWholeRows(parsed, chunks);
  // The stored layout is cut at the same places.
  const blocks = decodeBlocks(encodeBlocks(parsed.blocks));
  expect(blocks).toEqual(parsed.blocks.map(({ kind, start, end }) => ({ kind, start, end })));
}

/** A row that fits in a chunk is whole in one chunk, with the names of its columns. */
function expectWholeRows({ blocks, text }: ParsedDocument, chunks: readonly TextChunk[]): void {
  for (const { kind, start, end } of blocks) {
    if (kind !== 'table_row' || (countTokens([text.slice(start, end)])[0] ?? 0) > MAX_TOKENS / 2) continue;
    if (end - start > 4 * MAX_TOKENS) continue;
    expect(chunks.some((chunk) => chunk.start <= start && chunk.end >= end)).toBe(true);
  }
}

describe('chunks of every format', () => {
  const signal = new AbortController().signal;

  it.each(Object.entries(FORMATS))('are exact slices of the text of %s, whatever it holds', async (name, write) => {
    await fc.assert(
      fc.asyncProperty(parts, async (document) => {
        const request = { name, bytes: new TextEncoder().encode(write(document)), signal };
        await expectExactChunks((await parseDocument(request, parsers)).parsed);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['a Word document', 'a.docx', docx],
    ['an e-book', 'a.epub', epub],
  ])('are exact slices of the text of %s', async (_, name, write) => {
    await fc.assert(
      fc.asyncProperty(parts, async (document) => {
        // A book has at least one chapter.
        const request = { name, bytes: write([{ kind: 'paragraph', text: 'Pell.' }, ...document]), signal };
        const { parsed } = await parseDocument(request, parsers);
        expect(parsed.text).toContain('Pell.');
        await expectExactChunks(parsed);
      }),
      { numRuns: 20 },
    );
  });

  it('are exact slices of the text of a PDF, and know their pages', async () => {
    const latin = fc.array(
      fc.constantFrom('harbour', 'Pell', 'a.m.', 'caf\u00e9', 'divi-', 'end.', '3.50', '•', 'why?'),
      {
        minLength: 1,
        maxLength: 10,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(latin, { maxLength: 12 }), { minLength: 1, maxLength: 4 }), async (pages) => {
        const document = await PDFDocument.create({ updateMetadata: false });
        const font = await document.embedFont(StandardFonts.Helvetica);
        for (const lines of pages) {
          const page = document.addPage([600, 800]);
          lines.forEach((words, n) => page.drawText(words.join(' '), { x: 50, y: 700 - 14 * n, size: 10, font }));
        }
        const bytes = await document.save({ useObjectStreams: false });
        const { parsed } = await parseDocument({ name: 'a.pdf', bytes, signal }, parsers);
        expect(parsed.pages).toHaveLength(pages.length);
        await expectExactChunks(parsed);
      }),
      { numRuns: 20 },
    );
  });
});
