import type { BlobKey, BlobKind, BlobStore, DocumentStore, StoredDocument } from '@arbiter/ports';

/** Blobs that belong to one document, and go with it. */
const KINDS_OF_DOCUMENTS = ['original', 'boxes'] as const satisfies BlobKind[];
const NAME = /^(.+)-[0-9a-f]{64}$/;

type Identity = Pick<StoredDocument, 'id' | 'collection' | 'contentHash'>;
/** The bytes that it was read from, and where its words stand on its pages, as stored; null where there are none, or not kept. */
export type DocumentBytes = Readonly<Record<(typeof KINDS_OF_DOCUMENTS)[number], Uint8Array | null>>;

/**
 * The key of a blob of a document. Its name has the content in it, so that a description never leads to the bytes of another
 * version, and the document, so that two of the same bytes can be deleted one by one.
 */
export function blobKeyOf({ id, collection, contentHash }: Identity, kind: BlobKind): BlobKey {
  return { collection, kind, name: `${id}-${contentHash}` };
}

/** What lies beside the stored documents: their originals, and what is derived from them. */
export class DocumentBlobs {
  constructor(
    private readonly blobs: BlobStore,
    private readonly documents: Pick<DocumentStore, 'get'>,
  ) {}

  /**
   * Before the description is stored: a description never names bytes that are not there.
   *
   * @param kept null for a kind that it has not, or no longer
   */
  async keep(
    { document, isNew, ...kept }: { readonly document: Identity; readonly isNew: boolean } & DocumentBytes,
    signal: AbortSignal,
  ): Promise<void> {
    for (const kind of KINDS_OF_DOCUMENTS) {
      const bytes = kept[kind];
      if (bytes) await this.blobs.put(blobKeyOf(document, kind), bytes, signal);
      else if (!isNew) await this.blobs.delete(blobKeyOf(document, kind), signal);
    }
  }

  /** All blobs of a document, or of one of its versions. */
  async forget(document: Identity, signal: AbortSignal): Promise<void> {
    for (const kind of KINDS_OF_DOCUMENTS) await this.blobs.delete(blobKeyOf(document, kind), signal);
  }

  /**
   * Deletes blobs of a collection that no stored document names: what a worker left that died in the middle.
   *
   * @param mayBeGone whether a document may not be stored; the others are looked up only where they have several blobs
   */
  async sweep(collection: string, mayBeGone: (documentId: string) => boolean, signal: AbortSignal): Promise<void> {
    for (const kind of KINDS_OF_DOCUMENTS) {
      const byDocument = new Map<string, string[]>();
      for (const { name } of await this.blobs.list(collection, kind, signal)) {
        const id = NAME.exec(name)?.[1];
        if (id !== undefined) byDocument.set(id, [...(byDocument.get(id) ?? []), name]);
      }
      for (const [id, names] of byDocument) {
        if (names.length === 1 && !mayBeGone(id)) continue;
        const stored = await this.documents.get(id, signal);
        const named = stored && blobKeyOf(stored, kind).name;
        for (const name of names) if (name !== named) await this.blobs.delete({ collection, kind, name }, signal);
      }
    }
  }
}
