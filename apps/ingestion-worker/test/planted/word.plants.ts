import { part, relations } from '@arbiter/testing/office';
import { CHARTS, diagram, graphic } from './drawing-parts.js';
import { type Plant, plants, plantsIn, zip } from './plant.js';

const PACKAGE = {
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels': relations({ d: ['officeDocument', 'word/document.xml'] }),
};

/** A Word document. @param parts with the path of each, and the type of its relation */
function word(body: string, parts: Record<string, readonly [type: string, content: string]> = {}): Uint8Array {
  const links = Object.entries(parts).map(([path, [type]], n) => [`r${n}`, [type, path]] as const);
  return zip({
    ...PACKAGE,
    'word/document.xml': part('w:document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relations(Object.fromEntries(links)),
    ...Object.fromEntries(Object.entries(parts).map(([path, [, content]]) => [`word/${path}`, content])),
  });
}

const r = (text: string, properties = ''): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const p = (content: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const cell = (text: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(r(text))}</w:tc>`;
const TEXT = p(r('Text.'));
const picture = (properties: string): string =>
  p(
    `<w:r><w:drawing><wp:inline><wp:docPr id="1" ${properties}/><a:graphic><a:blip/></a:graphic></wp:inline></w:drawing></w:r>`,
  );

const WORD_BODIES = plantsIn('.docx', word, [
  ['a paragraph', (w) => p(r(`The ${w} turns.`))],
  ['a heading', (w) => p(r(`The ${w}`), '<w:pStyle w:val="Heading1"/>') + TEXT],
  ['a list', (w) => p(r(w), '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>')],
  ['a cell', (w) => `<w:tbl><w:tr>${cell('a')}${cell(w)}</w:tr></w:tbl>`],
  [
    'a merged cell',
    (w) =>
      `<w:tbl><w:tr>${cell(w, '<w:vMerge w:val="restart"/>')}${cell('1')}</w:tr><w:tr>${cell('', '<w:vMerge/>')}${cell('2')}</w:tr></w:tbl>`,
  ],
  [
    'text in a covered cell',
    (w) =>
      `<w:tbl><w:tr>${cell('a', '<w:vMerge w:val="restart"/>')}${cell('1')}</w:tr><w:tr>${cell(w, '<w:vMerge/>')}${cell('2')}</w:tr></w:tbl>`,
    /cell that another one covers/,
  ],
  [
    'a table in a cell',
    (w) =>
      `<w:tbl><w:tr>${cell('a')}<w:tc><w:tbl><w:tr>${cell('x')}${cell(w)}</w:tr></w:tbl>${p('')}</w:tc></w:tr></w:tbl>`,
  ],
  [
    'the caption of a table',
    (w) => `<w:tbl><w:tblPr><w:tblCaption w:val="The ${w}"/></w:tblPr><w:tr>${cell('a')}${cell('b')}</w:tr></w:tbl>`,
  ],
  [
    'the description of a table',
    (w) =>
      `<w:tbl><w:tblPr><w:tblDescription w:val="The ${w}"/></w:tblPr><w:tr>${cell('a')}${cell('b')}</w:tr></w:tbl>`,
  ],
  ['inserted text', (w) => TEXT + p(`<w:ins w:author="A">${r(w)}</w:ins>`)],
  ['moved text', (w) => TEXT + p(`<w:moveTo w:author="A">${r(w)}</w:moveTo>`)],
  ['deleted text', (w) => TEXT + p(`<w:del w:author="A"><w:r><w:delText>${w}</w:delText></w:r></w:del>`), /delet/],
  ['text that was moved away', (w) => TEXT + p(`<w:moveFrom w:author="A">${r(w)}</w:moveFrom>`), /delet/],
  [
    'a deleted row',
    (w) =>
      `${TEXT}<w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr><w:tr><w:trPr><w:del/></w:trPr>${cell(w)}${cell('c')}</w:tr></w:tbl>`,
    /delet/,
  ],
  ['hidden text', (w) => TEXT + p(r(w, '<w:vanish/>')), /[Hh]idden/],
  ['struck-out text', (w) => TEXT + p(r('a ') + r(w, '<w:strike/>')), /[Ss]truck/],
  [
    'a text box',
    (w) =>
      p(
        `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${p(r(w))}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`,
      ),
  ],
  ['a content control', (w) => `<w:sdt><w:sdtContent>${p(r(w))}</w:sdtContent></w:sdt>`],

  ['the result of a field', (w) => p(`<w:fldSimple w:instr="REF x">${r(w)}</w:fldSimple>`)],
  [
    'the address of a field',
    (w) => p(`<w:fldSimple w:instr=' HYPERLINK "https://${w}.example/" '>${r('it')}</w:fldSimple>`),
  ],

  ['the text of a picture', (w) => TEXT + picture(`descr="The ${w}"`)],
  ['the title of a picture', (w) => TEXT + picture(`descr="A mill" title="The ${w}"`)],
  ['mathematics', (w) => p(`<m:oMath><m:r><m:t>${w}</m:t></m:r></m:oMath>`)],
  ['a text of WordArt', (w) => p(`<w:r><w:pict><v:shape><v:textpath string="${w}"/></v:shape></w:pict></w:r>`)],
]);

const notes = (name: string, text: string): string =>
  part(`w:${name}s`, `<w:${name} w:id="2" w:author="Ann" w:initials="A">${p(r(text))}</w:${name}>`);
const header = (w: string): readonly [string, string] => ['header', part('w:hdr', p(r(w)))];
const SECTION = '<w:sectPr><w:headerReference w:type="default" r:id="r0"/></w:sectPr>';
const WORD_PARTS = plants('.docx', [
  [
    'a footnote',
    (w) =>
      word(p(`${r('Text')}<w:r><w:footnoteReference w:id="2"/></w:r>`), {
        'footnotes.xml': ['footnotes', notes('footnote', w)],
      }),
  ],
  [
    'an endnote',
    (w) =>
      word(p(`${r('Text')}<w:r><w:endnoteReference w:id="2"/></w:r>`), {
        'endnotes.xml': ['endnotes', notes('endnote', w)],
      }),
  ],
  [
    'a comment',
    (w) =>
      word(p(`${r('Text')}<w:r><w:commentReference w:id="2"/></w:r>`), {
        'comments.xml': ['comments', notes('comment', w)],
      }),
    /[Cc]omment/,
  ],
  ['a header', (w) => word(TEXT + SECTION, { 'header1.xml': header(w) })],
  [
    'a header of the first page',
    (w) =>
      word(`${TEXT}<w:sectPr><w:titlePg/><w:headerReference w:type="first" r:id="r0"/></w:sectPr>`, {
        'header1.xml': header(w),
      }),
  ],
  [
    'a footer',
    (w) =>
      word(`${TEXT}<w:sectPr><w:footerReference w:type="default" r:id="r0"/></w:sectPr>`, {
        'footer1.xml': ['footer', part('w:ftr', p(r(w)))],
      }),
  ],
  [
    'an inserted document',
    (w) => word(`${TEXT}<w:altChunk r:id="r0"/>`, { 'chunk.html': ['aFChunk', `<p>${w}</p>`] }),
    /inserted document/,
  ],
  [
    'an embedded object',
    (w) =>
      word(TEXT + p('<w:r><w:object><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r>'), {
        'embeddings/a.bin': ['oleObject', w],
      }),
    /embedded object/,
  ],
  [
    'a diagram',
    (w) =>
      word(p(`<w:r><w:drawing><wp:inline>${graphic('<dgm:relIds r:dm="r0"/>')}</wp:inline></w:drawing></w:r>`), {
        'diagrams/data1.xml': ['diagramData', diagram(w)],
      }),
  ],

  ...CHARTS.map(
    ([construct, chart]) =>
      [
        construct,
        (w: string) =>
          word(p(`<w:r><w:drawing><wp:inline>${graphic('<c:chart r:id="r0"/>')}</wp:inline></w:drawing></w:r>`), {
            'charts/chart1.xml': ['chart', chart(w)],
          }),
      ] as const,
  ),
]);

export const WORD: readonly Plant[] = [...WORD_BODIES, ...WORD_PARTS];
