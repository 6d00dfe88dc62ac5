import type { DocumentStore, StoredDocument } from '@arbiter/ports';
import { isDrawable } from './document-blobs.js';

/** Documents read from the store at once if only a few of their fields are needed. */
const PRIOR_PAGE = 500;

/** Documents read at once otherwise: few, because a large layout takes memory. */
const PAGE = 100;

/** The fields of a stored document that a run needs, and whether it has pages that can be drawn. */
export type PriorDocument = Pick<
  StoredDocument,
  'id' | 'origin' | 'source' | 'contentHash' | 'version' | 'pipelineVersion'
> & { readonly isDrawable: boolean };

/** A store that returns the prior documents of a collection without reading each one. */
export interface PriorDocumentSource {
  /** By ascending id; the caller owns the map. */
  priorDocuments(collection: string, signal: AbortSignal): Promise<ReadonlyMap<string, PriorDocument>>;
}

/**
 * The documents of a collection at the start of a run. A run over whole sources lists them once, so that unchanged and vanished
 * documents cost no request each. Other runs fetch them one by one, because a library filled by thousands of small jobs cannot
 * afford the list.
 */
export class PriorDocuments {
  private readonly byHash = new Map<string, string[]>();

  private constructor(
    private readonly store: DocumentStore,
    private readonly byId: ReadonlyMap<string, PriorDocument> | null,
  ) {
    for (const { id, contentHash } of byId?.values() ?? []) {
      const sameBytes = this.byHash.get(contentHash);
      if (sameBytes) sameBytes.push(id);
      else this.byHash.set(contentHash, [id]);
    }
  }

  static async of(
    collection: string,
    {
      store,
      listed,
      signal,
    }: { store: DocumentStore & Partial<PriorDocumentSource>; listed: boolean; signal: AbortSignal },
  ): Promise<PriorDocuments> {
    if (!listed) return new PriorDocuments(store, null);
    const byId = await (store.priorDocuments?.(collection, signal) ?? listPriorDocuments(collection, store, signal));
    return new PriorDocuments(store, byId);
  }

  async get(id: string, signal: AbortSignal): Promise<PriorDocument | null> {
    if (this.byId) return this.byId.get(id) ?? null;
    const stored = await this.store.get(id, signal);
    return stored && priorDocumentOf(stored);
  }

  /** The listed documents. */
  *[Symbol.iterator](): IterableIterator<PriorDocument> {
    yield* this.byId?.values() ?? [];
  }

  /** Listed documents with the same bytes and description, by id. */
  *sameContent(contentHash: string): IterableIterator<PriorDocument> {
    for (const id of this.byHash.get(contentHash) ?? []) {
      const document = this.byId?.get(id);
      if (document) yield document;
    }
  }
}

/** By ascending id. */
export async function listPriorDocuments(
  collection: string,
  store: Pick<DocumentStore, 'list'>,
  signal: AbortSignal,
): Promise<Map<string, PriorDocument>> {
  const byId = new Map<string, PriorDocument>();
  for await (const document of storedDocuments(collection, store, signal, PRIOR_PAGE)) {
    byId.set(document.id, priorDocumentOf(document));
  }
  return byId;
}

/** Drops the large fields of a description. */
export function priorDocumentOf(document: StoredDocument): PriorDocument {
  const { id, origin, source, contentHash, version, pipelineVersion } = document;
  return { id, origin, source, contentHash, version, pipelineVersion, isDrawable: isDrawable(document) };
}

/**
 * All documents of a collection by ascending id, page by page. It may miss documents that are added meanwhile.
 *
 * @param pageSize documents read from the store at once, ≥ 1
 */
export async function* storedDocuments(
  collection: string,
  documents: Pick<DocumentStore, 'list'>,
  signal: AbortSignal,
  pageSize = PAGE,
): AsyncGenerator<StoredDocument, void, undefined> {
  for (let after: string | undefined, more = true; more;) {
    const page = await documents.list(collection, { limit: pageSize, ...(after !== undefined && { after }) }, signal);
    yield* page;
    after = page.at(-1)?.id;
    more = page.length === pageSize;
  }
}
