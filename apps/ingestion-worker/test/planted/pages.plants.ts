import { part } from '@arbiter/testing/office';
import { FONT, onePage, PAGE, stream } from '@arbiter/testing/pdf';
import { type Plant, plants, zip } from './plant.js';

const show = (text: string, y = 700): string => `BT /F 12 Tf 50 ${y} Td (${text}) Tj ET`;
const annotated = (annotation: string): Uint8Array =>
  onePage({ 3: PAGE.replace('/Contents', '/Annots [6 0 R] /Contents') }, [annotation]);
const NOTE = '<< /Type /Annot /Rect [50 500 300 520]';
const described = (w: string, key: string): Uint8Array => {
  const bytes = Buffer.from(onePage()).toString('latin1');
  return Buffer.from(bytes.replace('/Root 1 0 R', `/Root 1 0 R /Info << /${key} (The ${w}) >>`), 'latin1');
};

const PDF = plants('.pdf', [
  ['a line', (w) => onePage({ 4: stream(show(`The ${w} turns.`)) })],
  ['a line at the foot of the page', (w) => onePage({ 4: stream(show('Text of the page.') + show(`The ${w}`, 20)) })],
  ['a line at the head of the page', (w) => onePage({ 4: stream(show(`The ${w}`, 790) + show('Text of the page.')) })],
  ['small print', (w) => onePage({ 4: stream(`${show('Text.')} BT /F 4 Tf 50 30 Td (${w}) Tj ET`) })],
  ['turned text', (w) => onePage({ 4: stream(`${show('Text.')} BT /F 12 Tf 0 1 -1 0 300 300 Tm (${w}) Tj ET`) })],
  ['white text', (w) => onePage({ 4: stream(`${show('Text.')} 1 1 1 rg ${show(w, 600)}`) })],
  ['invisible text', (w) => onePage({ 4: stream(`${show('Text.')} BT 3 Tr /F 12 Tf 50 600 Td (${w}) Tj ET`) })],
  [
    'a form',
    (w) =>
      onePage({ 3: PAGE.replace('/Font <<', '/XObject << /X 6 0 R >> /Font <<'), 4: stream('/X Do') }, [
        stream(show(w), '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F 5 0 R >> >>'),
      ]),
  ],

  ['a text note', (w) => annotated(`${NOTE} /Subtype /FreeText /Contents (${w}) /DA (/F 12 Tf) >>`)],
  ['a sticky note', (w) => annotated(`${NOTE} /Subtype /Text /Contents (The ${w}) >>`), /Page 1: comments/],
  [
    'a note on marked text',
    (w) => annotated(`${NOTE} /Subtype /Highlight /QuadPoints [50 520 300 520 50 500 300 500] /Contents (The ${w}) >>`),
    /Page 1: comments/,
  ],
  ['a stamp', (w) => annotated(`${NOTE} /Subtype /Stamp /Contents (The ${w}) >>`), /Page 1: comments/],

  ['a text field', (w) => annotated(`${NOTE} /Subtype /Widget /FT /Tx /T (a) /V (${w}) >>`)],
  ['a choice', (w) => annotated(`${NOTE} /Subtype /Widget /FT /Ch /T (a) /V (${w}) /Opt [(${w})] >>`)],
  ['a hidden field', (w) => annotated(`${NOTE} /Subtype /Widget /F 2 /FT /Tx /T (a) /V (${w}) >>`), /hidden/],
  [
    'a bookmark that is found nowhere',
    (w) =>
      onePage({ 1: '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>' }, [
        '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
        `<< /Title (The ${w}) /Parent 6 0 R /Dest [3 0 R /Fit] >>`,
      ]),
    /Bookmarks/,
  ],
  [
    'an attached file',
    (w) =>
      onePage({ 1: '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a.txt) 6 0 R] >> >> >>' }, [
        '<< /Type /Filespec /F (a.txt) /EF << /F 7 0 R >> >>',
        stream(w, '/Type /EmbeddedFile'),
      ]),
    /Attached files.*a\.txt/,
  ],
  ['the title', (w) => described(w, 'Title')],
  ['the author', (w) => described(w, 'Author')],
  ['the subject', (w) => described(w, 'Subject')],
  ['keywords', (w) => described(w, 'Keywords')],
  [
    'a scanned page',
    () =>
      onePage(
        { 3: PAGE.replace('/Font <<', '/XObject << /X 6 0 R >> /Font <<'), 4: stream('600 0 0 800 0 0 cm /X Do') },
        [stream('x', '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8')],
      ),
    /[Pp]age 1/,
  ],
]).concat(plants('.pdf', [['a font without letters', (w) => onePage({ 4: stream(show(w)), 5: FONT })]]));

interface Book {
  readonly spine?: string;
  readonly manifest?: string;
  readonly metadata?: string;
  readonly files?: Readonly<Record<string, string>>;
}
const chapter = (body: string): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`;
const book = (body: string, { spine = '', manifest = '', metadata = '', files = {} }: Book = {}): Uint8Array =>
  zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    'book.opf': part(
      'package',
      `<metadata><dc:title>Mills</dc:title>${metadata}</metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>${manifest}</manifest><spine><itemref idref="a"/>${spine}</spine>`,
    ),
    'a.xhtml': chapter(body),
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [path, chapter(text)])),
  });
const ITEM = '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>';

const EPUB = plants('.epub', [
  ['a paragraph', (w) => book(`<p>The ${w} turns.</p>`)],
  [
    'a note',
    (w) =>
      book(
        `<p>Text<a href="#n" epub:type="noteref" xmlns:epub="x">1</a>.</p><aside id="n" epub:type="footnote" xmlns:epub="x"><p>The ${w}.</p></aside>`,
      ),
  ],
  ['the text of a picture', (w) => book(`<p>Text <img src="x" alt="${w}"/></p>`)],
  [
    'a chapter beside the order',
    (w) =>
      book('<p>Text.</p>', {
        manifest: ITEM,
        spine: '<itemref idref="b" linear="no"/>',
        files: { 'b.xhtml': `<p>${w}</p>` },
      }),
  ],
  [
    'a chapter in no order',
    (w) => book('<p>Text.</p>', { manifest: ITEM, files: { 'b.xhtml': `<p>${w}</p>` } }),
    /b\.xhtml/,
  ],
  [
    'a chapter that is missing',
    (w) => book('<p>Text.</p>', { manifest: ITEM.replace('b.xhtml', `${w}.xhtml`), spine: '<itemref idref="b"/>' }),
    /missing/,
  ],
  [
    'a drawing as a chapter',
    (w) =>
      book('<p>Text.</p>', {
        manifest: '<item id="b" href="b.svg" media-type="image/svg+xml"/>',
        spine: '<itemref idref="b"/>',
        files: { 'b.svg': w },
      }),
    /b\.svg/,
  ],
  ['a drawing', (w) => book(`<p>Text.</p><svg xmlns="http://www.w3.org/2000/svg"><text>${w}</text></svg>`), /drawing/],
  ['the description', (w) => book('<p>Text.</p>', { metadata: `<dc:description>${w}</dc:description>` })],
  ['the author', (w) => book('<p>Text.</p>', { metadata: `<dc:creator>${w}</dc:creator>` })],
  ['the subject', (w) => book('<p>Text.</p>', { metadata: `<dc:subject>${w}</dc:subject>` })],
]);

export const PAGES: readonly Plant[] = [...PDF, ...EPUB];
