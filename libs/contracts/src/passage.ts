import { z } from 'zod';

/** Name of a collection or domain, restricted to characters allowed in a URL, a NATS subject and a folder name. */
export const CollectionName = nameSchema();

/** Name of an index of a collection in a store: as the collection's, and of the same tenant whatever it is. */
export const IndexName = nameSchema();

function nameSchema() {
  return z
    .string()
    .min(1)
    .max(128)
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
      'must start with a letter or digit and hold only letters, digits, ".", "_" and "-"',
    );
}

export const Metadata = z.record(z.string(), z.unknown());
export type Metadata = z.output<typeof Metadata>;

/**
 * A piece of a stored document. Offsets are UTF-16 code units in the document's normalised text: `text ===
 * document.text.slice(start, end)` always holds.
 */
export const Passage = z.strictObject({
  chunkId: z.string().min(1),
  documentId: z.string().min(1),
  collection: CollectionName,
  text: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  title: z.string(),
  /** Origin of the document, as ingested: a relative path or a URL. */
  source: z.string(),
  /** Headings from the outermost to the innermost; empty above the first heading. */
  section: z.array(z.string()),
  /** Page on which the passage starts, from 1; null if the format has no pages. */
  page: z.int().min(1).nullable(),
  metadata: Metadata,
  /** Calibrated relevance to its query, 0–1. */
  score: z.number().min(0).max(1),
});
export type Passage = z.output<typeof Passage>;

/** A span of a stored document that supports a statement: `quote === document.text.slice(start, end)`. */
export const Citation = z.strictObject({
  /** n of the marker `[n]` in the text; this citation is `citations[n - 1]`. */
  marker: z.int().min(1),
  collection: CollectionName,
  documentId: z.string(),
  chunkId: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  quote: z.string(),
  title: z.string(),
  source: z.string(),
  section: z.array(z.string()),
  /** Page on which the quote starts, from 1; null if the format has no pages. */
  page: z.int().min(1).nullable(),
  /** Page on which the quote ends, if that is a later one. */
  lastPage: z.int().min(1).optional(),
  /** Relevance of the cited passage, 0–1. */
  score: z.number().min(0).max(1),
});
export type Citation = z.output<typeof Citation>;
