import { compareCodeUnits, type EntityName } from '@arbiter/contracts';
import type { ParsedEntity } from '../document-parser.js';
import type { EntityNamesQuery, EntityQuery, EntityStore, StoredEntity } from '../entity-store.js';
import { EntityIndex } from '../entity-index.js';
import { namedEntities, placeOfEntity, type NamedEntity } from '../select-entities.js';
import { answer } from './answer.js';

interface Held {
  readonly collection: string;
  readonly entities: readonly ParsedEntity[];
  readonly named: readonly NamedEntity[];
}

/** Forgets everything with the process; otherwise what an EntityStore promises. */
export class InMemoryEntityStore implements EntityStore {
  readonly #documents = new Map<string, Held>();
  readonly #names = new EntityIndex();

  replace(
    document: { readonly id: string; readonly collection: string },
    entities: readonly ParsedEntity[],
    signal: AbortSignal,
  ): Promise<void> {
    return answer(signal, () => {
      this.#names.delete(document.id);
      if (entities.length === 0) this.#documents.delete(document.id);
      else {
        const copied = structuredClone(entities);
        const held = { collection: document.collection, entities: copied, named: namedEntities(document, copied) };
        this.#documents.set(document.id, held);
        this.#names.put(document.id, held.named);
      }
    });
  }

  ofDocument(documentId: string, signal: AbortSignal): Promise<readonly ParsedEntity[]> {
    return answer(signal, () => structuredClone(this.#documents.get(documentId)?.entities ?? []));
  }

  get(entityId: string, signal: AbortSignal): Promise<StoredEntity | null> {
    return answer(signal, () => {
      const place = placeOfEntity(entityId);
      return structuredClone(place && this.#documents.get(place.documentId)?.named[place.ordinal]?.entity) ?? null;
    });
  }

  data(entityId: string, signal: AbortSignal): Promise<string | null> {
    return answer(signal, () => {
      const place = placeOfEntity(entityId);
      return (place && this.#documents.get(place.documentId)?.entities[place.ordinal]?.data) ?? null;
    });
  }

  find(query: EntityQuery, signal: AbortSignal): Promise<readonly StoredEntity[]> {
    return answer(signal, () => structuredClone(this.#names.find(query)));
  }

  names(query: EntityNamesQuery, signal: AbortSignal): Promise<readonly EntityName[]> {
    return answer(signal, () => structuredClone(this.#names.names(query)));
  }

  delete(documentIds: readonly string[], signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      for (const id of documentIds) {
        this.#documents.delete(id);
        this.#names.delete(id);
      }
    });
  }

  documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]> {
    return answer(signal, () =>
      [...this.#documents]
        .filter(([, held]) => held.collection === collection)
        .map(([id]) => id)
        .sort(compareCodeUnits),
    );
  }
}
