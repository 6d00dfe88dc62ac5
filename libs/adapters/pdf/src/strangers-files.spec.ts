import { describe, expect, it } from '@jest/globals';
import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { PDFDocument, PDFString, StandardFonts } from 'pdf-lib';
import { encryption } from '../test/encrypt-pdf.js';
import { column, makePdf, rawPage, rawPdf, rawStream } from '../test/make-pdf.js';
import { PdfParser } from './pdf.parser.js';

const SENTENCE = 'The lamp burns whale oil.';
const CONTENT = `BT /F 12 Tf 50 700 Td (${SENTENCE}) Tj ET`;
const ILLEGIBLE = 'Page 1: text was left out, because the file does not say which letters its signs are.';
const DAMAGED = 'The file is damaged; what could be found of it was read.';
const CUT = 'The end of the file is missing; its last pages may be, too.';

const read = async (bytes: Uint8Array) => {
  const parsed = await new PdfParser().parse({ bytes, name: 'a.pdf', signal: new AbortController().signal });
  expectWellFormedDocument(parsed);
  return parsed;
};
const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** A font of which each glyph has two bytes for a name; the map says which letters these are. */
const composite = (toUnicode: string): string =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /Strange /Encoding /Identity-H /DescendantFonts [6 0 R] ${toUnicode} >>`;
const DESCENDANT =
  '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Strange /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /DW 500 >>';
const DESCRIPTOR =
  '<< /Type /FontDescriptor /FontName /Strange /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>';
const glyphs = (numbers: readonly number[]): string =>
  `<${numbers.map((number) => number.toString(16).padStart(4, '0')).join('')}>`;

describe('a PDF of a stranger is read', () => {
  it.each([
    ['with its objects in streams', { useObjectStreams: true }],
    ['with each object by itself', { useObjectStreams: false }],
  ])('%s', async (_, options) => {
    const document = await PDFDocument.create();
    document.addPage().drawText(SENTENCE, { font: await document.embedFont(StandardFonts.TimesRoman) });
    expect((await read(await document.save(options))).text).toBe(SENTENCE);
  });

  it('that is encrypted with no password for reading', async () => {
    const { dictionary, trailer, encrypt } = encryption();
    const bytes = rawPage(encrypt(CONTENT, 4), { more: [dictionary], trailer: `/Encrypt 6 0 R ${trailer}` });
    expect(textOf(bytes)).not.toContain(SENTENCE);
    expect(await read(bytes)).toMatchObject({ text: SENTENCE, warnings: [] });
  });

  it('with what was filled into its form, written over it and chosen, and without what is hidden', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([600, 800]);
    const font = await document.embedFont(StandardFonts.Helvetica);
    page.drawText('Name of the ship:', { x: 50, y: 700, size: 10, font });
    const form = document.getForm();
    const ship = form.createTextField('ship');
    ship.setText('Gannet');
    ship.addToPage(page, { x: 200, y: 695, width: 200, height: 18 });
    const cargo = form.createTextField('cargo');
    cargo.enableMultiline();
    cargo.setText('Tar.\nRope.');
    cargo.addToPage(page, { x: 50, y: 560, width: 300, height: 60 });
    const port = form.createDropdown('port');
    port.addOptions(['Pell', 'Mirren']);
    port.select('Mirren');
    port.addToPage(page, { x: 50, y: 500, width: 200, height: 18 });
    const secret = form.createTextField('secret');
    secret.enablePassword();
    secret.setText('hunter2');
    secret.addToPage(page, { x: 50, y: 400, width: 200, height: 18 });
    const note = { Type: 'Annot', Subtype: 'FreeText', Rect: [50, 300, 300, 330] };
    page.node.addAnnot(
      document.context.register(document.context.obj({ ...note, Contents: PDFString.of('Seen by Mira.'), F: 4 })),
    );
    const { text } = await read(await document.save());
    expect(text.split('\n\n')).toEqual(['Name of the ship: Gannet', 'Tar.', 'Rope.', 'Mirren', 'Seen by Mira.']);
  });

  it.each([
    // As they are drawn from the left: each text with its place.
    [
      'שלום לום',
      [
        { hebrew: [4, 3, 2], x: 60 },
        { hebrew: [4, 3, 2, 1], x: 100 },
      ],
    ],
    [
      'שלום Pell 4 לום',
      [
        { hebrew: [4, 3, 2], x: 60 },
        { latin: 'Pell', x: 90 },
        { latin: '4', x: 120 },
        { hebrew: [4, 3, 2, 1], x: 140 },
      ],
    ],
    [
      'The words שלום לום are read.',
      [
        { latin: 'The words', x: 60 },
        { hebrew: [4, 3, 2], x: 120 },
        { hebrew: [4, 3, 2, 1], x: 150 },
        { latin: 'are read.', x: 190 },
      ],
    ],
  ])('from right to left, in the order in which it is read: %s', async (expected, runs) => {
    const letters = 'שלום';
    const map = Array.from(
      letters,
      (letter, index) => `<000${index + 1}> <${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`,
    ).join('\n');
    const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n4 beginbfchar\n${map}\nendbfchar\nendcmap end end`;
    const drawn = runs.map(({ x, ...run }) => {
      const text = 'latin' in run ? `/L 12 Tf 1 0 0 1 ${x} 700 Tm (${run.latin}) Tj` : `${glyphs(run.hebrew)} Tj`;
      return `/F 12 Tf 1 0 0 1 ${x} 700 Tm ${text}`;
    });
    const bytes = rawPage(`BT ${drawn.join(' ')} ET`, {
      page: '/Resources << /Font << /F 5 0 R /L 9 0 R >> >>',
      font: composite('/ToUnicode 8 0 R'),
      more: [DESCENDANT, DESCRIPTOR, rawStream(cmap), '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    });
    expect((await read(bytes)).text).toBe(expected);
  });

  it('without the text of a font that does not say which letters it has, which is told', async () => {
    const numbers = Array.from(SENTENCE, (letter) => letter.charCodeAt(0) - 29);
    const bytes = rawPage(`BT /F 12 Tf 50 700 Td ${glyphs(numbers)} Tj ET`, {
      font: composite(''),
      more: [DESCENDANT, DESCRIPTOR],
    });
    expect(await read(bytes)).toMatchObject({ text: '', warnings: [ILLEGIBLE] });
  });

  it('with the accents of old TeX on their letters', async () => {
    const content = 'BT /F 12 Tf 50 700 Td (F\\250ur Sch\\250uler im Caf\\264e.) Tj ET';
    expect((await read(rawPage(content))).text).toBe('Für Schüler im Café.');
  });

  it.each([0, 90, 180, 270])('that is shown turned by %i degrees', async (rotate) => {
    const bytes = rawPage(`${CONTENT} BT /F 12 Tf 50 686 Td (It is dear.) Tj ET`, { page: `/Rotate ${rotate}` });
    expect((await read(bytes)).text).toBe(`${SENTENCE} It is dear.`);
  });

  it('whose pages are numbered in Roman', async () => {
    const labels = '/PageLabels << /Nums [0 << /S /r >> 1 << /S /D /St 1 /P (A-) >>] >>';
    const { text, pages } = await read(rawPage(CONTENT, { catalog: labels }));
    expect([text, pages]).toEqual([SENTENCE, [{ number: 1, start: 0 }]]);
  });

  it('that is meant to be kept, tagged and with its colours', async () => {
    const xmp = rawStream(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">The Lamp</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>',
      '/Type /Metadata /Subtype /XML',
    );
    const catalog =
      '/Metadata 6 0 R /MarkInfo << /Marked true >> /Lang (en) /StructTreeRoot << /Type /StructTreeRoot >> /OutputIntents [<< /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) >>]';
    const content = `/P << /MCID 0 >> BDC ${CONTENT} EMC /Artifact BMC EMC`;
    expect(await read(rawPage(content, { catalog, more: [xmp] }))).toMatchObject({ title: 'The Lamp', text: SENTENCE });
  });

  it('that says it is linearised, and has been changed since', async () => {
    const [head, body] = ['%PDF-1.7\n', textOf(rawPage(CONTENT)).slice('%PDF-1.7\n'.length)];
    const dictionary = '9 0 obj\n<< /Linearized 1 /L 4711 /H [300 20] /O 3 /E 400 /N 1 /T 4000 >>\nendobj\n';
    expect((await read(latin1(head + dictionary + body))).text).toBe(SENTENCE);
  });

  it('that has more bookmarks than are read', async () => {
    const first = 7;
    const more = Array.from({ length: 12_000 }, (_, n) => {
      const next = n < 11_999 ? `/Next ${first + n + 1} 0 R` : '';
      return `<< /Title (Part-${n} \\() /Parent 6 0 R /Dest [3 0 R /Fit] ${next} >>`;
    });
    const outlines = `<< /Type /Outlines /First ${first} 0 R /Last ${first + 11_999} 0 R /Count 12000 >>`;
    const content = `BT /F 20 Tf 50 740 Td (Part-7 \\() Tj ET ${CONTENT}`;
    const bytes = rawPage(content, { catalog: '/Outlines 6 0 R', more: [outlines, ...more] });
    const { sections, text } = await read(bytes);
    expect(sections.map(({ heading }) => heading)).toEqual(['Part-7 (']);
    expect(text).toBe(`Part-7 (\n\n${SENTENCE}`);
  });
});

describe('one bad piece costs no document:', () => {
  const bad: readonly (readonly [string, Uint8Array])[] = [
    ['an outline without entries', rawPage(CONTENT, { catalog: '/Outlines << /First /X /Count 3 >>' })],
    [
      'an outline that leads back to itself, and nowhere',
      rawPage(CONTENT, {
        catalog: '/Outlines << /First 6 0 R >>',
        more: ['<< /Title (A) /Next 6 0 R /First 6 0 R /Dest [99 0 R /Fit] >>'],
      }),
    ],
    ['labels of pages that are no tree', rawPage(CONTENT, { catalog: '/PageLabels [1 (x)]' })],
    [
      'metadata that is no XML',
      rawPage(CONTENT, { catalog: '/Metadata 6 0 R', more: [rawStream('<x:xmpmeta><broken', '/Subtype /XML')] }),
    ],
    [
      'names, a form and layers of other types',
      rawPage(CONTENT, { catalog: '/Names [1] /AcroForm /X /OCProperties [1]' }),
    ],
    [
      'annotations of other types',
      rawPage(CONTENT, { page: '/Annots [/X 5 << /Subtype 5 >> << /Subtype /Widget /FT /Tx /V 3 >> 99 0 R]' }),
    ],
    [
      'a description of other types',
      rawPage(CONTENT, { more: ['<< /Title [1] /Author << >> /CreationDate 7 >>'], trailer: '/Info 6 0 R' }),
    ],
    [
      'a picture that is none',
      rawPage(`q 9 0 0 9 0 0 cm /I Do Q ${CONTENT}`, {
        page: '/Resources << /Font << /F 5 0 R >> /XObject << /I 6 0 R >> >>',
        more: [rawStream('x', '/Type /XObject /Subtype /Image /Width 9000 /Height -1 /Filter /DCTDecode')],
      }),
    ],
    [
      'a font that is not there beside one that is',
      rawPage(`BT /G 12 Tf 50 400 Td ( ) Tj ET ${CONTENT}`, {
        page: '/Resources << /Font << /F 5 0 R /G 99 0 R >> >>',
      }),
    ],
    [
      'a map of letters that is none',
      rawPage(CONTENT, {
        font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>',
        more: [rawStream('begincmap garbage <00 endcmap')],
      }),
    ],
    ['operators that nobody knows', rawPage(`1 2 3 frobnicate [ << ${CONTENT} >> ] Q Q Q ${CONTENT}`)],
  ];
  it.each(bad)('%s', async (_, bytes) => {
    expect((await read(bytes)).text).toContain(SENTENCE);
  });

  it('a page that is none leaves the others, by its number', async () => {
    const pages = ['3 0 R', '6 0 R', '3 0 R'].join(' ');
    const whole = textOf(rawPage(CONTENT, { more: ['<< /Type /Font >>'] }));
    const bytes = latin1(whole.replace('/Kids [3 0 R] /Count 1', `/Kids [${pages}] /Count 3`));
    const { warnings, text } = await read(bytes);
    expect(text).toContain(SENTENCE);
    expect(warnings.join(' ')).toContain('Page 2');
  });
});

describe('a damaged PDF is read as far as it goes, and says so:', () => {
  const made = async (): Promise<string> => textOf(await makePdf([{ lines: column([SENTENCE]) }]));

  it.each<readonly [string, (whole: string) => string, readonly string[]]>([
    ['a wrong place of the table of objects', (whole) => whole.replace(/startxref\n\d+/, 'startxref\n9'), []],
    ['a broken table', (whole) => whole.replace(/xref\n0 \d+\n.*?trailer/s, 'xref\n0 3\nxxxx\ntrailer'), []],
    ['nothing from the table on', (whole) => whole.slice(0, whole.lastIndexOf('\nxref')), [DAMAGED]],
    ['a head of a transfer before it', (whole) => `HTTP/1.1 200 OK\r\n\r\n${whole}`, []],
    ['zeros after it', (whole) => whole + '\0'.repeat(5_000), [CUT]],
  ])('%s', async (_, damage, warnings) => {
    const whole = await made();
    const damaged = damage(whole);
    expect(damaged).not.toBe(whole);
    expect(await read(latin1(damaged))).toMatchObject({ text: SENTENCE, warnings });
  });

  it('a file that names no catalog, where the catalog is to be found', async () => {
    const bytes = textOf(rawPdf([]));
    const body = textOf(rawPage(CONTENT)).replace(/trailer[^]*$/, '');
    expect(await read(latin1(`${body}${bytes.slice(bytes.indexOf('%%EOF'))}`))).toMatchObject({
      text: SENTENCE,
      warnings: [DAMAGED],
    });
  });
});
