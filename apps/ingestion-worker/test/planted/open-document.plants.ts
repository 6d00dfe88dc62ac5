import { type Plant, plants, plantsIn, zip } from './plant.js';

const NAMESPACES = 'office text table draw presentation dc svg chart style xlink meta'
  .split(' ')
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const open = (kind: string, body: string, parts: Record<string, string> = {}): Uint8Array =>
  zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content ${NAMESPACES}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...Object.fromEntries(
      Object.entries(parts).map(([path, content]) => [
        path,
        `<office:document ${NAMESPACES}>${content}</office:document>`,
      ]),
    ),
  });
const p = (text: string): string => `<text:p>${text}</text:p>`;
const cell = (text: string, attributes = ''): string =>
  `<table:table-cell office:value-type="string" ${attributes}>${p(text)}</table:table-cell>`;
const row = (...cells: string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`;
const table = (...rows: string[]): string => `<table:table table:name="T">${rows.join('')}</table:table>`;
const TEXT = p('Text.');
const margin = (name: string, text: string): Record<string, string> => ({
  'styles.xml': `<office:master-styles><style:master-page style:name="Standard"><style:${name}>${p(text)}</style:${name}></style:master-page></office:master-styles>`,
});

const WRITER = plantsIn('.odt', (body) => open('text', body), [
  ['a paragraph', (w) => p(`The ${w} turns.`)],
  ['a heading', (w) => `<text:h text:outline-level="2">The ${w}</text:h>${TEXT}`],
  [
    'a nested list',
    (w) =>
      `<text:list><text:list-item>${p('a')}<text:list><text:list-item>${p(w)}</text:list-item></text:list></text:list-item></text:list>`,
  ],
  ['a heading of a list', (w) => `<text:list><text:list-header>${p(w)}</text:list-header></text:list>`],
  ['a cell', (w) => table(row(cell('a'), cell('b')), row(cell('1'), cell(w)))],
  ['a head cell over empty cells', (w) => table(row(cell('a'), cell(w)), row(cell('1'), cell('')))],
  [
    'a merged cell',
    (w) =>
      table(row(cell(w, 'table:number-rows-spanned="2"'), cell('1')), row('<table:covered-table-cell/>', cell('2'))),
  ],
  [
    'a table in a cell',
    (w) =>
      table(
        row(cell('a'), `<table:table-cell>${table(row(cell('x'), cell(w)))}</table:table-cell>`),
        row(cell('1'), cell('2')),
      ),
  ],
  [
    'a list in a cell',
    (w) =>
      table(
        row(
          cell('a'),
          `<table:table-cell><text:list><text:list-item>${p(w)}</text:list-item></text:list></table:table-cell>`,
        ),
        row(cell('1'), cell('2')),
      ),
  ],
  [
    'a heading in a cell',
    (w) =>
      table(row(cell('a'), `<table:table-cell><text:h>${w}</text:h></table:table-cell>`), row(cell('1'), cell('2'))),
  ],
  [
    'a footnote',
    (w) =>
      p(
        `Text<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p(w)}</text:note-body></text:note>`,
      ),
  ],
  [
    'a footnote in a cell',
    (w) =>
      table(
        row(
          cell('a'),
          cell(
            `b<text:note><text:note-citation>1</text:note-citation><text:note-body>${p(w)}</text:note-body></text:note>`,
          ),
        ),
        row(cell('1'), cell('2')),
      ),
  ],
  [
    'a footnote in a heading',
    (w) =>
      `<text:h>Mill<text:note><text:note-citation>1</text:note-citation><text:note-body>${p(w)}</text:note-body></text:note></text:h>${TEXT}`,
  ],
  ['a comment', (w) => p(`Text<office:annotation><dc:creator>Ann</dc:creator>${p(w)}</office:annotation>`), /comment/],
  [
    'deleted text',
    (w) =>
      `<text:tracked-changes><text:changed-region><text:deletion>${p(w)}</text:deletion></text:changed-region></text:tracked-changes>${TEXT}`,
    /delet/,
  ],
  ['a text box', (w) => p(`<draw:frame><draw:text-box>${p(w)}</draw:text-box></draw:frame>`)],
  ['the text of a picture', (w) => p(`Text<draw:frame><draw:image/><svg:title>${w}</svg:title></draw:frame>`)],
  ['the description of a picture', (w) => p(`Text<draw:frame><draw:image/><svg:desc>${w}</svg:desc></draw:frame>`)],
  ['a section', (w) => `<text:section>${p(w)}</text:section>`],
  ['a hidden section', (w) => `${TEXT}<text:section text:display="none">${p(w)}</text:section>`],
  ['hidden text', (w) => p(`Text <text:hidden-text text:string-value="${w}">x</text:hidden-text>`), /hidden/],
  ['a span', (w) => p(`Text <text:span>${w}</text:span>`)],
  ['the text of a link', (w) => p(`See <text:a xlink:href="x">${w}</text:a>`)],
  [
    'a reading of a word',
    (w) => p(`<text:ruby><text:ruby-base>X</text:ruby-base><text:ruby-text>${w}</text:ruby-text></text:ruby>`),
  ],
  [
    'an entry of the index',
    (w) => `<text:table-of-content><text:index-body>${p(w)}</text:index-body></text:table-of-content>`,
  ],
]);

const OPEN_PARTS = [
  ...plants('.odt', [
    ['a header', (w) => open('text', TEXT, margin('header', w))],
    ['a footer', (w) => open('text', TEXT, margin('footer', w))],
    ['the title', (w) => open('text', TEXT, { 'meta.xml': `<office:meta><dc:title>${w}</dc:title></office:meta>` })],
    [
      'an embedded object',
      (w) =>
        open('text', p(`<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>`) + TEXT, {
          'Object 1/content.xml': p(w),
        }),
      /embedded object/,
    ],
  ]),
  ...plants('.ods', [
    ['a cell', (w) => open('spreadsheet', table(row(cell('a'), cell('b')), row(cell('1'), cell(w))))],
    [
      'a head cell over empty cells',
      (w) => open('spreadsheet', table(row(cell('a'), cell(w)), row(cell('1'), cell('')))),
    ],
    ['the name of a sheet', (w) => open('spreadsheet', table(row(cell('a'), cell('b'))).replace('"T"', `"${w}"`))],
    [
      'a merged cell',
      (w) =>
        open(
          'spreadsheet',
          table(
            row(cell('a'), cell('b')),
            row(cell(w, 'table:number-rows-spanned="2"'), cell('1')),
            row('<table:covered-table-cell/>', cell('2')),
          ),
        ),
    ],
    [
      'a hidden row',
      (w) =>
        open(
          'spreadsheet',
          table(
            row(cell('a'), cell('b')),
            row(cell('1'), cell(w)).replace('<table:table-row>', '<table:table-row table:visibility="collapse">'),
          ),
        ),
    ],
    [
      'a comment',
      (w) =>
        open(
          'spreadsheet',
          table(
            row(
              cell('a'),
              `<table:table-cell office:value-type="string"><office:annotation>${p(w)}</office:annotation>${p('b')}</table:table-cell>`,
            ),
            row(cell('1'), cell('2')),
          ),
        ),
    ],
    [
      'a text box',
      (w) =>
        open(
          'spreadsheet',
          `<table:table table:name="T"><table:shapes><draw:frame><draw:text-box>${p(w)}</draw:text-box></draw:frame></table:shapes>${row(cell('a'), cell('b'))}</table:table>`,
        ),
    ],
    ['a header of the page', (w) => open('spreadsheet', table(row(cell('a'), cell('b'))), margin('header', w))],
    [
      'a hint of a cell',
      (w) =>
        open(
          'spreadsheet',
          `<table:content-validations><table:content-validation><table:help-message>${p(w)}</table:help-message></table:content-validation></table:content-validations>${table(row(cell('a'), cell('b')))}`,
        ),
    ],
  ]),
  ...plants('.odp', [
    [
      'a text',
      (w) =>
        open(
          'presentation',
          `<draw:page draw:name="a"><draw:frame><draw:text-box>${p(w)}</draw:text-box></draw:frame></draw:page>`,
        ),
    ],
    [
      'a title',
      (w) =>
        open(
          'presentation',
          `<draw:page><draw:frame presentation:class="title"><draw:text-box>${p(w)}</draw:text-box></draw:frame></draw:page>`,
        ),
    ],
    [
      'the notes of the speaker',
      (w) =>
        open(
          'presentation',
          `<draw:page>${TEXT}<presentation:notes><draw:frame><draw:text-box>${p(w)}</draw:text-box></draw:frame></presentation:notes></draw:page>`,
        ),
    ],
    ['a shape', (w) => open('presentation', `<draw:page><draw:custom-shape>${p(w)}</draw:custom-shape></draw:page>`)],
    [
      'a group',
      (w) =>
        open('presentation', `<draw:page><draw:g><draw:custom-shape>${p(w)}</draw:custom-shape></draw:g></draw:page>`),
    ],
    [
      'a cell',
      (w) =>
        open(
          'presentation',
          `<draw:page><draw:frame>${table(row(cell('a'), cell('b')), row(cell('1'), cell(w)))}</draw:frame></draw:page>`,
        ),
    ],
    [
      'the text of a picture',
      (w) =>
        open(
          'presentation',
          `<draw:page>${TEXT}<draw:frame><draw:image/><svg:desc>${w}</svg:desc></draw:frame></draw:page>`,
        ),
    ],
    [
      'a comment',
      (w) => open('presentation', `<draw:page>${TEXT}<office:annotation>${p(w)}</office:annotation></draw:page>`),
      /comment/,
    ],
    [
      'a text on all slides',
      (w) =>
        open('presentation', `<draw:page>${TEXT}</draw:page>`, {
          'styles.xml': `<office:master-styles><style:master-page><draw:frame><draw:text-box>${p(w)}</draw:text-box></draw:frame></style:master-page></office:master-styles>`,
        }),
    ],
  ]),
];

const RTF = plantsIn('.rtf', (body) => `{\\rtf1\\ansi ${body}}`, [
  ['a paragraph', (w) => `The ${w} turns.\\par`],
  ['a cell', (w) => `\\trowd\\intbl a\\cell ${w}\\cell\\row\\pard`],
  [
    'a nested cell',
    (w) => `\\trowd\\intbl a\\cell {\\itap2 ${w}\\nestcell{\\*\\nesttableprops\\nestrow}}\\cell\\row\\pard`,
  ],
  ['a list', (w) => `{\\listtext 1.}${w}\\par`],
  ['a footnote', (w) => `Text{\\footnote ${w}}\\par`],
  ['a comment', (w) => `Text{\\*\\atnid A}{\\*\\annotation ${w}}\\par`, /comment/],
  ['a header', (w) => `{\\header ${w}\\par}Text.\\par`],
  ['a footer', (w) => `{\\footer ${w}\\par}Text.\\par`],
  ['a text box', (w) => `Text{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv b}}{\\shptxt ${w}\\par}}}\\par`],
  ['the result of a field', (w) => `{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt ${w}}}\\par`],
  ['the address of a link', (w) => `{\\field{\\*\\fldinst HYPERLINK "https://${w}.example/"}{\\fldrslt it}}\\par`],
  ['hidden text', (w) => `Text {\\v ${w}}\\par`, /hidden/],
  ['deleted text', (w) => `Text {\\deleted ${w}}\\par`, /Struck|hidden/],
  ['inserted text', (w) => `Text {\\revised ${w}}\\par`],
  ['a name with letters of Unicode', (w) => `Text \\u8364? ${w}\\par`],
  ['the title', (w) => `{\\info{\\title ${w}}{\\author Ann}}Text.\\par`],
  ['the author', (w) => `{\\info{\\author ${w}}}Text.\\par`],
  [
    'an embedded object',
    (w) => `Text{\\object\\objemb{\\*\\objclass Excel.Sheet.8}{\\*\\objdata 00}{\\result ${w}}}\\par`,
  ],
  ['a bookmark', (w) => `{\\*\\bkmkstart x}${w}{\\*\\bkmkend x}\\par`],
]);

export const OPEN_DOCUMENTS: readonly Plant[] = [...WRITER, ...OPEN_PARTS, ...RTF];
