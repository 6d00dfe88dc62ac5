import { z } from 'zod';
import { PageBox } from './page-box.js';
import { pagesOfSpan } from './passage-pages.js';

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

const place = {
  collection: CollectionName,
  documentId: z.string(),
  chunkId: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  title: z.string(),
  source: z.string(),
  section: z.array(z.string()),
  /** Page on which the span starts, from 1; null if the format has no pages. */
  page: z.int().min(1).nullable(),
  /** Page on which the span ends, if that is a later one. */
  lastPage: z.int().min(1).optional(),
};

/** Where a span of a stored document stands. */
export const CitedPlace = z.strictObject(place);
export type CitedPlace = z.output<typeof CitedPlace>;

/** Most places that a citation names beside its own: more copies of one sentence say nothing new. */
export const MAX_OTHER_PLACES = 3;

/** A span of a stored document that supports a statement: `quote === document.text.slice(start, end)`. */
export const Citation = z.strictObject({
  /** n of the marker `[n]` in the text; this citation is `citations[n - 1]`. */
  marker: z.int().min(1),
  ...place,
  quote: z.string(),
  /** Relevance of the cited passage, 0–1. */
  score: z.number().min(0).max(1),
  /**
   * Further places of what was found that hold the same sentence: a copy, another version. White space, the case of the first
   * letter, emphasis and marks of lists may differ from `quote`. Absent if there are none.
   */
  alsoAt: z.array(CitedPlace).min(1).max(MAX_OTHER_PLACES).optional(),
  /** Part of `page` whose picture was read; absent where the quote says it in words. */
  box: PageBox.optional(),
});
export type Citation = z.output<typeof Citation>;

/** @param span in the stored document, within the passage */
export function placeIn(
  passage: Passage,
  { start, end }: { readonly start: number; readonly end: number },
): CitedPlace {
  const { collection, documentId, chunkId, title, source, section } = passage;
  return {
    collection,
    documentId,
    chunkId,
    start,
    end,
    title,
    source,
    section,
    ...pagesOfSpan(passage, { start, end }),
  };
}

/** Ids of the documents whose words citations show, each once. */
export function citedDocuments(citations: readonly Pick<Citation, 'documentId' | 'alsoAt'>[]): string[] {
  return [
    ...new Set(
      citations.flatMap(({ documentId, alsoAt = [] }) => [documentId, ...alsoAt.map((one) => one.documentId)]),
    ),
  ];
}
