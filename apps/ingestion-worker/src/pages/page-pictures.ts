import { LruCache } from '@arbiter/adapter-kit/retrieval';
import { ArbiterError } from '@arbiter/contracts';
import type { BlobStore, OpenPages, PageRenderer, StoredDocument } from '@arbiter/ports';
import { blobKeyOf, type DocumentBlobs, type PictureOfPage, pictureKeyOf } from '../library/document-blobs.js';
import { OpenDocuments } from './open-documents.js';

const PDF = 'application/pdf';
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

/** Pages of documents as JPEG files, drawn when they are asked for and kept beside their document. */
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
    if (document.original?.mediaType !== PDF) throw withoutPages(document);
    const key = pictureKeyOf(document, asked);
    const known = this.#recent.get(key.name) ?? (await this.options.blobs.get(key, signal));
    const bytes = known ?? (await this.#draw(document, asked, signal));
    this.#recent.set(key.name, bytes, bytes.length);
    return bytes;
  }

  /** Ends what is being drawn. */
  async close(): Promise<void> {
    this.#closed.abort(new ArbiterError('CANCELLED', 'The worker is stopping.'));
    await this.#open.close();
  }

  async #draw(document: StoredDocument, asked: PictureOfPage, signal: AbortSignal): Promise<Uint8Array> {
    const { kept, onFailure } = this.options;
    const bytes = await this.#open.use(
      blobKeyOf(document, 'original').name,
      () => this.#read(document),
      (pages) => pages.renderJpeg(asked.page, asked),
      signal,
    );
    // A full disk keeps nobody from looking at a page.
    await kept?.keepPicture(document, asked, bytes, signal).catch((error: unknown) => {
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
      ? 'This document has no pages that can be drawn: those of PDF files can.'
      : 'The original of this document is not kept, so its pages cannot be drawn.';
  return new ArbiterError('NOT_FOUND', problem, { details: { documentId: id } });
}
