import { HtmlParser } from '../src/html.parser.js';
import { DocxParser } from '../src/docx.parser.js';
import type { ParsedDocument } from '@arbiter/ports';
import { makeDocx } from './make-documents.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const NAMESPACES = Object.entries({
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  r: OFFICE,
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
  wp: `${DRAWING}/wordprocessingDrawing`,
  a: `${DRAWING}/main`,
  pic: `${DRAWING}/picture`,
  c: `${DRAWING}/chart`,
  dgm: `${DRAWING}/diagram`,
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

/** A part with all namespaces of Word's. */
export function part(name: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><${name} ${NAMESPACES}>${content}</${name}>`;
}

/** A run with formatting. */
export function run(text: string, properties = ''): string {
  return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** A field with its result, as Word writes it. */
export function field(instruction: string, result: string): string {
  const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  return `${mark('begin')}<w:r><w:instrText> ${instruction} </w:instrText></w:r>${mark('separate')}${run(result)}${mark('end')}`;
}

export interface MadeWordDocument {
  readonly body: string;
  readonly parts?: Readonly<Record<string, string>>;
  /** Type and target of each relation of the body, by its id. */
  readonly relations?: Readonly<Record<string, readonly [string, string]>>;
}

export function makeWordDocument({ body, parts = {}, relations = {} }: MadeWordDocument): Uint8Array {
  const links = Object.entries(relations).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return makeDocx('', {
    'word/document.xml': part('w:document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`,
    ...parts,
  });
}

/** Reads a document with the given parts. */
export function readWord(document: MadeWordDocument): Promise<ParsedDocument> {
  const bytes = makeWordDocument(document);
  return new DocxParser(new HtmlParser()).parse({ bytes, name: 'note.docx', signal: new AbortController().signal });
}
