import {
  ArbiterError,
  deleteDocument,
  getDocument,
  getDocumentText,
  listCollections,
  listDocuments,
  shownLine,
  shownText,
  type DocumentSummary,
} from '@arbiter/contracts';
import { z } from 'zod';
import type { Places } from '../library.js';
import { documentAt } from '../resources/read-document.js';
import { asJson, textContent, toolOf, WRITES } from './mcp-tool.js';
import { pictureOf } from './page-picture.js';

/** UTF-16 code units that a call reads where it names no end: some 5,000 tokens. */
const PIECE = 20_000;
/** And at most: what a message of any client takes. */
export const MAX_PIECE = 200_000;
const MAX_CONTEXT = 10_000;

const Offset = z.int().min(0);

const ReadArguments = z
  .strictObject({
    documentId: getDocument.input.shape.documentId.optional(),
    uri: z.string().min(1).max(4_096).optional(),
    start: Offset.optional(),
    end: Offset.optional(),
    context: z.int().min(0).max(MAX_CONTEXT).default(0),
    picture: z.int().min(1).optional(),
  })
  .refine(({ documentId, uri }) => (documentId === undefined) !== (uri === undefined), {
    path: ['documentId'],
    error: 'name the document either by its id or by its address',
  })
  .refine(({ start = 0, end }) => end === undefined || end > start, { path: ['end'], error: 'must be beyond start' })
  .refine(({ start = 0, end }) => end === undefined || end - start <= MAX_PIECE, {
    path: ['end'],
    error: `must be at most ${MAX_PIECE} beyond start`,
  });

/** The text of a document around a span, as offsets of citations count in it. */
export const READ_DOCUMENT = toolOf(getDocumentText, {
  title: 'Read a document',
  description: `The text of a document, or of a span of it with what stands around it. Without an end: ${PIECE} characters from the start; "next" is where the rest begins.`,
  input: ReadArguments,
  fields: {
    documentId: 'Its id, or else:',
    uri: 'its document:// address.',
    start: 'Offset of the span, as citations have it; 0 when left out.',
    end: 'Offset of its end.',
    context: 'Characters to show before and after the span.',
    picture: 'A page whose picture to show besides.',
  },
  async run({ documentId, uri = '', start = 0, end, context, picture }, library) {
    const document =
      documentId === undefined ? await documentAt(uri, library) : await library.ask(getDocument, { documentId });
    if (!document) throw new ArbiterError('NOT_FOUND', `There is no document at ${shownLine(uri)}.`);
    const [{ text }, places] = await Promise.all([
      library.ask(getDocumentText, { documentId: document.id }),
      library.places(),
    ]);
    if (start > text.length || (end ?? 0) > text.length) {
      const details = { length: text.length };
      throw new ArbiterError('INVALID_REQUEST', `The document ends at ${text.length}.`, { details });
    }
    const to = end ?? wholeCharacter(text, start + PIECE);
    const quote = text.slice(start, to);
    const isWhole = start === 0 && to === text.length;
    const read = {
      ...describeDocument(document, places),
      // The place, unless it is all of the document.
      ...(!isWhole && places.linkTo(document.id, { start, end: to, quote })),
      start,
      end: to,
      before: shownText(text.slice(wholeCharacter(text, Math.max(0, start - context)), start)),
      text: shownText(quote),
      after: shownText(text.slice(to, wholeCharacter(text, to + context))),
      next: to < text.length ? to : null,
    };
    const rest = read.next === null || end !== undefined ? '' : `\n\n[It goes on: start ${read.next}]`;
    const shown = textContent(`${read.before}${read.text}${read.after}${rest}`);
    const drawn = picture === undefined ? [] : [await pictureOf({ documentId: document.id, page: picture }, library)];
    return { structured: read, content: [shown, ...drawn] };
  },
});

/** The offset itself, or the one before where it would divide a character; never beyond the text. */
export function wholeCharacter(text: string, offset: number): number {
  const at = Math.min(offset, text.length);
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  const divides = before >= 0xd8_00 && before < 0xdc_00 && after >= 0xdc_00 && after < 0xe0_00;
  return divides ? at - 1 : at;
}

/** What a client needs of a document to choose, cite and read it. */
export function describeDocument(document: DocumentSummary, places: Places) {
  const { id, collection, title, source, length, updatedAt } = document;
  return {
    documentId: id,
    title: shownLine(title === '' ? source : title),
    source: shownLine(source),
    collection,
    length,
    updatedAt,
    uri: places.uriOf({ collection, source, documentId: id }),
    ...places.linkTo(id),
  };
}

export const LIST_DOCUMENTS = toolOf(listDocuments, {
  title: 'List the documents',
  description: 'The documents of a collection, page by page.',
  input: listDocuments.input.extend({ limit: z.int().min(1).max(200).default(50) }),
  fields: { after: '"next" of the page before.' },
  async run(args, library) {
    const [{ documents, next }, places] = await Promise.all([library.ask(listDocuments, args), library.places()]);
    return asJson({ documents: documents.map((document) => describeDocument(document, places)), next });
  },
});

export const LIST_COLLECTIONS = toolOf(listCollections, {
  title: 'List the collections',
  description: 'The collections of the library with their domain, language and number of documents.',
  async run(args, library) {
    const [{ collections }, places] = await Promise.all([library.ask(listCollections, args), library.places()]);
    return asJson({
      collections: collections.map(({ manifest: { name, language }, documents }) => ({
        ...{ name, domain: places.domainOf(name), language, documents },
      })),
    });
  },
});

export const DELETE_DOCUMENT = toolOf(deleteDocument, {
  title: 'Delete a document',
  description: `${deleteDocument.summary} It cannot be taken back: ask the person first.`,
  annotations: WRITES,
  async run(args, library) {
    const deleted = await library.ask(deleteDocument, args);
    return { structured: deleted, content: [textContent(`The document "${deleted.documentId}" is deleted.`)] };
  },
});
