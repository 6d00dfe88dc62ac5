import { describe, expect, it } from '@jest/globals';
import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { degrees } from 'pdf-lib';
import { addOutline, column, makePdf, rawPdf, rawStream } from '../test/make-pdf.js';
import { PdfParser } from './pdf.parser.js';
import type { PdfParserOptions } from './pdf.parser.js';

const read = async (bytes: Uint8Array, options?: PdfParserOptions) => {
  const parsed = await new PdfParser(options).parse({ bytes, name: 'a.pdf', signal: new AbortController().signal });
  expectWellFormedDocument(parsed);
  return parsed;
};
const blocksOf = async (bytes: Uint8Array): Promise<string[]> => {
  const { text, blocks } = await read(bytes);
  return blocks.map(({ start, end }) => text.slice(start, end));
};

const STORY = [
  'The harbour of Vale was closed on the first day of the winter storms, and',
  'nobody knew how long the lantern would burn without its keeper. Mira had',
  'the keys and would not say where she had hidden them.',
];

const NOT_READABLE = 'a.pdf is not a readable PDF file: it is broken, cut short or of another format.';
const NO_PAGES = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'];

describeDocumentParser(
  'PdfParser',
  () => new PdfParser(),
  [
    {
      what: 'two pages with an outline',
      name: 'story.pdf',
      bytes: () =>
        makePdf(
          [
            { lines: [{ text: '1 The harbour', x: 50, y: 60, size: 16 }, ...column(STORY)] },
            { lines: column(['Second page.']) },
          ],
          (document, pages) => {
            document.setTitle('  The  story ');
            addOutline(document, pages, [{ title: 'The harbour', page: 0, level: 1 }]);
          },
        ),
      holds: ['1 The harbour', 'storms, and nobody knew', 'Second page.'],
    },
    { what: 'pages without text', name: 'scan.PDF', bytes: () => makePdf([{ lines: [] }, { lines: [] }]), holds: [] },
  ],
  { emptyFile: 'refused' },
);

describe('PdfParser', () => {
  it('joins lines into paragraphs and knows on which page each begins', async () => {
    const { text, pages, metadata } = await read(
      await makePdf([
        { lines: [...column(STORY), ...column(['A new paragraph after a gap.'], 50, 170)] },
        { lines: column(['Page two.']) },
      ]),
    );
    expect(text).toBe(`${STORY.join(' ')}\n\nA new paragraph after a gap.\n\nPage two.`);
    expect(pages).toEqual([
      { number: 1, start: 0 },
      { number: 2, start: text.indexOf('Page two.') },
    ]);
    expect(metadata).toMatchObject({ pages: 2 });
  });

  it('puts divided words together, but not compounds', async () => {
    const lines = ['A well-known word was divi-', 'ded here, another well-', 'known one was not, nor Jean-', 'Paul.'];
    expect(await blocksOf(await makePdf([{ lines: column(lines) }]))).toEqual([
      'A well-known word was divided here, another well-known one was not, nor Jean-Paul.',
    ]);
  });

  it('lets a sentence run over the end of a page, and marks where the page begins', async () => {
    const { text, pages, blocks } = await read(
      await makePdf([
        { lines: column(['This sentence has not']) },
        { lines: [] },
        { lines: column(['ended on its page.']) },
      ]),
    );
    expect(text).toBe('This sentence has not ended on its page.');
    expect(blocks).toHaveLength(1);
    expect(pages.map(({ start }) => text.slice(start))).toEqual([text, 'ended on its page.', 'ended on its page.']);
  });

  it('reads two columns one after the other, below a title and above a note that span both', async () => {
    const left = Array.from(
      { length: 8 },
      (_, i) => `left line ${i} has so many words that its column is full${i === 7 ? '.' : ''}`,
    );
    const right = Array.from({ length: 8 }, (_, i) => `right line ${i} has so many words that it is full`);
    const [title, first, second, note] = await blocksOf(
      await makePdf([
        {
          lines: [
            { text: 'A title over the whole width of this page, which is long.', x: 50, y: 60, size: 18 },
            ...left.flatMap((text, i) => [
              { text, x: 50, y: 100 + i * 14 },
              { text: right[i]!, x: 320, y: 100 + i * 14 },
            ]),
            {
              text: 'A note over the whole width of the page, in one line that crosses the gutter. It ends here, at the margin.',
              x: 50,
              y: 260,
            },
          ],
        },
      ]),
    );
    expect(title).toMatch(/^A title/);
    expect(first).toMatch(/^left line 0 .* left line 7 .*\.$/);
    expect(second).toMatch(/^right line 0 .* right line 7 .*$/);
    expect(note).toMatch(/^A note/);
  });

  it('reads the rows of a table as rows', async () => {
    const rows = Array.from({ length: 8 }, (_, i) => [
      { text: `Item ${i}`, x: 50, y: 100 + i * 14 },
      { text: `${i} t`, x: 400, y: 100 + i * 14 },
    ]);
    expect((await read(await makePdf([{ lines: rows.flat() }]))).text).toContain('Item 0; 0 t\nItem 1; 1 t');
  });

  it('begins a block at each list item', async () => {
    const lines = ['Bring these:', '• a lantern that is full', 'of oil', '• rope', '1. First go.', '2. Then stay.'];
    const { blocks, text } = await read(await makePdf([{ lines: column(lines) }]));
    expect(blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['paragraph', 'Bring these:'],
      ['list_item', 'a lantern that is full of oil'],
      ['list_item', 'rope'],
      ['list_item', '1. First go.'],
      ['list_item', '2. Then stay.'],
    ]);
  });

  it('leaves out running heads and page numbers, but keeps a head where it first stands', async () => {
    const pages = Array.from({ length: 5 }, (_, i) => ({
      lines: [
        { text: 'The Vale Chronicle', x: 50, y: 30 },
        ...column([`Unlike the others, page ${'abcde'[i]} says this.`, 'And more.', 'Then more.'], 50, 100 + 20 * i),
        { text: `Page ${i + 1} of 5`, x: 280, y: 780 },
      ],
    }));
    const { text } = await read(await makePdf(pages));
    expect(text.match(/Chronicle/g)).toHaveLength(1);
    expect(text).not.toMatch(/of 5/);
    expect(text.match(/says this/g)).toHaveLength(5);
  });

  it('leaves out heads that change with the chapter and count the pages', async () => {
    const pages = Array.from({ length: 6 }, (_, i) => ({
      lines: [
        i % 2 === 0
          ? { text: `Chapter ${'ABC'[i / 2]} ${i + 11}`, x: 400, y: 30 }
          : { text: `${i + 11} The Chronicle`, x: 50, y: 30 },
        ...column(
          [`This is page ${'abcdef'[i]} of six.`, '12 lanterns burn.', 'The year was 1204', 'or so.'],
          50,
          100 + 20 * i,
        ),
      ],
    }));
    const { text } = await read(await makePdf(pages));
    expect(text).not.toMatch(/Chapter|Chronicle/);
    expect(text.match(/12 lanterns/g)).toHaveLength(6);
    expect(text.match(/1204/g)).toHaveLength(6);
  });

  it('keeps lines apart whose break somebody meant', async () => {
    const lines = ['BEGIN', 'END', 'This line is as long as the lines of this page are, and it goes', 'on.'];
    expect(await blocksOf(await makePdf([{ lines: column(lines) }]))).toEqual(['BEGIN', 'END', `${lines[2]} on.`]);
  });

  it('makes bookmarks sections where their headings stand, and passes over others', async () => {
    const bytes = await makePdf(
      [
        { lines: [{ text: '1. The Harbour', x: 50, y: 60, size: 16 }, ...column(STORY)] },
        {
          lines: [
            ...column(['Storms', 'The storms came. Storms always do.']),
            ...column(['The keeper went away.'], 50, 200),
          ],
        },
      ],
      (document, made) =>
        addOutline(document, made, [
          { title: 'The harbour', page: 0, level: 1 },
          { title: 'STORMS', page: 1, level: 2 },
          { title: 'Not there', page: 1, level: 2 },
          { title: 'The keeper', page: 1, level: 1 },
        ]),
    );
    const { sections, blocks, text } = await read(bytes);
    expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['1. The Harbour', 1],
      ['Storms', 2],
      ['The keeper', 1],
    ]);
    expect(blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(3);
    expect(text).toContain('Storms\n\nThe storms came.');
  });

  it.each(['Meta-language', 'C++ (draft', 'What now? [x]{2,', 'a|b\\c ^$'])(
    'makes a section of the bookmark %j, whatever its signs mean elsewhere',
    async (title) => {
      const lines = [{ text: `2.1 ${title}`, x: 50, y: 60, size: 16 }, ...column(STORY)];
      const bytes = await makePdf([{ lines }], (document, made) =>
        addOutline(document, made, [{ title: title.toUpperCase(), page: 0, level: 1 }]),
      );
      expect((await read(bytes)).sections.map(({ heading }) => heading)).toEqual([`2.1 ${title}`]);
    },
  );

  it.each([
    ['The Lantern', 'The Lantern'],
    ['Microsoft Word - report.doc', ''],
    ['untitled', ''],
    ['C:\\texts\\report', ''],
    ['thesis_final.tex', ''],
  ])('takes the title %j for %j', async (title, expected) => {
    expect(
      (await read(await makePdf([{ lines: column(['Text.']) }], (document) => document.setTitle(title)))).title,
    ).toBe(expected);
  });

  it('reads who made it and when', async () => {
    const bytes = await makePdf([{ lines: column(['Text.']) }], (document) => {
      document.setAuthor('Mira');
      document.setCreationDate(new Date('2026-01-31T12:00:00Z'));
    });
    expect((await read(bytes)).metadata).toEqual({ pages: 1, author: 'Mira', created: '2026-01-31T12:00:00.000Z' });
  });

  it('warns of pages without text', async () => {
    const bytes = await makePdf([
      { lines: column(['One.']) },
      { lines: [] },
      { lines: column(['Three.']) },
      { lines: [] },
      { lines: [] },
    ]);
    expect((await read(bytes)).warnings).toEqual([
      'Page 2 has no text (a scan?).',
      'Pages 4 to 5 have no text (scans?).',
    ]);
  });

  it('reads pages that are shown turned', async () => {
    const turned = await makePdf([{ lines: [] }], (_, [page], font) => {
      page!.setRotation(degrees(90));
      ['First line of the', 'turned page.'].forEach((text, i) =>
        page!.drawText(text, { x: 100 + 14 * i, y: 100, size: 10, font, rotate: degrees(90) }),
      );
    });
    expect((await read(turned)).text).toBe('First line of the turned page.');
  });

  it('puts text of another direction after the rest of its page', async () => {
    const bytes = await makePdf([{ lines: column(STORY) }], (_, [page], font) =>
      page!.drawText('DRAFT', { x: 200, y: 300, size: 60, font, rotate: degrees(45) }),
    );
    expect((await read(bytes)).text).toBe(`${STORY.join(' ')}\n\nDRAFT`);
  });

  it('reads text that is drawn twice once', async () => {
    const line = { text: 'Bold heading', x: 50, y: 100 };
    expect((await read(await makePdf([{ lines: [line, { ...line, x: 50.3 }] }]))).text).toBe('Bold heading');
  });

  it('reads Chinese that names its characters by a standard map', async () => {
    const text = Array.from('港口的灯塔。', (character) => character.charCodeAt(0).toString(16).padStart(4, '0')).join(
      '',
    );
    const bytes = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      rawStream(`BT /F 12 Tf 50 700 Td <${text}> Tj ET`),
      '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
      '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ]);
    expect((await read(bytes)).text).toBe('港口的灯塔。');
  });

  describe('refuses', () => {
    it('what is encrypted, saying so', async () => {
      const bytes = rawPdf(
        [
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Kids [] /Count 0 >>',
          `<< /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -4 >>`,
        ],
        `/Encrypt 3 0 R /ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>]`,
      );
      await expect(read(bytes)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: 'a.pdf is encrypted with a password; save it without one and try again.',
      });
    });

    it.each([
      ['text', () => new TextEncoder().encode('not a pdf'), NOT_READABLE],
      ['noise', () => Uint8Array.from({ length: 5_000 }, (_, i) => (i * i * 31) & 0xff), NOT_READABLE],
      [
        'a cut file',
        async () => (await makePdf([{ lines: column(STORY) }])).slice(0, 200),
        'a.pdf is a broken PDF file: none of its pages can be read.',
      ],
      ['a file without pages', () => rawPdf(NO_PAGES), 'a.pdf is a PDF file without pages.'],
    ])('%s', async (_, bytes, message) => {
      await expect(read(await bytes())).rejects.toMatchObject({ code: 'INVALID_REQUEST', message });
    });
  });

  it('says that the end of a file is missing when its text can be read all the same', async () => {
    const whole = await makePdf([{ lines: column(STORY) }]);
    const { text, warnings } = await read(whole.slice(0, -8));
    expect(text).toBe(STORY.join(' '));
    expect(warnings).toEqual(['The end of the file is missing; its last pages may be, too.']);
  });

  it('reads as many pages as it may, or refuses more', async () => {
    const bytes = await makePdf(Array.from({ length: 4 }, (_, i) => ({ lines: column([`Text ${i}.`]) })));
    const { text, pages, warnings } = await read(bytes, { maxPages: 2 });
    expect([text, pages.length, warnings]).toEqual([
      'Text 0.\n\nText 1.',
      2,
      ['Only the first 2 of 4 pages were read.'],
    ]);
    await expect(read(bytes, { maxPages: 2, overLimit: 'refuse' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'a.pdf has 4 pages; at most 2 are read.',
    });
  });
});
