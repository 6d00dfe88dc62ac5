import type { ExtractableDocument, Extraction, FoundRelations } from '@arbiter/extraction';
import type { SnapshotDocument } from './graph-snapshot.js';

/** Work that asks for documents by their position, and only for those whose text it needs. */
export type DocumentWork<T> = Generator<number, T, ExtractableDocument | null>;

/** Does work with documents that are in memory. */
export function workOn<T>(work: DocumentWork<T>, documents: readonly ExtractableDocument[]): T {
  let step = work.next();
  while (!step.done) step = work.next(documents[step.value] ?? null);
  return step.value;
}

/** Does work with documents that are read when it asks for them. @param read gives null for a document that is gone */
export async function workReading<T>(
  work: DocumentWork<T>,
  read: (position: number) => Promise<ExtractableDocument | null>,
): Promise<T> {
  let step = work.next();
  while (!step.done) step = work.next(await read(step.value));
  return step.value;
}

/** What a document says that depends on the other documents as well, or on the changelog. Plain JSON. */
export interface ReadParts {
  readonly relations: FoundRelations;
  /** Entities by id, with the places that name them. */
  readonly mentions: readonly (readonly [id: string, start: number, end: number])[];
  /** Places that name a slug of the changelog, as they are written. */
  readonly slugs: readonly (readonly [slug: string, start: number, name: string])[];
  /** Definitions of entities. */
  readonly definitions: readonly string[];
}
export type ReadPart = keyof ReadParts;
const NO_PARTS: ReadParts = { relations: { told: [], homes: [] }, mentions: [], slugs: [], definitions: [] };

/** A part with a digest of what it depends on besides the document itself. */
export type KeptParts = { readonly [P in ReadPart]?: { readonly basis: string; readonly value: ReadParts[P] } };

/** What builds have read in one document. A part is read again only when what it depends on has changed. */
export class DocumentReading {
  private current: KeptParts;
  private isRead = false;

  /**
   * @param key names the document's contents, its extractor and the schema: `readingKey`
   * @param words `documentWords`
   * @param digest such as SHA-256
   */
  constructor(
    readonly key: string,
    readonly extraction: Extraction,
    readonly words: Uint32Array,
    private readonly digest: (text: string) => string,
    parts: KeptParts = {},
  ) {
    this.current = parts;
  }

  get parts(): KeptParts {
    return this.current;
  }

  /** Whether a part was read since it was constructed. */
  get hasChanged(): boolean {
    return this.isRead;
  }

  /**
   * @param position of the document, under which its text is asked for
   * @param basis all that the part depends on besides the document
   */
  *part<P extends ReadPart>(
    part: P,
    position: number,
    basis: string,
    read: (document: ExtractableDocument) => ReadParts[P],
  ): DocumentWork<ReadParts[P]> {
    const kept: { readonly basis: string; readonly value: ReadParts[P] } | undefined = this.current[part];
    const digest = this.digest(basis);
    if (kept?.basis === digest) return kept.value;
    const document = yield position;
    // Deleted since it was listed.
    if (!document) return NO_PARTS[part];
    const value = read(document);
    this.current = { ...this.current, [part]: { basis: digest, value } };
    this.isRead = true;
    return value;
  }
}

/** A document with what the snapshot keeps of it. */
export interface GraphDocument extends ExtractableDocument {
  readonly source: string;
  readonly contentHash: string;
  /** Null for a document about the world before the first session. */
  readonly session: number | null;
  /** Groups that may read it; absent: everybody. */
  readonly groups?: readonly string[] | undefined;
}

/** A document of which only the text may still have to be read. */
export interface ListedDocument extends SnapshotDocument {
  /** By which evidence names it; extraction reads the type of a thing from its folder. */
  readonly path: string;
  readonly reading: DocumentReading;
}
