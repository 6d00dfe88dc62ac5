import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import type { DocumentParser } from '@arbiter/ports';
import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { OpenDocumentParser } from './opendocument.parser.js';
import { PptxParser } from './pptx.parser.js';
import { RtfParser } from './rtf.parser.js';
import { XlsxParser } from './xlsx.parser.js';

const zip = (parts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));
const read = async (parser: DocumentParser, bytes: Uint8Array) => {
  const { signal } = new AbortController();
  const parsed = await parser.parse({ bytes, name: `mill${parser.extensions[0]}`, signal });
  expectWellFormedDocument(parsed);
  return parsed;
};
const blocksOf = async (parser: DocumentParser, bytes: Uint8Array): Promise<string[]> => {
  const { text, blocks } = await read(parser, bytes);
  return blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
};

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...targets: [type: string, target: string][]): string =>
  `<Relationships>${targets.map(([type, target], at) => `<Relationship Id="r${at + 1}" Type="${RELATION}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const workbook = (sheets: Record<string, string>, states: Record<string, string> = {}): Uint8Array => {
  const names = Object.keys(sheets);
  return zip({
    'xl/workbook.xml': `<workbook xmlns:r="${RELATION}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"${states[name] ? ` state="${states[name]}"` : ''}/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
    ),
    'xl/sharedStrings.xml':
      '<sst><si><t>Stone</t></si><si><r><t>Cut</t></r><r><t> on</t></r></si><si><t>upper</t><rPh><t>x</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  });
};
const STONES =
  '<row><c r="A1" t="inlineStr"><is><t>All stones</t></is></c></row>' +
  '<row><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="inlineStr"><is><t>Worn</t></is></c></row>' +
  '<row><c r="A3" t="s"><v>2</v></c><c r="B3" s="1"><v>45720</v></c><c r="C3" s="2"><v>0.12</v></c></row>' +
  '<row><c r="A4" t="str"><v>lower</v></c><c r="B4" s="3"><v>60</v></c><c r="C4"><v>0.30000000000000004</v></c></row>';

const slide = (body: string, attributes = ''): string =>
  `<p:sld ${attributes}><p:cSld><p:spTree>${body}</p:spTree></p:cSld></p:sld>`;
const shape = (text: string, type?: string): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${type ? `<p:ph type="${type}"/>` : ''}</p:nvPr></p:nvSpPr><p:txBody>${text}</p:txBody></p:sp>`;
const run = (text: string, properties = ''): string => `<a:p><a:r><a:rPr ${properties}/><a:t>${text}</a:t></a:r></a:p>`;
const row = (...cells: string[]): string =>
  `<a:tr>${cells.map((cell) => `<a:tc><a:txBody>${run(cell)}</a:txBody></a:tc>`).join('')}</a:tr>`;
const PRESENTATION = zip({
  'ppt/presentation.xml': `<p:presentation><p:sldIdLst><p:sldId id="7" r:id="r2"/><p:sldId id="8" r:id="r1"/><p:sldId id="9" r:id="r3"/></p:sldIdLst></p:presentation>`,
  'ppt/_rels/presentation.xml.rels': relations(
    ['slide', 'slides/slide1.xml'],
    ['slide', 'slides/slide2.xml'],
    ['slide', 'slides/slide3.xml'],
  ),
  'ppt/slides/slide1.xml': slide(
    `${shape(run('Stones'), 'title')}<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/>${row('Stone', 'Weight')}${row('upper', '700 kg')}</a:tbl></p:graphicFrame>`,
  ),
  'ppt/slides/slide2.xml': slide(
    shape(run('The wheel turns.') + run('Never.', 'strike="sngStrike"')) +
      shape(run('Mills'), 'ctrTitle') +
      shape(run('7'), 'sldNum'),
  ),
  'ppt/slides/_rels/slide2.xml.rels': relations(
    ['notesSlide', '../notesSlides/notes1.xml'],
    ['diagramData', '../diagrams/data1.xml'],
  ),
  'ppt/notesSlides/notes1.xml': slide(shape(run('Say it slowly.'), 'body')),
  'ppt/diagrams/data1.xml': `<dgm:dataModel>${run('First the water')}</dgm:dataModel>`,
  'ppt/slides/slide3.xml': slide(shape(run('Secret')), 'show="0"'),
});

const cell = (text: string, attributes = ''): string =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const opendocument = (body: string): Uint8Array =>
  zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
  });
const TEXT = opendocument(
  '<office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h text:outline-level="1">Mills</text:h>' +
    '<text:p>The<text:s/>wheel<text:line-break/>turns<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Slowly.</text:p></text:note-body></text:note>.</text:p>' +
    `<text:list><text:list-item><text:p>upper</text:p></text:list-item></text:list><table:table table:name="T"><table:table-row>${cell('Stone')}${cell('Weight')}</table:table-row><table:table-row>${cell('upper')}${cell('700 kg')}</table:table-row></table:table></office:text>`,
);
const RTF = `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\*\\generator x;}The m\\'fchle \\u8364? {\\b turns}{\\strike never}.\\par Second\\~line.\\par\\intbl upper\\cell 700 kg\\cell\\row\\pard}`;

describeDocumentParser(
  'XlsxParser',
  () => new XlsxParser(),
  [{ what: 'a workbook', name: 'mill.xlsx', bytes: workbook({ Stones: STONES }), holds: ['Stone: upper'] }],
  { emptyFile: 'refused' },
);
describeDocumentParser(
  'PptxParser',
  () => new PptxParser(),
  [{ what: 'a presentation', name: 'mill.pptx', bytes: PRESENTATION, holds: ['The wheel turns.'] }],
  { emptyFile: 'refused' },
);
describeDocumentParser(
  'OpenDocumentParser',
  () => new OpenDocumentParser(),
  [{ what: 'a text', name: 'mill.odt', bytes: TEXT, holds: ['The wheel'] }],
  { emptyFile: 'refused' },
);
describeDocumentParser(
  'RtfParser',
  () => new RtfParser(),
  [{ what: 'a text', name: 'mill.rtf', bytes: strToU8(RTF), holds: ['The mühle €'] }],
  { emptyFile: 'refused' },
);

describe('XlsxParser', () => {
  it('writes each row with the names of its columns, dates as dates and percents as percents', async () => {
    expect(await blocksOf(new XlsxParser(), workbook({ Stones: STONES }))).toEqual([
      'heading: Stones',
      'paragraph: All stones',
      'table_row: Stone: upper; Cut on: 2025-03-04; Worn: 12%',
      'table_row: Stone: lower; Cut on: 1900-02-28; Worn: 0.3',
    ]);
  });

  it('leaves hidden sheets out and says so', async () => {
    const { text, warnings } = await read(
      new XlsxParser(),
      workbook({ Stones: STONES, Old: STONES }, { Old: 'hidden' }),
    );
    expect(text).not.toContain('Old');
    expect(warnings).toEqual(['The hidden sheet Old was left out.']);
  });

  it('lets a cell that is merged over rows hold for each of them', async () => {
    const cell = (place: string, text: string): string => `<c r="${place}" t="str"><v>${text}</v></c>`;
    const rows = [
      [cell('A1', 'Mill'), cell('B1', 'Stone')],
      [cell('A2', 'Upper'), cell('B2', 'left')],
      [cell('B3', 'right')],
      [cell('A4', 'Lower'), cell('B4', 'left')],
    ].map((cells, at) => `<row r="${at + 1}">${cells.join('')}</row>`);
    // The parts of a sheet that follow its rows stand behind them.
    const merged = `${rows.join('')}</sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells><sheetData>`;
    const { text } = await read(new XlsxParser(), workbook({ Mills: merged }));
    expect(text.split('\n').filter((line) => line.startsWith('Mill:'))).toEqual([
      'Mill: Upper; Stone: left',
      'Mill: Upper; Stone: right',
      'Mill: Lower; Stone: left',
    ]);
  });

  it('refuses a bomb', async () => {
    const bomb = workbook({ Stones: `<row><c t="str"><v>${' '.repeat(129 * 1_024 * 1_024)}</v></c></row>` });
    await expect(read(new XlsxParser(), bomb)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('unpacks to more than'),
    });
  });
});

describe('PptxParser', () => {
  it('reads slides in their order, with tables, diagrams and notes', async () => {
    const { pages, warnings } = await read(new PptxParser(), PRESENTATION);
    expect(pages.map(({ number }) => number)).toEqual([1, 2]);
    expect(warnings).toEqual(['Struck-out words of slide 1 were left out.', 'The hidden slide 3 was left out.']);
    expect(await blocksOf(new PptxParser(), PRESENTATION)).toEqual([
      'heading: Mills',
      'paragraph: The wheel turns.',
      'paragraph: Say it slowly.',
      'list_item: First the water',
      'heading: Stones',
      'table_row: Stone: upper; Weight: 700 kg',
    ]);
  });
});

it('leaves struck-out cells and words of a workbook out, and says so', async () => {
  const styles =
    '<styleSheet><fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/></cellXfs></styleSheet>';
  const cell = (at: string, text: string, style = 0): string =>
    `<c r="${at}" s="${style}" t="inlineStr"><is>${text}</is></c>`;
  const rich = (properties: string, text: string): string => `<r><rPr>${properties}</rPr><t>${text}</t></r>`;
  const part = (cells: string): string => `<row>${cells}</row>`;
  const rows = [
    part(cell('A1', '<t>Sack</t>') + cell('B1', '<t>Price</t>')),
    part(cell('A2', '<t>rye</t>') + cell('B2', `${rich('<strike/>', '30 groats ')}<r><t>34 groats</t></r>`)),
    part(cell('A3', '<t>oats</t>') + cell('B3', '<t>9 groats</t>', 1)),
    part(cell('A4', '<t>corn</t>', 2) + cell('B4', `<r><t>25</t></r>${rich('<vertAlign val="superscript"/>', '3')}`)),
  ];
  const bytes = zip({
    'xl/workbook.xml': `<workbook xmlns:r="${RELATION}"><sheets><sheet name="Sacks" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml']),
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  });
  const { text, warnings } = await read(new XlsxParser(), bytes);
  expect(text.split('\n').slice(-3)).toEqual(['Sack: rye; Price: 34 groats', 'Sack: oats', 'Sack: corn; Price: 25³']);
  expect(warnings).toEqual([
    'A paragraph, item or cell is all struck out and was left out.',
    'Struck-out words of 1 paragraph, item or cell were left out.',
  ]);
});

it('glues no raised digit of a slide to a number', async () => {
  const paragraph = `<a:p><a:r><a:t>A sack costs 25</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>3</a:t></a:r><a:r><a:t> groats.</a:t></a:r></a:p>`;
  const bytes = zip({
    'ppt/presentation.xml': '<p:presentation><p:sldIdLst><p:sldId id="7" r:id="r1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relations(['slide', 'slides/slide1.xml']),
    'ppt/slides/slide1.xml': slide(shape(paragraph)),
  });
  expect((await read(new PptxParser(), bytes)).text).toBe('A sack costs 25 groats.');
});

describe('OpenDocumentParser', () => {
  it('reads headings, lists, notes and tables, and nothing that was deleted', async () => {
    expect(await blocksOf(new OpenDocumentParser(), TEXT)).toEqual([
      'heading: Mills',
      'paragraph: The wheel\nturns[1].',
      'paragraph: Slowly.',
      'list_item: - upper',
      'table_row: Stone: upper; Weight: 700 kg',
    ]);
  });

  it('reads sheets, without the empty cells that fill them', async () => {
    const empty = '<table:table-cell table:number-columns-repeated="16382"/>';
    const date =
      '<table:table-cell office:value-type="date" office:date-value="2025-03-04"><text:p>4.3.25</text:p></table:table-cell>';
    const rows = `<table:table-row>${cell('Stone')}${cell('Cut on')}${empty}</table:table-row><table:table-row>${cell('upper')}${date}</table:table-row><table:table-row table:number-rows-repeated="1048574">${empty}</table:table-row>`;
    const sheet = opendocument(
      `<office:spreadsheet><table:table table:name="Stones">${rows}</table:table></office:spreadsheet>`,
    );
    expect(await blocksOf(new OpenDocumentParser(), sheet)).toEqual([
      'heading: Stones',
      'table_row: Stone: upper; Cut on: 2025-03-04',
    ]);
  });
});

describe('RtfParser', () => {
  it('reads paragraphs and rows in their encoding, without what is struck out', async () => {
    expect(await blocksOf(new RtfParser(), strToU8(RTF))).toEqual([
      'paragraph: The mühle € turns.',
      'paragraph: Second line.',
      'table_row: upper; 700 kg',
    ]);
    expect((await read(new RtfParser(), strToU8(RTF))).warnings).toEqual(['Struck-out or hidden words were left out.']);
  });

  it('stops at groups that are nested without end', async () => {
    const { warnings } = await read(new RtfParser(), strToU8(`{\\rtf1 a${'{'.repeat(100_000)}`));
    expect(warnings).toEqual(['It is nested too deep; the rest was left out.']);
  });
});
