import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { OpenDocumentParser } from './opendocument.parser.js';
import { PptxParser } from './pptx.parser.js';
import { XlsxParser } from './xlsx.parser.js';

const zip = (parts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));
const { signal } = new AbortController();
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (type: string, targets: readonly string[], mode = ''): string =>
  `<Relationships>${targets.map((target, at) => `<Relationship Id="r${at + 1}" Type="${RELATION}/${type}" Target="${target}" ${mode}/>`).join('')}</Relationships>`;
const external = (...targets: string[]): string => relations('hyperlink', targets, 'TargetMode="External"');

async function sheet(cells: string, after = '', ...targets: string[]): Promise<string> {
  const bytes = zip({
    'xl/workbook.xml': `<workbook xmlns:r="${RELATION}"><sheets><sheet name="Millers" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheet', ['worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${cells}</row></sheetData>${after}</worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': external(...targets),
  });
  return (await new XlsxParser().parse({ bytes, name: 'mill.xlsx', signal })).text.split('\n').at(-1) ?? '';
}
const cell = (at: string, text: string, formula = ''): string =>
  `<c r="${at}" t="str">${formula === '' ? '' : `<f>${formula}</f>`}<v>${text}</v></c>`;

describe('a linked cell of Excel', () => {
  it.each([
    ['https://mill.example/anna?utm_source=x', 'Anna (address: https://mill.example/anna)'],
    ['mailto:anna@mill.example?subject=Stones', 'Anna (e-mail: anna@mill.example)'],
    ['tel:+49-731-12345', 'Anna (phone: +49-731-12345)'],
    ['file:///mills.xlsx', 'Anna'],
  ])('is followed by where it leads: %s', async (target, expected) => {
    expect(await sheet(cell('A1', 'Anna'), '<hyperlinks><hyperlink ref="A1" r:id="r1"/></hyperlinks>', target)).toBe(
      expected,
    );
  });

  it('may be one of a range', async () => {
    const after = '<hyperlinks><hyperlink ref="B1:XFD1048576" r:id="r1"/></hyperlinks>';
    expect(await sheet(cell('A1', 'Anna') + cell('B1', 'page'), after, 'https://mill.example')).toBe(
      'Anna; page (address: https://mill.example)',
    );
  });

  it.each([
    ['HYPERLINK(&quot;mailto:anna@mill.example&quot;,&quot;Anna&quot;)', 'Anna (e-mail: anna@mill.example)'],
    ['HYPERLINK(&quot;https://mill.example/&quot;&amp;A9,&quot;Anna&quot;)', 'Anna'],
  ])('may be a formula: %s', async (formula, expected) => {
    expect(await sheet(cell('A1', 'Anna', formula))).toBe(expected);
  });
});

it('follows a formula of OpenDocument by where it leads', async () => {
  const bytes = zip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml':
      '<office:document-content><office:body><office:spreadsheet><table:table table:name="Millers"><table:table-row><table:table-cell office:value-type="string" table:formula="of:=HYPERLINK(&quot;https://mill.example&quot;;&quot;Anna&quot;)"><text:p>Anna</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>',
  });
  const { text } = await new OpenDocumentParser().parse({ bytes, name: 'mill.ods', signal });
  expect(text).toBe('Millers\n\nAnna (address: https://mill.example)');
});

it('follows a link of a slide by where it leads, once for all of its runs', async () => {
  const link = '<a:hlinkClick r:id="r1"/>';
  const run = (text: string, properties = ''): string => `<a:r><a:rPr>${properties}</a:rPr><a:t>${text}</a:t></a:r>`;
  const body = `<a:p>${run('Write to ')}${run('An', link)}${run('na', `<a:latin/>${link}`)}${run(' today.')}</a:p>`;
  const cellOf = `<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody>${body}</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`;
  const bytes = zip({
    'ppt/presentation.xml': '<p:presentation><p:sldIdLst><p:sldId id="7" r:id="r1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relations('slide', ['slides/slide1.xml']),
    'ppt/slides/slide1.xml': `<p:sld><p:cSld><p:spTree><p:sp><p:txBody>${body}</p:txBody></p:sp>${cellOf}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': external('mailto:anna@mill.example'),
  });
  const { blocks, text } = await new PptxParser().parse({ bytes, name: 'mill.pptx', signal });
  expect(blocks.map(({ start, end }) => text.slice(start, end))).toEqual([
    'Write to Anna (e-mail: anna@mill.example) today.',
    'Write to Anna (e-mail: anna@mill.example) today.',
  ]);
});
