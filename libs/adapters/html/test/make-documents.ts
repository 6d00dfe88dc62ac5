import { relations } from '@arbiter/testing/office';
import { strToU8, zipSync, type Zippable } from 'fflate';

const CONTENT_TYPES = `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>`;
const STYLES = `<?xml version="1.0" encoding="UTF-8"?>
<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/></w:style>
</w:styles>`;

/** The same bytes each time. Only the media type of an e-book is not compressed, as its format demands (EPUB 3.3, 4.3). */
export function zip(parts: Record<string, string | Uint8Array>): Uint8Array {
  const zippable: Zippable = {};
  for (const [path, part] of Object.entries(parts)) {
    zippable[path] = [typeof part === 'string' ? strToU8(part) : part, { level: path === 'mimetype' ? 0 : 6 }];
  }
  return zipSync(zippable, { mtime: new Date('2026-01-01T00:00:00') });
}

/** A paragraph of Word's, in a style or none. */
export function paragraph(text: string, { style = '', bold = false } = {}): string {
  const properties = style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  const run = `<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`;
  return `<w:p>${properties}${run}</w:p>`;
}

export function table(rows: readonly (readonly string[])[], boldHead = false): string {
  const cells = (row: readonly string[], bold: boolean): string =>
    row.map((text) => `<w:tc>${paragraph(text, { bold })}</w:tc>`).join('');
  return `<w:tbl>${rows.map((row, index) => `<w:tr>${cells(row, boldHead && index === 0)}</w:tr>`).join('')}</w:tbl>`;
}

/** A Word document with the given body; `parts` are added, or take the place of ours. */
export function makeDocx(body: string, parts: Record<string, string | Uint8Array> = {}): Uint8Array {
  return zip({
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relations({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': STYLES,
    'word/_rels/document.xml.rels': relations({ r1: ['styles', 'styles.xml'] }),
    ...parts,
  });
}

export interface MadeChapter {
  readonly path: string;
  readonly body: string;
}

/** An e-book (EPUB 3) with the given chapters in this order, described as a book of the harbour. */
export function makeEpub(
  chapters: readonly MadeChapter[],
  parts: Record<string, string | Uint8Array> = {},
): Uint8Array {
  const items = chapters.map(({ path }, n) => `<item id="c${n}" href="${path}" media-type="application/xhtml+xml"/>`);
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'OEBPS/book.opf': `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Harbour of Pell</dc:title><dc:creator>Ines Vane</dc:creator>
<dc:creator>Tomas Reed</dc:creator><dc:language>en</dc:language><dc:date>2026-03-01</dc:date></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join('')}</manifest>
<spine><itemref idref="nav"/>${chapters.map((_, n) => `<itemref idref="c${n}"/>`).join('')}</spine></package>`,
    'OEBPS/nav.xhtml': `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<nav epub:type="toc"><ol>${chapters.map(({ path }, n) => `<li><a href="${path}">Chapter ${n + 1}</a></li>`).join('')}</ol></nav></body></html>`,
    ...Object.fromEntries(
      chapters.map(({ path, body }) => [
        `OEBPS/${decodeURIComponent(path)}`,
        `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`,
      ]),
    ),
    ...parts,
  });
}

/** Replaces bytes of the same length wherever they stand: what writers of archives refuse to write. */
export function patched(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const latin = Buffer.from(bytes).toString('latin1');
  return new Uint8Array(Buffer.from(latin.replaceAll(from, to), 'latin1'));
}

/** Breaks the compressed content of a file in an archive: its first bytes no longer begin a stream. */
export function withBrokenFile(bytes: Uint8Array, path: string): Uint8Array {
  const broken = Uint8Array.from(bytes);
  // The name stands before its content, and once more in the directory at the end.
  const content = Buffer.from(bytes).indexOf(path) + path.length;
  broken.fill(0xff, content, content + 4);
  return broken;
}
