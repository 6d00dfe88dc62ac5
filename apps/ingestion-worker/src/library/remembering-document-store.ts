import { compareCodeUnits } from '@arbiter/contracts';
import type { DocumentStore, StoredDocument } from '@arbiter/ports';
import {
  listPriorDocuments,
  type PriorDocument,
  priorDocumentOf,
  type PriorDocumentSource,
} from './prior-documents.js';

/** Most documents kept in memory, over all collections: about 50 MiB. */
const MAX_REMEMBERED = 100_000;

/**
 * A document store for the only process that writes to it. It reads the prior documents of a collection once instead of once a
 * job. A small job on a large library would otherwise read a file for each document.
 */
export class RememberingDocumentStore implements DocumentStore, PriorDocumentSource {
  private readonly known = new Map<string, Map<string, PriorDocument>>();
  private changes = 0;

  constructor(private readonly inner: DocumentStore) {}

  async priorDocuments(collection: string, signal: AbortSignal): Promise<ReadonlyMap<string, PriorDocument>> {
    const known = this.known.get(collection);
    // A copy, because a run compares with the state before it wrote. Sorted, because digests are made of the list.
    if (known) return new Map([...known].sort(([a], [b]) => compareCodeUnits(a, b)));
    const before = this.changes;
    const listed = await listPriorDocuments(collection, this.inner, signal);
    // The list may or may not hold changes that were made meanwhile.
    if (before === this.changes) this.remember(collection, new Map(listed));
    return listed;
  }

  async put(document: StoredDocument, text: string, signal: AbortSignal): Promise<void> {
    await this.changing(() => this.inner.put(document, text, signal));
    for (const [collection, known] of this.known) {
      if (collection === document.collection) known.set(document.id, priorDocumentOf(document));
      else known.delete(document.id);
    }
  }

  async delete(documentId: string, signal: AbortSignal): Promise<boolean> {
    const wasThere = await this.changing(() => this.inner.delete(documentId, signal));
    for (const known of this.known.values()) known.delete(documentId);
    return wasThere;
  }

  get(documentId: string, signal: AbortSignal): Promise<StoredDocument | null> {
    return this.inner.get(documentId, signal);
  }

  text(documentId: string, signal: AbortSignal): Promise<string | null> {
    return this.inner.text(documentId, signal);
  }

  list(
    collection: string,
    page: { readonly after?: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly StoredDocument[]> {
    return this.inner.list(collection, page, signal);
  }

  count(collection: string, signal: AbortSignal): Promise<number> {
    return this.inner.count(collection, signal);
  }

  /** After a failed change, the state of the store is unknown. */
  private async changing<T>(change: () => Promise<T>): Promise<T> {
    this.changes += 1;
    try {
      return await change();
    } catch (error) {
      this.known.clear();
      throw error;
    } finally {
      this.changes += 1;
    }
  }

  private remember(collection: string, documents: Map<string, PriorDocument>): void {
    if (documents.size > MAX_REMEMBERED) return;
    this.known.set(collection, documents);
    let remembered = [...this.known.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [other, { size }] of this.known) {
      if (remembered <= MAX_REMEMBERED) break;
      if (other === collection) continue;
      this.known.delete(other);
      remembered -= size;
    }
  }
}
