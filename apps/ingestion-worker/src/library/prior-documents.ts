import type { DocumentStore, StoredDocument } from '@arbiter/ports';

/** Documents that are read from the store at once to look at a few of their fields. */
const PRIOR_PAGE = 500;

/** Documents that are read at once otherwise: few, because the layout of a large one takes memory. */
const PAGE = 100;

/** What a run needs to know of a document that an earlier one stored. */
export type PriorDocument = Pick<
  StoredDocument,
  'id' | 'origin' | 'source' | 'contentHash' | 'version' | 'pipelineVersion'
>;

/** A store that can tell the prior documents of a collection without reading each. */
export interface PriorDocumentSource {
  /** By id, ascending; the caller's own. */
  priorDocuments(collection: string, signal: AbortSignal): Promise<ReadonlyMap<string, PriorDocument>>;
}

/**
 * What a collection held when a run began: read once where the run reads whole sources, so that neither a thousand unchanged
 * documents nor those that have gone cost a request each; else asked for one by one, because a library that is filled by
 * thousands of small jobs cannot afford the list.
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
    return this.byId ? (this.byId.get(id) ?? null) : this.store.get(id, signal);
  }

  /** Those that were listed. */
  *[Symbol.iterator](): IterableIterator<PriorDocument> {
    yield* this.byId?.values() ?? [];
  }

  /** Listed documents of the same bytes and the same description, in the order of their ids. */
  *sameContent(contentHash: string): IterableIterator<PriorDocument> {
    for (const id of this.byHash.get(contentHash) ?? []) {
      const document = this.byId?.get(id);
      if (document) yield document;
    }
  }
}

/** By id, ascending. */
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

/** Without what makes a description large. */
export function priorDocumentOf({
  id,
  origin,
  source,
  contentHash,
  version,
  pipelineVersion,
}: StoredDocument): PriorDocument {
  return { id, origin, source, contentHash, version, pipelineVersion };
}

/**
 * All documents of a collection by ascending id, page after page; those that come meanwhile may be left out.
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
