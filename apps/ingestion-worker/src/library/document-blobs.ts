import type { BlobKey, BlobKind, BlobStore, DocumentStore, StoredDocument } from '@arbiter/ports';

/** Blobs that belong to one document, and go with it. */
const KINDS_OF_DOCUMENTS = ['original', 'boxes'] as const satisfies BlobKind[];
/** Media types of originals that have pages to draw. */
const DRAWN: ReadonlySet<unknown> = new Set(['application/pdf', 'image/png', 'image/jpeg']);
/** What is kept of a page follows the number of the page: a width, or the name of the model that has looked at it. */
const NAME = /^(.+)-[0-9a-f]{64}(?:-\d+-[a-z0-9-]+)?$/;
/** Kept of the pages of one document, pictures some 100 MB; then all of them go, to be made anew when they are asked for. */
const MAX_PICTURES = 500;

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

/** Whether a document has pages that can be drawn. */
export function isDrawable({ original }: Pick<StoredDocument, 'original'>): boolean {
  return DRAWN.has(original?.mediaType);
}

/** A picture that is asked for: the page, from 1, and how many pixels wide it is to be. */
export interface PictureOfPage {
  readonly page: number;
  readonly width: number;
}

export function pictureKeyOf(document: Identity, { page, width }: PictureOfPage): BlobKey {
  const key = blobKeyOf(document, 'picture');
  return { ...key, name: `${key.name}-${page}-${width}` };
}

/** The regions of a page, from 1. Another model finds others. */
export function regionsKeyOf(document: Identity, page: number, model: string): BlobKey {
  const key = blobKeyOf(document, 'picture');
  return { ...key, name: `${key.name}-${page}-${model}` };
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
    if (isNew) return;
    if (!kept.original) await this.forgetPictures(document, signal);
    await this.forgetEmbedded(document, signal);
  }

  /** All blobs of a document, or of one of its versions. */
  async forget(document: Identity, signal: AbortSignal): Promise<void> {
    for (const kind of KINDS_OF_DOCUMENTS) await this.blobs.delete(blobKeyOf(document, kind), signal);
    await this.forgetDrawn(document, signal);
  }

  /**
   * Keeps a picture of a page, or what is found in it, beside those of its document that are kept already. First it says that there
   * are some: whoever deletes the document looks for pictures only then, because to list blobs on a broker takes long.
   *
   * @param key of `pictureKeyOf` or `regionsKeyOf`
   */
  async keepPicture(document: Identity, key: BlobKey, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const tally = blobKeyOf(document, 'picture');
    const kept = Number((await this.blobs.get(tally, signal)) ?? 0);
    if (kept >= MAX_PICTURES) await this.forgetPictures(document, signal);
    await this.blobs.put(tally, Buffer.from(String((kept % MAX_PICTURES) + 1)), signal);
    await this.blobs.put(key, bytes, signal);
    // The document may have gone, or been replaced, while the page was drawn.
    const stored = await this.documents.get(document.id, signal);
    if (stored?.contentHash !== document.contentHash) await this.forgetPictures(document, signal);
  }

  /** Notes that the pictures of these pages of a document were embedded, and that the others need not be. */
  async keepEmbedded(document: Identity, pages: readonly number[], signal: AbortSignal): Promise<void> {
    await this.blobs.put(blobKeyOf(document, 'embedded'), Buffer.from(JSON.stringify(pages)), signal);
    const stored = await this.documents.get(document.id, signal);
    if (stored?.contentHash !== document.contentHash) await this.forgetEmbedded(document, signal);
  }

  /** Documents, by the names of their blobs, whose pictures of pages were embedded. */
  async embedded(collection: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
    return new Set((await this.blobs.list(collection, 'embedded', signal)).map(({ name }) => name));
  }

  async forgetAllEmbedded(collection: string, signal: AbortSignal): Promise<void> {
    for (const name of await this.embedded(collection, signal))
      await this.blobs.delete({ collection, kind: 'embedded', name }, signal);
  }

  async forgetEmbedded(document: Identity, signal: AbortSignal): Promise<void> {
    await this.blobs.delete(blobKeyOf(document, 'embedded'), signal);
  }

  /** What is made of the pictures of its pages, which may be under way. */
  async forgetDrawn(document: Identity, signal: AbortSignal): Promise<void> {
    await this.forgetPictures(document, signal);
    await this.forgetEmbedded(document, signal);
  }

  /** Pictures of all pages, and what was found in them. */
  async forgetPictures(document: Identity, signal: AbortSignal): Promise<void> {
    const tally = blobKeyOf(document, 'picture');
    if (!(await this.blobs.get(tally, signal))) return;
    const { collection, kind, name: prefix } = tally;
    for (const { name } of await this.blobs.list(collection, kind, signal, `${prefix}-`))
      await this.blobs.delete({ collection, kind, name }, signal);
    await this.blobs.delete(tally, signal);
  }

  /**
   * Deletes blobs of a collection that no stored document names: what a worker left that died in the middle.
   *
   * @param mayBeGone whether a document may not be stored; the others are looked up only where they have several blobs
   */
  async sweep(collection: string, mayBeGone: (documentId: string) => boolean, signal: AbortSignal): Promise<void> {
    for (const kind of [...KINDS_OF_DOCUMENTS, 'picture', 'embedded'] as const) {
      const byDocument = new Map<string, string[]>();
      for (const { name } of await this.blobs.list(collection, kind, signal)) {
        const id = NAME.exec(name)?.[1];
        if (id !== undefined) byDocument.set(id, [...(byDocument.get(id) ?? []), name]);
      }
      for (const [id, names] of byDocument) {
        if (names.length === 1 && !mayBeGone(id)) continue;
        const stored = await this.documents.get(id, signal);
        const named = stored && blobKeyOf(stored, kind).name;
        for (const name of names)
          if (named === null || (name !== named && !name.startsWith(`${named}-`)))
            await this.blobs.delete({ collection, kind, name }, signal);
      }
    }
  }
}
