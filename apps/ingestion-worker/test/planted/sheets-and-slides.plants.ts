import { part, relations } from '@arbiter/testing/office';
import { CHARTS, diagram, graphic } from './drawing-parts.js';
import { type Plant, plants, zip } from './plant.js';

/** A workbook with one sheet, and parts that hang on it. */
function workbook(
  rows: string,
  {
    after = '',
    sheet = '',
    parts = {},
    links: external = {},
    strings = '',
    core = '',
  }: {
    after?: string;
    links?: Record<string, string>;
    sheet?: string;
    parts?: Record<string, readonly [string, string]>;
    strings?: string;
    core?: string;
  } = {},
): Uint8Array {
  const links = Object.entries(parts).map(([path, [type]], n) => [`r${n}`, [type, `../${path}`]] as const);
  return zip({
    'xl/workbook.xml': part('workbook', `<sheets><sheet name="Mills" sheetId="1" r:id="s1" ${sheet}/></sheets>`),
    'xl/_rels/workbook.xml.rels': relations({ s1: ['worksheet', 'worksheets/sheet1.xml'] }),
    'xl/worksheets/sheet1.xml': part('worksheet', `<sheetData>${rows}</sheetData>${after}`),
    'xl/worksheets/_rels/sheet1.xml.rels': relations(Object.fromEntries(links), external),
    ...(core !== '' && { 'docProps/core.xml': core }),
    ...(strings !== '' && { 'xl/sharedStrings.xml': part('sst', strings) }),
    ...Object.fromEntries(Object.entries(parts).map(([path, [, content]]) => [`xl/${path}`, content])),
  });
}

const c = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, cells: string, attributes = ''): string =>
  `<row r="${number}" ${attributes}>${cells}</row>`;
const TABLE = row(1, c('A1', 'Mill') + c('B1', 'State')) + row(2, c('A2', 'Upper') + c('B2', 'good'));

const EXCEL = plants('.xlsx', [
  ['a cell', (w) => workbook(row(1, c('A1', 'Mill') + c('B1', 'State')) + row(2, c('A2', 'Upper') + c('B2', w)))],
  ['a head cell', (w) => workbook(row(1, c('A1', 'Mill') + c('B1', w)) + row(2, c('A2', 'Upper') + c('B2', 'good')))],
  [
    'a head cell over empty cells',
    (w) =>
      workbook(row(1, c('A1', 'Mill') + c('B1', 'State') + c('C1', w)) + row(2, c('A2', 'Upper') + c('B2', 'good'))),
  ],
  ['a single cell', (w) => workbook(row(1, c('A1', w)))],
  ['a row of heads alone', (w) => workbook(row(1, c('A1', 'Mill') + c('B1', w)))],
  ['a shared string', (w) => workbook(row(1, '<c r="A1" t="s"><v>0</v></c>'), { strings: `<si><t>${w}</t></si>` })],
  [
    'a shared string of runs',
    (w) =>
      workbook(row(1, '<c r="A1" t="s"><v>0</v></c>'), { strings: `<si><r><t>the </t></r><r><t>${w}</t></r></si>` }),
  ],
  ['the result of a formula', (w) => workbook(row(1, `<c r="A1" t="str"><f>A2</f><v>${w}</v></c>`))],
  [
    'a formula without a result',
    (w) => workbook(TABLE + row(3, `<c r="A3"><f>VLOOKUP("${w}",A1:B2,2)</f></c>`)),
    /[Ff]ormula/,
  ],
  [
    'the name of a sheet',
    (w) =>
      zip({
        'xl/workbook.xml': part('workbook', `<sheets><sheet name="${w}" sheetId="1" r:id="s1"/></sheets>`),
        'xl/_rels/workbook.xml.rels': relations({ s1: ['worksheet', 'worksheets/sheet1.xml'] }),
        'xl/worksheets/sheet1.xml': part('worksheet', `<sheetData>${TABLE}</sheetData>`),
      }),
  ],
  [
    'the name of an empty sheet',
    (w) =>
      zip({
        'xl/workbook.xml': part('workbook', `<sheets><sheet name="${w}" sheetId="1" r:id="s1"/></sheets>`),
        'xl/_rels/workbook.xml.rels': relations({ s1: ['worksheet', 'worksheets/sheet1.xml'] }),
        'xl/worksheets/sheet1.xml': part('worksheet', '<sheetData/>'),
      }),
    /no cells|empty/,
  ],
  ['a hidden sheet', (w) => workbook(row(1, c('A1', w)), { sheet: 'state="hidden"' }), /hidden sheet Mills/],
  ['a hidden row', (w) => workbook(TABLE + row(3, c('A3', w) + c('B3', 'x'), 'hidden="1"'))],
  [
    'a hidden column',
    (w) => workbook(row(1, c('A1', 'a') + c('B1', w)), { after: '<cols><col min="2" max="2" hidden="1"/></cols>' }),
  ],
  [
    'a merged cell',
    (w) =>
      workbook(`${TABLE}${row(3, c('A3', w) + c('B3', 'x'))}${row(4, c('B4', 'y'))}`, {
        after: '<mergeCells><mergeCell ref="A3:A4"/></mergeCells>',
      }),
  ],
  [
    'a cell over two columns of names',
    (w) =>
      workbook(
        row(1, c('B1', w)) +
          row(2, c('A2', 'Mill') + c('B2', 'Left') + c('C2', 'Right')) +
          row(3, c('A3', 'Upper') + c('B3', '5 sacks') + c('C3', '6 sacks')),
        { after: '<mergeCells><mergeCell ref="B1:C1"/></mergeCells>' },
      ),
  ],
  [
    'where a cell leads',
    (w) =>
      workbook(TABLE, {
        after: '<hyperlinks><hyperlink ref="B2" r:id="r0"/></hyperlinks>',
        links: { r0: `mailto:${w}@mill.example` },
      }),
  ],
  [
    'where a formula leads',
    (w) =>
      workbook(
        row(1, `<c r="A1" t="str"><f>HYPERLINK(&quot;https://${w}.example&quot;,&quot;Mill&quot;)</f><v>Mill</v></c>`),
      ),
  ],
  [
    'a comment',
    (w) =>
      workbook(TABLE, {
        parts: {
          'comments1.xml': [
            'comments',
            part(
              'comments',
              `<authors><author>Ann</author></authors><commentList><comment ref="B2" authorId="0"><text><r><t>${w}</t></r></text></comment></commentList>`,
            ),
          ],
        },
      }),
  ],
  [
    'a threaded comment',
    (w) =>
      workbook(TABLE, {
        parts: {
          'threadedComments/threadedComment1.xml': [
            'threadedComment',
            part('ThreadedComments', `<threadedComment ref="B2"><text>${w}</text></threadedComment>`),
          ],
        },
      }),
  ],
  [
    'a text box',
    (w) =>
      workbook(TABLE, {
        parts: {
          'drawings/drawing1.xml': [
            'drawing',
            part('xdr:wsDr', `<xdr:sp><xdr:txBody><a:p><a:r><a:t>${w}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`),
          ],
        },
      }),
  ],
  [
    'the text of a picture',
    (w) =>
      workbook(TABLE, {
        parts: {
          'drawings/drawing1.xml': [
            'drawing',
            part('xdr:wsDr', `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="a" descr="${w}"/></xdr:nvPicPr></xdr:pic>`),
          ],
        },
      }),
  ],
  [
    'a header of the page',
    (w) => workbook(TABLE, { after: `<headerFooter><oddHeader>&amp;L${w}</oddHeader></headerFooter>` }),
  ],
  [
    'a footer of the page',
    (w) => workbook(TABLE, { after: `<headerFooter><oddFooter>&amp;C${w} &amp;P</oddFooter></headerFooter>` }),
  ],
  [
    'what a cell accepts',
    (w) =>
      workbook(TABLE, {
        after: `<dataValidations><dataValidation sqref="B2" promptTitle="${w}" prompt="Text" type="list"><formula1>"a,b"</formula1></dataValidation></dataValidations>`,
      }),
    /accept|validation|prompt/,
  ],

  ['the title', (w) => workbook(TABLE, { core: part('cp:coreProperties', `<dc:title>${w}</dc:title>`) })],
  ...CHARTS.map(
    ([construct, chart]) =>
      [
        construct,
        (w: string) =>
          workbook(TABLE, {
            parts: {
              'drawings/drawing1.xml': ['drawing', part('xdr:wsDr', graphic('<c:chart r:id="r0"/>'))],
              'drawings/_rels/drawing1.xml.rels': ['none', relations({ r0: ['chart', '../charts/chart1.xml'] })],
              'charts/chart1.xml': ['none', chart(w)],
            },
          }),
      ] as const,
  ),
]);

/** A presentation of one slide. */
function slides(
  shapes: string,
  {
    attributes = '',
    parts = {},
    links: external = {},
  }: {
    attributes?: string;
    parts?: Record<string, readonly [string, string]>;
    links?: Record<string, string>;
  } = {},
): Uint8Array {
  const links = Object.entries(parts).map(([path, [type]], n) => [`r${n}`, [type, `../${path}`]] as const);
  return zip({
    'ppt/presentation.xml': part('p:presentation', '<p:sldIdLst><p:sldId id="256" r:id="s1"/></p:sldIdLst>'),
    'ppt/_rels/presentation.xml.rels': relations({ s1: ['slide', 'slides/slide1.xml'] }),
    'ppt/slides/slide1.xml': part('p:sld', `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`, attributes),
    'ppt/slides/_rels/slide1.xml.rels': relations(Object.fromEntries(links), external),
    ...Object.fromEntries(Object.entries(parts).map(([path, [, content]]) => [`ppt/${path}`, content])),
  });
}
const ap = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (text: string, placeholder = '', properties = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x" ${properties}/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${ap(text)}</p:txBody></p:sp>`;
const tableOf = (...rows: string[][]): string =>
  `<p:graphicFrame>${graphic(`<a:tbl><a:tblPr firstRow="1"/>${rows.map((cells) => `<a:tr>${cells.map((text) => `<a:tc><a:txBody>${ap(text)}</a:txBody></a:tc>`).join('')}</a:tr>`).join('')}</a:tbl>`)}</p:graphicFrame>`;

const POWERPOINT = plants('.pptx', [
  ['a title', (w) => slides(shape(w, '<p:ph type="title"/>'))],
  ['a text', (w) => slides(shape(w))],
  ['a group', (w) => slides(`<p:grpSp><p:grpSp>${shape(w)}</p:grpSp></p:grpSp>`)],
  ['a cell', (w) => slides(tableOf(['a', 'b'], ['1', w]))],
  ['a head cell', (w) => slides(tableOf(['a', w], ['1', '2']))],
  ['a head cell over empty cells', (w) => slides(tableOf(['a', w], ['1', '']))],
  [
    'where a link leads',
    (w) =>
      slides(
        '<p:sp><p:txBody><a:p><a:r><a:rPr><a:hlinkClick r:id="r9"/></a:rPr><a:t>Mill</a:t></a:r></a:p></p:txBody></p:sp>',
        { links: { r9: `https://${w}.example` } },
      ),
  ],
  ['a footer', (w) => slides(shape('Text') + shape(w, '<p:ph type="ftr"/>'))],
  [
    'the notes of the speaker',
    (w) =>
      slides(shape('Text'), {
        parts: { 'notesSlides/n1.xml': ['notesSlide', part('p:notes', shape(w, '<p:ph type="body"/>'))] },
      }),
  ],
  [
    'a text on the page of notes',
    (w) => slides(shape('Text'), { parts: { 'notesSlides/n1.xml': ['notesSlide', part('p:notes', shape(w))] } }),
  ],
  [
    'a comment',
    (w) =>
      slides(shape('Text'), {
        parts: { 'comments/c1.xml': ['comments', part('p:cmLst', `<p:cm><p:text>${w}</p:text></p:cm>`)] },
      }),
    /comment/,
  ],
  [
    'a modern comment',
    (w) =>
      slides(shape('Text'), {
        parts: {
          'comments/c1.xml': [
            'comments',
            part('p188:cmLst', `<p188:cm><p188:txBody>${ap(w)}</p188:txBody></p188:cm>`, 'xmlns:p188="urn:x"'),
          ],
        },
      }),
    /comment/,
  ],
  [
    'a diagram',
    (w) =>
      slides(`<p:graphicFrame>${graphic('<dgm:relIds r:dm="r0"/>')}</p:graphicFrame>`, {
        parts: { 'diagrams/data1.xml': ['diagramData', diagram(w)] },
      }),
  ],
  [
    'the text of a picture',
    (w) => slides(`${shape('Text')}<p:pic><p:nvPicPr><p:cNvPr id="3" name="x" descr="The ${w}"/></p:nvPicPr></p:pic>`),
  ],
  [
    'a text on the layout',
    (w) => slides(shape('Text'), { parts: { 'slideLayouts/l1.xml': ['slideLayout', part('p:sldLayout', shape(w))] } }),
  ],
  ['a hidden slide', (w) => slides(shape(w), { attributes: 'show="0"' }), /hidden slide 1/],
  ['a hidden shape', (w) => slides(shape('Text') + shape(w, '', 'hidden="1"'))],
  [
    'struck-out text',
    (w) =>
      slides(
        `${shape('Text')}<p:sp><p:txBody><a:p><a:r><a:rPr strike="sngStrike"/><a:t>${w}</a:t></a:r></a:p></p:txBody></p:sp>`,
      ),
    /[Ss]truck/,
  ],
  [
    'a formula',
    (w) =>
      slides(
        `<p:sp><p:txBody><a:p><a14:m xmlns:a14="urn:y"><m:oMath><m:r><m:t>${w}</m:t></m:r></m:oMath></a14:m></a:p></p:txBody></p:sp>`,
      ),
  ],
  [
    'an embedded object',
    (w) =>
      slides(
        `${shape('Text')}<p:graphicFrame>${graphic(`<p:oleObj progId="Excel.Sheet.12" name="${w}"/>`)}</p:graphicFrame>`,
      ),
    /embedded object/,
  ],
  ...CHARTS.map(
    ([construct, chart]) =>
      [
        construct,
        (w: string) =>
          slides(`<p:graphicFrame>${graphic('<c:chart r:id="r0"/>')}</p:graphicFrame>`, {
            parts: { 'charts/chart1.xml': ['chart', chart(w)] },
          }),
      ] as const,
  ),
]);

export const SHEETS_AND_SLIDES: readonly Plant[] = [...EXCEL, ...POWERPOINT];
