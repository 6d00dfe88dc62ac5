import { ArbiterError, type CollectionManifest, compareCodeUnits, type EntityName } from '@arbiter/contracts';
import type { CollectionCatalog, SourceCursor } from '../collection-catalog.js';
import type { DeletionLog, DocumentDeletion, LoggedDeletion } from '../deletion-log.js';
import type { ParsedEntity } from '../document-parser.js';
import type { DocumentStore, StoredDocument } from '../document-store.js';
import { EntityIndex } from '../entity-index.js';
import type { EntityNamesQuery, EntityQuery, EntityStore, StoredEntity } from '../entity-store.js';
import { canonicalJson } from '../job-queue.js';
import { namedEntities, type NamedEntity, placeOfEntity } from '../select-entities.js';
import { answer } from './clock.js';

export class InMemoryCollectionCatalog implements CollectionCatalog {
  readonly #manifests = new Map<string, CollectionManifest>();
  readonly #generations = new Map<string, number>();
  readonly #cursors = new Map<string, Map<string, SourceCursor>>();
  #lastGeneration = 0;

  list(signal: AbortSignal): Promise<readonly CollectionManifest[]> {
    return answer(signal, () => [...this.#manifests.values()].sort((a, b) => compareCodeUnits(a.name, b.name)));
  }

  get(name: string, signal: AbortSignal): Promise<CollectionManifest | null> {
    return answer(signal, () => this.#manifests.get(name) ?? null);
  }

  create(manifest: CollectionManifest, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      const present = this.#manifests.get(manifest.name);
      if (present === undefined) {
        this.#manifests.set(manifest.name, Object.freeze({ ...manifest }));
        this.#renew(manifest.name);
      } else if (settingsOf(present) !== settingsOf(manifest)) {
        throw new ArbiterError('CONFLICT', `Collection "${manifest.name}" was made with other settings.`);
      }
    });
  }

  replace(manifest: CollectionManifest, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      if (!this.#manifests.has(manifest.name)) {
        throw new ArbiterError('NOT_FOUND', `There is no collection "${manifest.name}".`);
      }
      this.#manifests.set(manifest.name, Object.freeze({ ...manifest }));
    });
  }

  generation(name: string, signal: AbortSignal): Promise<string | null> {
    return answer(signal, () => (this.#manifests.has(name) ? String(this.#generations.get(name)) : null));
  }

  advance(name: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#renew(name);
    });
  }

  delete(name: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#manifests.delete(name);
      this.#cursors.delete(name);
    });
  }

  cursor(collection: string, source: string, signal: AbortSignal): Promise<SourceCursor | null> {
    return answer(signal, () => this.#cursors.get(collection)?.get(source) ?? null);
  }

  keepCursor(collection: string, source: string, cursor: SourceCursor, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      if (!this.#manifests.has(collection)) return;
      const kept = this.#cursors.get(collection) ?? new Map<string, SourceCursor>();
      this.#cursors.set(collection, kept.set(source, { ...cursor }));
    });
  }

  #renew(name: string): void {
    this.#lastGeneration += 1;
    this.#generations.set(name, this.#lastGeneration);
  }
}

/** Everything except the time of creation, for comparison. */
function settingsOf({ createdAt: _createdAt, ...settings }: CollectionManifest): string {
  return canonicalJson(settings);
}

/** A DocumentStore that ends with the process. */
export class InMemoryDocumentStore implements DocumentStore {
  readonly #documents = new Map<string, { readonly document: StoredDocument; readonly text: string }>();

  put(document: StoredDocument, text: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      if (document.length !== text.length || !text.isWellFormed()) {
        throw new ArbiterError(
          'INVALID_REQUEST',
          `The text of document "${document.id}" must be well-formed and ${document.length} UTF-16 units long.`,
        );
      }
      this.#documents.set(document.id, { document: structuredClone(document), text });
    });
  }

  get(documentId: string, signal: AbortSignal): Promise<StoredDocument | null> {
    return answer(signal, () => structuredClone(this.#documents.get(documentId)?.document ?? null));
  }

  text(documentId: string, signal: AbortSignal): Promise<string | null> {
    return answer(signal, () => this.#documents.get(documentId)?.text ?? null);
  }

  list(
    collection: string,
    { after, limit }: { readonly after?: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly StoredDocument[]> {
    return answer(signal, () =>
      this.#of(collection)
        .filter(({ id }) => after === undefined || id > after)
        .sort((a, b) => compareCodeUnits(a.id, b.id))
        .slice(0, limit)
        .map((document) => structuredClone(document)),
    );
  }

  count(collection: string, signal: AbortSignal): Promise<number> {
    return answer(signal, () => this.#of(collection).length);
  }

  delete(documentId: string, signal: AbortSignal): Promise<boolean> {
    return answer(signal, () => this.#documents.delete(documentId));
  }

  #of(collection: string): StoredDocument[] {
    return [...this.#documents.values()].map(({ document }) => document).filter((one) => one.collection === collection);
  }
}

interface Held {
  readonly collection: string;
  readonly entities: readonly ParsedEntity[];
  readonly named: readonly NamedEntity[];
}

/** An EntityStore that ends with the process. */
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

export class InMemoryDeletionLog implements DeletionLog {
  readonly #deletions: LoggedDeletion[] = [];

  append(deletion: DocumentDeletion, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#deletions.push({ ...structuredClone(deletion), position: String(this.#deletions.length + 1) });
    });
  }

  after(position: string | null, limit: number, signal: AbortSignal): Promise<readonly LoggedDeletion[]> {
    return answer(signal, () => structuredClone(this.#deletions.slice(Number(position ?? 0)).slice(0, limit)));
  }
}
