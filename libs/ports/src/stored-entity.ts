import type { EntityName } from '@arbiter/contracts';
import type { ParsedEntity } from './document-parser.js';

/** An entity of a stored document, without the data for tools. */
export interface StoredEntity extends Omit<ParsedEntity, 'data'> {
  /** `<document id>:<position among the document's entities>`; a changed document may reuse it. */
  readonly id: string;
  readonly documentId: string;
  readonly collection: string;
  /** Length of its `data`, in UTF-16 code units; 0 if it has none. */
  readonly dataLength: number;
}

export interface EntityQuery {
  /** Absent: all. */
  readonly collections?: readonly string[];
  /** Absent: any. */
  readonly type?: string;
  /**
   * A name or alias, or prefixes of its words. Case, accents and punctuation do not matter, and plurals only if nothing else
   * matches. Absent: any.
   */
  readonly name?: string;
  /** Only entities of collections that this is true of. */
  readonly isReached?: (collection: string) => boolean;
  /** Number of best results to skip; default 0. */
  readonly offset?: number;
  readonly limit: number;
}

export interface EntityNamesQuery {
  /** Absent: all. */
  readonly collection?: string;
  /** The page starts after this name, which need not exist. Absent: from the first name. */
  readonly after?: EntityName;
  /** Only names in collections that this is true of. */
  readonly isReached?: (collection: string) => boolean;
  readonly limit: number;
}
