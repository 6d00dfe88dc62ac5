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

/**
 * The entities that documents describe, found by name. A document's entities are stored before the document and deleted after
 * it. A found entity may therefore be outdated, but none is missing. Rejects with ArbiterError: UNAVAILABLE when the store does
 * not answer or its disk is full or read-only.
 */
export interface EntityStore {
  /** Replaces all entities of a document, or none on failure. */
  replace(
    document: { readonly id: string; readonly collection: string },
    entities: readonly ParsedEntity[],
    signal: AbortSignal,
  ): Promise<void>;
  /** Complete entities in the order of storage; empty for a document without any. */
  ofDocument(documentId: string, signal: AbortSignal): Promise<readonly ParsedEntity[]>;
  get(entityId: string, signal: AbortSignal): Promise<StoredEntity | null>;
  /** @returns null if the entity is unknown or has no data */
  data(entityId: string, signal: AbortSignal): Promise<string | null>;
  /** Matches of the name come first, then of an alias, then of prefixes; ties by name and id. */
  find(query: EntityQuery, signal: AbortSignal): Promise<readonly StoredEntity[]>;
  /**
   * Distinct combinations of collection, name and type, in that order.
   *
   * @returns without names that are too long to search for, and without names that have no letter or digit
   */
  names(query: EntityNamesQuery, signal: AbortSignal): Promise<readonly EntityName[]>;
  /** Deletes the entities of documents; a document without any is no error. */
  delete(documentIds: readonly string[], signal: AbortSignal): Promise<void>;
  /** Ids of the documents of a collection that have entities, ascending. */
  documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]>;
}
