import { CollectionName, Metadata } from '@arbiter/contracts';
import { z } from 'zod';
import type { ParsedPage, ParsedSection, ParsedUtterance } from './document-parser.js';

/** What beside text, sections and pages decides how a document is cut. */
export interface StoredLayout {
  /** Its blocks, in the short form of `encodeBlocks`. */
  readonly blocks: string;
  readonly utterances?: readonly ParsedUtterance[] | undefined;
}

/** A stored document without its text. */
export interface StoredDocument {
  readonly id: string;
  readonly collection: string;
  /** What ingestion walked to find it: a folder, a file, an upload. Deletions are looked for within one origin. */
  readonly origin: string;
  /** Relative path or URL, shown to people. */
  readonly source: string;
  readonly title: string;
  readonly mediaType: string;
  /** sha256 of the bytes it was read from, and of the other files that its text depends on; hexadecimal. */
  readonly contentHash: string;
  /** As its source names the content (`SourceItem.version`); absent where it does not. */
  readonly version?: string | undefined;
  /** Of parser and chunker; a newer one reads the document anew. */
  readonly pipelineVersion: number;
  /** UTF-16 code units of the text. */
  readonly length: number;
  readonly chunks: number;
  readonly sections: readonly ParsedSection[];
  readonly pages: readonly ParsedPage[];
  /** Absent where it was stored before this was kept, or would be too long: such a document is not cut anew without its source. */
  readonly layout?: StoredLayout | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** RFC 3339. */
  readonly updatedAt: string;
}

/**
 * The truth about documents; every index can be rebuilt from it. A document is here only once all indexes hold it.
 * Rejects with ArbiterError: UNAVAILABLE when the store does not answer or its disk is full or read-only.
 */
export interface DocumentStore {
  /**
   * Adds or replaces, text and description together or not at all. A document that was in another collection moves.
   *
   * @throws ArbiterError INVALID_REQUEST when the text is not `document.length` units long or not well-formed UTF-16
   */
  put(document: StoredDocument, text: string, signal: AbortSignal): Promise<void>;
  get(documentId: string, signal: AbortSignal): Promise<StoredDocument | null>;
  /** @returns null when there is no such document */
  text(documentId: string, signal: AbortSignal): Promise<string | null>;
  /** A page of a collection's documents by ascending id, those after `after`. Empty for an unknown collection. */
  list(
    collection: string,
    page: { readonly after?: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly StoredDocument[]>;
  count(collection: string, signal: AbortSignal): Promise<number>;
  /** @returns false when it was not there */
  delete(documentId: string, signal: AbortSignal): Promise<boolean>;
}

/** A document's description as stores write it down. */
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
}) satisfies z.ZodType<StoredDocument>;
