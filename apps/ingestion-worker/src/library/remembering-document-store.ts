import { compareCodeUnits } from '@arbiter/contracts';
import type { DocumentStore, StoredDocument } from '@arbiter/ports';
import {
  listPriorDocuments,
  type PriorDocument,
  priorDocumentOf,
  type PriorDocumentSource,
} from './prior-documents.js';

/** Documents that are remembered, of all collections: some 50 MiB. */
const MAX_REMEMBERED = 100_000;

/**
 * A store that this process alone writes to. What a run needs to know of all documents is read from it once and not for each job,
 * so that a small job on a large library does not read a file for each of its documents.
 */
export class RememberingDocumentStore implements DocumentStore, PriorDocumentSource {
  private readonly known = new Map<string, Map<string, PriorDocument>>();
  private changes = 0;

  constructor(private readonly inner: DocumentStore) {}

  async priorDocuments(collection: string, signal: AbortSignal): Promise<ReadonlyMap<string, PriorDocument>> {
    const known = this.known.get(collection);
    // A copy: a run compares with what was there before it wrote. In the order of a list: digests are made of it.
    if (known) return new Map([...known].sort(([a], [b]) => compareCodeUnits(a, b)));
    const before = this.changes;
    const listed = await listPriorDocuments(collection, this.inner, signal);
    // What changed meanwhile may be listed or not.
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

  /** What a change that failed has left, nobody knows. */
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
