import { HtmlParser } from '../src/html.parser.js';
import { DocxParser } from '../src/docx.parser.js';
import type { ParsedDocument } from '@arbiter/ports';
import { part, relations as relationsOf } from '@arbiter/testing/office';
import { makeDocx } from './make-documents.js';

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
  return makeDocx('', {
    'word/document.xml': part('w:document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relationsOf(relations),
    ...parts,
  });
}

/** Reads a document with the given parts. */
export function readWord(document: MadeWordDocument): Promise<ParsedDocument> {
  const bytes = makeWordDocument(document);
  return new DocxParser(new HtmlParser()).parse({ bytes, name: 'note.docx', signal: new AbortController().signal });
}
