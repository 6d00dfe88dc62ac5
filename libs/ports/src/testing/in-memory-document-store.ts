import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { DocumentStore, StoredDocument } from '../document-store.js';
import { answer } from './answer.js';

/** Forgets everything with the process; otherwise what a DocumentStore promises. */
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
