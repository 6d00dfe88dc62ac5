import { z } from 'zod';
import { BytePiece, pieceAsked, Sha256 } from '../operation/byte-pieces.js';
import { defineOperation } from '../operation/define-operation.js';
import { QueryBoolean } from '../operation/query-boolean.js';
import { PageBox } from '../page-box.js';
import { CitedPlace, CollectionName, Metadata } from '../passage.js';
import { Redaction } from '../redaction.js';

const DocumentId = z.strictObject({ documentId: z.string().min(1).max(128) });

/** A stored document without its text. */
export const DocumentSummary = z.strictObject({
  id: z.string(),
  collection: CollectionName,
  title: z.string(),
  source: z.string(),
  mediaType: z.string(),
  /** sha256 of the original bytes, hexadecimal. */
  contentHash: z.string(),
  /** Length of the normalised text in UTF-16 code units. */
  length: z.int().min(0),
  chunks: z.int().min(0),
  metadata: Metadata,
  updatedAt: z.iso.datetime(),
  /** Extra: the file as it was read. Absent for documents of older versions, or where originals are not kept. */
  original: z.strictObject({ sha256: Sha256, bytes: z.int().min(0), mediaType: z.string() }).optional(),
});
export type DocumentSummary = z.output<typeof DocumentSummary>;

/** A heading of a document with its position. Its section ends at the next heading of the same or a higher level. */
export const DocumentSection = z.strictObject({
  heading: z.string(),
  /** 1 is outermost. */
  level: z.int().min(1),
  /** Offset of the heading in the text, in UTF-16 code units. */
  start: z.int().min(0),
});
export type DocumentSection = z.output<typeof DocumentSection>;

/** Where a page of the original begins in the text. */
export const DocumentPage = z.strictObject({
  /** From 1. */
  number: z.int().min(1),
  /** In UTF-16 code units. */
  start: z.int().min(0),
});
export type DocumentPage = z.output<typeof DocumentPage>;

/** A stored document with its outline, still without its text. */
export const DocumentDescription = DocumentSummary.extend({
  /** In the order of the text; empty if there are no headings. */
  sections: z.array(DocumentSection),
  /** In the order of the text; absent for a format without pages. */
  pages: z.array(DocumentPage).optional(),
});
export type DocumentDescription = z.output<typeof DocumentDescription>;

export const listDocuments = defineOperation({
  name: 'ingestion.list-documents',
  summary: 'List the documents of a collection in order of their ids.',
  input: z.strictObject({
    collection: CollectionName,
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
    /** The page starts after this id; `next` of the previous page. */
    after: z.string().max(128).optional(),
  }),
  output: z.strictObject({ documents: z.array(DocumentSummary), next: z.string().nullable() }),
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/documents' },
  mcp: { tool: 'list-documents' },
  examples: { 'a collection': { collection: 'default' } },
});

export const getDocument = defineOperation({
  name: 'ingestion.get-document',
  summary: 'Describe a stored document.',
  input: DocumentId,
  output: DocumentDescription,
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/documents/{documentId}' },
  examples: { 'an id': { documentId: 'd1' } },
});

export const getDocumentText = defineOperation({
  name: 'ingestion.get-document-text',
  summary: 'The stored, normalised text of a document: what every offset counts in.',
  input: DocumentId,
  output: z.strictObject({ text: z.string() }),
  errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/documents/{documentId}/text', mediaType: 'text/plain; charset=utf-8' },
  mcp: { tool: 'read-document' },
  examples: { 'an id': { documentId: 'd1' } },
});

/** UTF-16 code units of a text that one request may ask to mark: several pages. */
const MAX_MARKED = 20_000;

/** The boxes of a span on one page. */
export const MarkedPage = z.strictObject({
  /** From 1. */
  page: z.int().min(1),
  /** Of the page as it is shown (turned, and cut to its crop box), in points. */
  width: z.number().min(0),
  height: z.number().min(0),
  /** In the order of the text; words that stand side by side on a line share one. */
  boxes: z.array(PageBox).min(1),
});
export type MarkedPage = z.output<typeof MarkedPage>;

export const locateSpan = defineOperation({
  name: 'ingestion.locate-span',
  summary:
    'Where the words of a span stand on the pages of the original PDF. Empty for other formats, and for words whose place is not known.',
  input: DocumentId.extend({
    /** Offsets in the stored text, in UTF-16 code units. */
    start: z.coerce.number().int().min(0),
    end: z.coerce.number().int().min(1),
  })
    .refine(({ start, end }) => start < end, { path: ['end'], error: 'must be beyond start' })
    .refine(({ start, end }) => end - start <= MAX_MARKED, {
      path: ['end'],
      error: `must be at most ${MAX_MARKED} beyond start`,
    }),
  /** Pages in ascending order, those with a box alone. */
  output: z.strictObject({ pages: z.array(MarkedPage) }),
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/documents/{documentId}/boxes' },
  examples: { 'a quote': { documentId: 'd1', start: 120, end: 164 } },
});

export const getDocumentOriginal = defineOperation({
  name: 'ingestion.get-document-original',
  summary: 'The file that a document was read from, byte by byte as it was.',
  input: DocumentId.extend(pieceAsked),
  output: BytePiece,
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/documents/{documentId}/original', bytes: true },
  examples: {
    'what it is': { documentId: 'd1' },
    'its first bytes': { documentId: 'd1', length: 65_536 },
    'bytes in the middle': { documentId: 'd1', offset: 65_536, length: 65_536 },
  },
});

/** Of pictures of pages, in pixels: a page of A4 at 300 dots per inch has 2,480 across. */
export const MIN_PICTURE_WIDTH = 100;
export const MAX_PICTURE_WIDTH = 2_400;

export const getPagePicture = defineOperation({
  name: 'ingestion.get-page-picture',
  summary:
    'A page of a document as a picture (JPEG), drawn when it is first asked for. Documents read from PDF files have pages.',
  input: DocumentId.extend({
    /** From 1. */
    page: z.coerce.number().int().min(1),
    /** Of the picture, in pixels. A page that is very tall comes out narrower. */
    width: z.coerce.number().int().min(MIN_PICTURE_WIDTH).max(MAX_PICTURE_WIDTH).default(1_200),
    ...pieceAsked,
  }),
  output: BytePiece,
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  // One that waits for a document that breaks the limits of drawing must outlast it.
  deadlineMs: 40_000,
  http: { method: 'GET', path: '/v1/pages/{documentId}/{page}', bytes: true },
  examples: {
    'what it is': { documentId: 'd1', page: 3 },
    'its first bytes, as a small picture': { documentId: 'd1', page: 3, width: 300, length: 65_536 },
  },
});

/** A part of a page as a layout model sees it. A table with rules may be called a figure. */
export const PageRegion = z.strictObject({
  kind: z.enum(['title', 'text', 'figure', 'table', 'caption', 'header', 'footer', 'other']),
  /** 0–1. */
  confidence: z.number().min(0).max(1),
  box: PageBox,
});
export type PageRegion = z.output<typeof PageRegion>;

export const getPageRegions = defineOperation({
  name: 'ingestion.get-page-regions',
  summary:
    'Figures, tables, captions and texts of a page with their boxes, found in its picture when first asked for. A page on which nothing is drawn, no lines and no images, has none.',
  input: DocumentId.extend({ /** From 1. */ page: z.coerce.number().int().min(1) }),
  /** The most certain first. */
  output: z.strictObject({ regions: z.array(PageRegion) }),
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: 40_000,
  http: { method: 'GET', path: '/v1/pages/{documentId}/{page}/regions' },
  examples: { 'a page': { documentId: 'd1', page: 3 } },
});

/** A piece of a document as searches find it: `text === document.text.slice(start, end)`. */
export const DocumentChunk = CitedPlace.omit({ collection: true, documentId: true, title: true, source: true }).extend({
  /** Position in the document, from 0. */
  ordinal: z.int().min(0),
  text: z.string(),
});
export type DocumentChunk = z.output<typeof DocumentChunk>;

export const listDocumentChunks = defineOperation({
  name: 'ingestion.list-document-chunks',
  summary: 'List the chunks of a document in their order, as the index holds them.',
  input: DocumentId.extend({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** The page starts at this ordinal; `next` of the previous page. */
    from: z.coerce.number().int().min(0).default(0),
  }),
  output: z.strictObject({
    /** Chunks of the document. */
    total: z.int().min(0),
    chunks: z.array(DocumentChunk),
    /** Null on the last page. */
    next: z.int().min(1).nullable(),
  }),
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/documents/{documentId}/chunks' },
  examples: { 'the first page': { documentId: 'd1' }, 'a later page': { documentId: 'd1', from: 50, limit: 100 } },
});

export const deleteDocument = defineOperation({
  name: 'ingestion.delete-document',
  summary: 'Delete a document from the store and every index.',
  input: DocumentId,
  output: z.strictObject({ documentId: z.string(), chunks: z.int().min(0) }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'editor',
  idempotent: true,
  deadlineMs: 30_000,
  http: { method: 'DELETE', path: '/v1/documents/{documentId}' },
  mcp: { tool: 'delete-document' },
  examples: { 'an id': { documentId: 'd1' } },
});

/** Documents deleted from the library in one step. */
export const Deletion = Redaction.extend({
  /** Position in the order of deletions, for `after`. */
  position: z.string().min(1),
  collection: CollectionName,
  /** Ids of the documents that have not been stored again since. */
  documents: z.array(z.string()),
});
export type Deletion = z.output<typeof Deletion>;

export const listDeletions = defineOperation({
  name: 'ingestion.list-deletions',
  summary: 'List deleted documents, so that stores of their text can redact it.',
  input: z.strictObject({
    /** The page starts after this position; absent: with the oldest known deletion. */
    after: z.string().min(1).max(128).optional(),
    limit: z.int().min(1).max(100).default(100),
  }),
  output: z.strictObject({
    /** In order of deletion. */
    deletions: z.array(Deletion),
  }),
  role: 'admin',
  idempotent: true,
  examples: { 'all that are known': {}, 'those after a position': { after: '17' } },
});

export const dropCollection = defineOperation({
  name: 'ingestion.drop-collection',
  summary:
    'Delete a collection with its manifest, its documents, every index, its graph with its corrections and its changelog, so that it can be built anew.',
  input: z.strictObject({
    collection: CollectionName,
    /** Extra: leave the changelog and the corrections of the graph, for a collection that is built anew from its sources. */
    keepChangelog: QueryBoolean,
  }),
  output: z.strictObject({
    collection: CollectionName,
    /** Documents deleted. */
    documents: z.int().min(0),
    /** Chunks deleted. */
    chunks: z.int().min(0),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'admin',
  idempotent: true,
  deadlineMs: 60_000,
  http: { method: 'DELETE', path: '/v1/collections/{collection}' },
  examples: {
    'a collection': { collection: 'default' },
    'all but the changelog': { collection: 'default', keepChangelog: 'true' },
  },
});
