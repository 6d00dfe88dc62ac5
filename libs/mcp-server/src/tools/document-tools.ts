import {
  ArbiterError,
  deleteDocument,
  documentUrl,
  getDocument,
  getDocumentText,
  listCollections,
  listDocuments,
  shownLine,
  shownText,
  type DocumentSummary,
} from '@arbiter/contracts';
import { z } from 'zod';
import { documentAt } from '../resources/read-document.js';
import { formatDocumentUri, LibraryDomains } from '../resources/resource-uris.js';
import { asJson, READS, textContent, type McpTool, type ToolCall } from './mcp-tool.js';
import type { Linking } from './slim-answer.js';
import { inputSchemaOf, parseArguments } from './tool-schema.js';

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
export function readDocumentTool(name: string): McpTool {
  return {
    name,
    title: 'Read a document',
    description: `The text of a document, or of a span of it with what stands around it. Without an end: ${PIECE} characters from the start; "next" is where the rest begins.`,
    inputSchema: inputSchemaOf(ReadArguments, {
      documentId: 'Its id, or else:',
      uri: 'its document:// address.',
      start: 'Offset of the span, as citations have it; 0 when left out.',
      end: 'Offset of its end.',
      context: 'Characters to show before and after the span.',
    }),
    annotations: READS,
    async run(args, call) {
      const { documentId, uri, start = 0, end, context } = parseArguments(ReadArguments, args);
      const document = await documentOf({ documentId, uri }, call);
      const { text } = await call.caller.request(getDocumentText, { documentId: document.id }, call.options);
      if (start > text.length || (end ?? 0) > text.length) {
        throw new ArbiterError('INVALID_REQUEST', `The document ends at ${text.length}.`, {
          details: { length: text.length },
        });
      }
      const to = end ?? wholeCharacter(text, start + PIECE);
      const linking = { domains: await LibraryDomains.read(call.caller, call.options), publicUrl: call.publicUrl };
      const quote = text.slice(start, to);
      const isWhole = start === 0 && to === text.length;
      const read = {
        ...describeDocument(document, linking),
        // The place, unless it is all of the document.
        ...(call.publicUrl !== undefined &&
          !isWhole && { url: documentUrl(call.publicUrl, document.id, { start, end: to, quote }) }),
        start,
        end: to,
        before: shownText(text.slice(wholeCharacter(text, Math.max(0, start - context)), start)),
        text: shownText(quote),
        after: shownText(text.slice(to, wholeCharacter(text, to + context))),
        next: to < text.length ? to : null,
      };
      const rest = read.next === null || end !== undefined ? '' : `\n\n[It goes on: start ${read.next}]`;
      return { structured: read, content: [textContent(`${read.before}${read.text}${read.after}${rest}`)] };
    },
  };
}

/** @throws ArbiterError NOT_FOUND, INVALID_REQUEST for an address that several documents have */
export async function documentOf(
  { documentId, uri = '' }: { readonly documentId?: string | undefined; readonly uri?: string | undefined },
  { caller, options }: Pick<ToolCall, 'caller' | 'options'>,
): Promise<DocumentSummary> {
  if (documentId !== undefined) return caller.request(getDocument, { documentId }, options);
  const document = await documentAt(uri, caller, options);
  if (!document) throw new ArbiterError('NOT_FOUND', `There is no document at ${shownLine(uri)}.`);
  return document;
}

/** The offset itself, or the one before where it would divide a character; never beyond the text. */
function wholeCharacter(text: string, offset: number): number {
  const at = Math.min(offset, text.length);
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  const divides = before >= 0xd8_00 && before < 0xdc_00 && after >= 0xdc_00 && after < 0xe0_00;
  return divides ? at - 1 : at;
}

/** What a client needs of a document to choose, cite and read it. */
export function describeDocument(document: DocumentSummary, { domains, publicUrl }: Linking) {
  const { id, collection, title, source, length, updatedAt } = document;
  return {
    documentId: id,
    title: shownLine(title === '' ? source : title),
    source: shownLine(source),
    collection,
    length,
    updatedAt,
    uri: formatDocumentUri({ domain: domains.domainOf(collection), path: source, id }),
    ...(publicUrl !== undefined && { url: documentUrl(publicUrl, id) }),
  };
}

const ListArguments = listDocuments.input.extend({
  limit: z.int().min(1).max(200).default(50),
});

export function listDocumentsTool(name: string): McpTool {
  return {
    name,
    title: 'List the documents',
    description: 'The documents of a collection, page by page.',
    inputSchema: inputSchemaOf(ListArguments, { after: '"next" of the page before.' }),
    annotations: READS,
    async run(args, { caller, options, publicUrl }) {
      const { documents, next } = await caller.request(listDocuments, parseArguments(ListArguments, args), options);
      const linking = { domains: await LibraryDomains.read(caller, options), publicUrl };
      return asJson({ documents: documents.map((document) => describeDocument(document, linking)), next });
    },
  };
}

export function listCollectionsTool(name: string): McpTool {
  return {
    name,
    title: 'List the collections',
    description: 'The collections of the library with their domain, language and number of documents.',
    inputSchema: inputSchemaOf(listCollections.input),
    annotations: READS,
    async run(args, { caller, options }) {
      const [{ collections }, domains] = await Promise.all([
        caller.request(listCollections, parseArguments(listCollections.input, args), options),
        LibraryDomains.read(caller, options),
      ]);
      return asJson({
        collections: collections.map(({ manifest, documents }) => ({
          name: manifest.name,
          domain: domains.domainOf(manifest.name),
          language: manifest.language,
          documents,
        })),
      });
    },
  };
}

export function deleteDocumentTool(name: string): McpTool {
  return {
    name,
    title: 'Delete a document',
    description: `${deleteDocument.summary} It cannot be taken back: ask the person first.`,
    inputSchema: inputSchemaOf(deleteDocument.input),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    async run(args, { caller, options }) {
      const deleted = await caller.request(deleteDocument, parseArguments(deleteDocument.input, args), options);
      return { structured: deleted, content: [textContent(`The document "${deleted.documentId}" is deleted.`)] };
    },
  };
}
