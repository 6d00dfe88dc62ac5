import { ArbiterError, type CollectionManifest, compareCodeUnits } from '@arbiter/contracts';
import type { CollectionCatalog, SourceCursor } from '../collection-catalog.js';
import type { DeletionLog, DocumentDeletion, LoggedDeletion } from '../deletion-log.js';
import type { DocumentStore, StoredDocument } from '../document-store.js';
import { type DocumentEntities, type EntityRecords, EntityStore } from '../entity-store.js';
import { canonicalJson } from '../job-queue.js';
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

export class InMemoryEntityRecords implements EntityRecords {
  readonly #held = new Map<string, DocumentEntities>();

  put(documentId: string, held: DocumentEntities, signal: AbortSignal): Promise<void> {
    return answer(signal, () => void this.#held.set(documentId, structuredClone(held)));
  }

  get(documentId: string, signal: AbortSignal): Promise<DocumentEntities | null> {
    return answer(signal, () => structuredClone(this.#held.get(documentId) ?? null));
  }

  delete(documentId: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => void this.#held.delete(documentId));
  }

  versions(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    return answer(signal, () => new Map([...this.#held.keys()].map((id) => [id, ''])));
  }

  state(signal: AbortSignal): Promise<string> {
    return answer(signal, () => '');
  }
}

/** An EntityStore that ends with the process. */
export class InMemoryEntityStore extends EntityStore {
  constructor() {
    super(new InMemoryEntityRecords());
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
