import { CollectionName, Metadata } from '@arbiter/contracts';
import { z } from 'zod';
import type { ParsedPage, ParsedSection, ParsedUtterance } from './document-parser.js';

/** The data that determines how a document is cut, besides text, sections and pages. */
export interface StoredLayout {
  /** Its blocks, in the short form of `encodeBlocks`. */
  readonly blocks: string;
  readonly utterances?: readonly ParsedUtterance[] | undefined;
}

/** A stored document without its text. */
export interface StoredDocument {
  readonly id: string;
  readonly collection: string;
  /** The folder, file or upload that it was found in. Deletions are detected within one origin. */
  readonly origin: string;
  /** Relative path or URL, for people. */
  readonly source: string;
  readonly title: string;
  readonly mediaType: string;
  /** sha256 of the original bytes, and of the other files that its text depends on; hexadecimal. */
  readonly contentHash: string;
  /** Version of the content according to its source (`SourceItem.version`); absent if the source has none. */
  readonly version?: string | undefined;
  /** Version of parser and chunker; a newer one reads the document again. */
  readonly pipelineVersion: number;
  /** Length of the text in UTF-16 code units. */
  readonly length: number;
  readonly chunks: number;
  readonly sections: readonly ParsedSection[];
  readonly pages: readonly ParsedPage[];
  /** Absent in documents of older versions, or if it would be too long. Cutting such a document again needs its source. */
  readonly layout?: StoredLayout | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** RFC 3339. */
  readonly updatedAt: string;
  /** The bytes that it was read from, which the BlobStore keeps; absent where it does not. */
  readonly original?: { readonly sha256: string; readonly bytes: number; readonly mediaType: string } | undefined;
}

/**
 * The source of truth for documents, from which all indexes can be rebuilt. A document is stored here only once all indexes
 * hold it. Rejects with ArbiterError: UNAVAILABLE when the store does not answer or its disk is full or read-only.
 */
export interface DocumentStore {
  /**
   * Adds or replaces text and description, both or neither. A document of another collection moves.
   *
   * @throws ArbiterError INVALID_REQUEST when the text is not `document.length` units long or not well-formed UTF-16
   */
  put(document: StoredDocument, text: string, signal: AbortSignal): Promise<void>;
  get(documentId: string, signal: AbortSignal): Promise<StoredDocument | null>;
  /** @returns null for an unknown document */
  text(documentId: string, signal: AbortSignal): Promise<string | null>;
  /** A page of a collection's documents after `after`, by ascending id. Empty for an unknown collection. */
  list(
    collection: string,
    page: { readonly after?: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly StoredDocument[]>;
  count(collection: string, signal: AbortSignal): Promise<number>;
  /** @returns false for an unknown document */
  delete(documentId: string, signal: AbortSignal): Promise<boolean>;
}

/** Schema of a stored document's description. */
export const StoredDocumentSchema = z.object({
  id: z.string().min(1),
  collection: CollectionName,
  origin: z.string(),
  source: z.string(),
  title: z.string(),
  mediaType: z.string(),
  contentHash: z.string(),
  version: z.string().optional(),
  pipelineVersion: z.number(),
  length: z.int().min(0),
  chunks: z.int().min(0),
  sections: z.array(z.object({ heading: z.string(), level: z.int(), start: z.int().min(0) })),
  pages: z.array(z.object({ number: z.int().min(1), start: z.int().min(0) })),
  layout: z
    .object({
      blocks: z.string(),
      utterances: z
        .array(
          z.object({
            start: z.int().min(0),
            end: z.int().min(0),
            speaker: z.string().nullable(),
            from: z.number().nullable(),
            to: z.number().nullable(),
          }),
        )
        .optional(),
    })
    .optional(),
  metadata: Metadata,
  updatedAt: z.string(),
  original: z.object({ sha256: z.string(), bytes: z.int().min(0), mediaType: z.string() }).optional(),
}) satisfies z.ZodType<StoredDocument>;
