import type { EntityName } from '@arbiter/contracts';
import type { ParsedEntity } from './document-parser.js';

/** An entity of a stored document, without what only tools read. */
export interface StoredEntity extends Omit<ParsedEntity, 'data'> {
  /** `<document id>:<place among the document's entities>`; another one may have it when the document has changed. */
  readonly id: string;
  readonly documentId: string;
  readonly collection: string;
  /** UTF-16 units of its `data`; 0 where it has none. */
  readonly dataLength: number;
}

export interface EntityQuery {
  /** Absent: all. */
  readonly collections?: readonly string[];
  /** Absent: any. */
  readonly type?: string;
  /**
   * A name or an alias, or the beginnings of words of one; case, accents and punctuation do not count, and where nothing is
   * called so, plurals do not either. Absent: any.
   */
  readonly name?: string;
  /** Results left out from the best on; default 0. */
  readonly offset?: number;
  readonly limit: number;
}

export interface EntityNamesQuery {
  /** Absent: all. */
  readonly collection?: string;
  /** Left out with all that come before it, whether or not anything is called so. Absent: from the first. */
  readonly after?: EntityName;
  readonly limit: number;
}

/**
 * The entities that documents describe, found by name. A document's entities are there from before it is in the document
 * store until after it has left: what is found may have to be looked for again, but nothing is missing.
 * Rejects with ArbiterError: UNAVAILABLE when the store does not answer or its disk is full or read-only.
 */
export interface EntityStore {
  /** Puts all entities of a document in the place of those that it had, all or none. */
  replace(
    document: { readonly id: string; readonly collection: string },
    entities: readonly ParsedEntity[],
    signal: AbortSignal,
  ): Promise<void>;
  /** In the order in which they were put, whole; empty for a document without any. */
  ofDocument(documentId: string, signal: AbortSignal): Promise<readonly ParsedEntity[]>;
  get(entityId: string, signal: AbortSignal): Promise<StoredEntity | null>;
  /** @returns null where there is no such entity, or it has none */
  data(entityId: string, signal: AbortSignal): Promise<string | null>;
  /** The name itself first, then an alias, then beginnings of words; equals by name and id. */
  find(query: EntityQuery, signal: AbortSignal): Promise<readonly StoredEntity[]>;
  /**
   * By what entities can be asked for: each collection, name and type once, in that order.
   *
   * @returns without names longer than an entity can be asked for by, and without those that have no letter or digit
   */
  names(query: EntityNamesQuery, signal: AbortSignal): Promise<readonly EntityName[]>;
  /** Those of documents; one that has none is no error. */
  delete(documentIds: readonly string[], signal: AbortSignal): Promise<void>;
  /** Ids of the documents of a collection that have entities, ascending. */
  documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]>;
}
