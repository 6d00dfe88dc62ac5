import { CollectionName, compareCodeUnits, type EntityName } from '@arbiter/contracts';
import { z } from 'zod';
import { PARSED_ENTITY_SHAPE, type ParsedEntity } from './document-parser.js';
import { EntityIndex } from './entity-index.js';
import { namedEntities, type NamedEntity, placeOfEntity } from './select-entities.js';
import type { EntityNamesQuery, EntityQuery, StoredEntity } from './stored-entity.js';

/** The stored entities of one document. */
export interface DocumentEntities {
  readonly collection: string;
  readonly entities: readonly ParsedEntity[];
}

export const DocumentEntitiesSchema = z.object({
  collection: CollectionName,
  entities: z.array(z.object(PARSED_ENTITY_SHAPE)),
});

/** What an engine keeps for an EntityStore: the entities of each document that has any, by its id. Errors as those of the store. */
export interface EntityRecords {
  /** Replaces those of a document, in full or not at all; writes of one document are done in the order of the calls. */
  put(documentId: string, held: DocumentEntities, signal: AbortSignal): Promise<void>;
  /** @returns null for a document without any */
  get(documentId: string, signal: AbortSignal): Promise<DocumentEntities | null>;
  /** A document without any is no error. */
  delete(documentId: string, signal: AbortSignal): Promise<void>;
  /** Ids of documents, each with a version that differs from that of what was put for it before. */
  versions(signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** Another one after each change by another process; always the same where this process alone writes. */
  state(signal: AbortSignal): Promise<string>;
}

const READ_AT_ONCE = 8;

interface Known {
  readonly version: string;
  readonly collection: string;
  readonly named: readonly NamedEntity[];
}

/**
 * The entities that documents describe, found by name. A document's entities are stored before the document and deleted after
 * it. A found entity may therefore be outdated, but none is missing. All names are kept in memory; before each use the store asks
 * whether another process has changed any. Rejects with ArbiterError: UNAVAILABLE when the store does not answer, its disk is
 * full or read-only, or what it holds is damaged.
 */
export class EntityStore {
  readonly #known = new Map<string, Known>();
  readonly #names = new EntityIndex();
  /** Documents that this process has changed since it began to read what others have. */
  readonly #changed = new Set<string>();
  #seen: string | null = null;
  #reading: Promise<void> = Promise.resolve();

  constructor(private readonly records: EntityRecords) {}

  /** Replaces all entities of a document, or none on failure. */
  async replace(
    { id, collection }: { readonly id: string; readonly collection: string },
    entities: readonly ParsedEntity[],
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    if (entities.length === 0) return this.delete([id], signal);
    const held = { collection, entities };
    await this.records.put(id, held, signal);
    this.#changed.add(id);
    this.#know(id, '', held);
  }

  /** Complete entities in the order of storage; empty for a document without any. */
  async ofDocument(documentId: string, signal: AbortSignal): Promise<readonly ParsedEntity[]> {
    signal.throwIfAborted();
    return (await this.records.get(documentId, signal))?.entities ?? [];
  }

  async get(entityId: string, signal: AbortSignal): Promise<StoredEntity | null> {
    const place = placeOfEntity(entityId);
    await this.#catchUp(signal);
    return (place && this.#known.get(place.documentId)?.named[place.ordinal]?.entity) ?? null;
  }

  /** @returns null if the entity is unknown or has no data */
  async data(entityId: string, signal: AbortSignal): Promise<string | null> {
    const place = placeOfEntity(entityId);
    return (place && (await this.ofDocument(place.documentId, signal))[place.ordinal]?.data) ?? null;
  }

  /** Matches of the name come first, then of an alias, then of prefixes; ties by name and id. */
  async find(query: EntityQuery, signal: AbortSignal): Promise<readonly StoredEntity[]> {
    await this.#catchUp(signal);
    return this.#names.find(query);
  }

  /**
   * Distinct combinations of collection, name and type, in that order.
   *
   * @returns without names that are too long to search for, and without names that have no letter or digit
   */
  async names(query: EntityNamesQuery, signal: AbortSignal): Promise<readonly EntityName[]> {
    await this.#catchUp(signal);
    return this.#names.names(query);
  }

  /** Deletes the entities of documents; a document without any is no error. */
  async delete(documentIds: readonly string[], signal: AbortSignal): Promise<void> {
    for (const id of documentIds) {
      await this.records.delete(id, signal);
      this.#changed.add(id);
      this.#forget(id);
    }
  }

  /** Ids of the documents of a collection that have entities, ascending. */
  async documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]> {
    await this.#catchUp(signal);
    const held = [...this.#known].filter(([, known]) => known.collection === collection);
    return held.map(([id]) => id).sort(compareCodeUnits);
  }

  async #catchUp(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const state = await this.records.state(signal);
    const reading = this.#reading.then(() => (state === this.#seen ? undefined : this.#readChanged(state, signal)));
    this.#reading = reading.catch(() => undefined);
    await reading;
  }

  async #readChanged(state: string, signal: AbortSignal): Promise<void> {
    this.#changed.clear();
    const versions = await this.records.versions(signal);
    for (const id of this.#known.keys()) if (!versions.has(id) && !this.#changed.has(id)) this.#forget(id);
    const changed = [...versions].filter(([id, version]) => this.#known.get(id)?.version !== version);
    for (let from = 0; from < changed.length; from += READ_AT_ONCE) {
      const some = changed.slice(from, from + READ_AT_ONCE).map(async ([id, version]) => {
        const held = await this.records.get(id, signal);
        if (held && !this.#changed.has(id)) this.#know(id, version, held);
      });
      await Promise.all(some);
    }
    // Changes since then make another state, which the next call reads.
    this.#seen = state;
  }

  #know(id: string, version: string, { collection, entities }: DocumentEntities): void {
    const named = namedEntities({ id, collection }, entities);
    this.#known.set(id, { version, collection, named });
    this.#names.put(id, named);
  }

  #forget(id: string): void {
    this.#known.delete(id);
    this.#names.delete(id);
  }
}
