import { LruCache } from '@arbiter/adapter-kit/retrieval';
import { ArbiterError } from '@arbiter/contracts';
import type { BlobKey, BlobStore, OpenPages, PageRenderer, StoredDocument } from '@arbiter/ports';
import {
  blobKeyOf,
  type DocumentBlobs,
  isDrawable,
  type PictureOfPage,
  pictureKeyOf,
} from '../library/document-blobs.js';
import { OpenDocuments } from './open-documents.js';

/** A picture is asked for piece by piece, also where it cannot be kept. In bytes. */
const RECENT_BYTES = 16 * 1_024 * 1_024;

interface PagePictureOptions {
  readonly renderer: PageRenderer;
  readonly blobs: Pick<BlobStore, 'get'>;
  /** Null for a library that is only read: its pictures are not kept. */
  readonly kept: Pick<DocumentBlobs, 'keepPicture'> | null;
  /** Called for a picture that could not be kept. */
  readonly onFailure?: (error: unknown) => void;
  readonly open?: OpenDocuments;
}

/** Pages of documents as JPEG files, and what is found in them: made when they are asked for and kept beside their document. */
export class PagePictures {
  readonly #open: OpenDocuments;
  readonly #recent = new LruCache<Uint8Array>(RECENT_BYTES);
  readonly #closed = new AbortController();

  constructor(private readonly options: PagePictureOptions) {
    this.#open = options.open ?? new OpenDocuments();
  }

  /**
   * @param document one that the caller may read
   * @throws ArbiterError NOT_FOUND where it has no pages, no such page, or its original is not kept; INVALID_REQUEST for a page that cannot
   *   be drawn
   */
  async picture(document: StoredDocument, asked: PictureOfPage, signal: AbortSignal): Promise<Uint8Array> {
    const key = pictureKeyOf(document, asked);
    return this.derived(document, key, (pages) => pages.renderJpeg(asked.page, asked), signal);
  }

  /** As {@link picture}, of anything that is made from pages. @param make called where it is not known */
  async derived(
    document: StoredDocument,
    key: BlobKey,
    make: (pages: OpenPages) => Promise<Uint8Array>,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const bytes = (await this.known(document, key, signal)) ?? (await this.#make(document, key, make, signal));
    this.#recent.set(key.name, bytes, bytes.length);
    return bytes;
  }

  /** @returns null for what is not kept. @throws ArbiterError NOT_FOUND where the document has no pages, or its original is not kept */
  async known(document: StoredDocument, key: BlobKey, signal: AbortSignal): Promise<Uint8Array | null> {
    if (!isDrawable(document)) throw withoutPages(document);
    return this.#recent.get(key.name) ?? this.options.blobs.get(key, signal);
  }

  /**
   * Works on the pages of a document, which others may draw between two calls.
   *
   * @throws as `picture` does, and what the work rejects with
   */
  async open<T>(document: StoredDocument, work: (pages: OpenPages) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (!isDrawable(document)) throw withoutPages(document);
    return this.#open.use(blobKeyOf(document, 'original').name, () => this.#read(document), work, signal);
  }

  /** Ends what is being drawn. */
  async close(): Promise<void> {
    this.#closed.abort(new ArbiterError('CANCELLED', 'The worker is stopping.'));
    await this.#open.close();
  }

  async #make(
    document: StoredDocument,
    key: BlobKey,
    make: (pages: OpenPages) => Promise<Uint8Array>,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const { kept, onFailure } = this.options;
    const bytes = await this.open(document, make, signal);
    // A full disk keeps nobody from looking at a page.
    await kept?.keepPicture(document, key, bytes, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      onFailure?.(error);
    });
    return bytes;
  }

  async #read(document: StoredDocument): Promise<OpenPages> {
    const { blobs, renderer } = this.options;
    const original = await blobs.get(blobKeyOf(document, 'original'), this.#closed.signal);
    if (original?.length !== document.original?.bytes)
      throw new ArbiterError('UNAVAILABLE', 'The original is damaged, or the document was replaced meanwhile.', {
        details: { documentId: document.id },
      });
    return renderer.open(original ?? Buffer.alloc(0), this.#closed.signal);
  }
}

function withoutPages({ id, original, pages }: StoredDocument): ArbiterError {
  const problem =
    original || pages.length === 0
      ? 'This document has no pages that can be drawn: those of PDF files and pictures can.'
      : 'The original of this document is not kept, so its pages cannot be drawn.';
  return new ArbiterError('NOT_FOUND', problem, { details: { documentId: id } });
}
