import type { CollectionManifest, IngestionWarning } from '@arbiter/contracts';
import type { CollectionCatalog, DocumentStore, MultiVectorIndex, StoredDocument } from '@arbiter/ports';
import { blobKeyOf, type DocumentBlobs, isDrawable } from '../library/document-blobs.js';
import { storedDocuments } from '../library/prior-documents.js';
import { DocumentFailure, type IngestionLog } from './document-failure.js';
import type { DocumentWriter } from './document-writer.js';
import { embedPages, type EmbedPagesOptions, type EmbedPagesPorts, type PageOpener } from './embed-pages.js';

/** Documents in a row whose pages could not be embedded, after which a job asks no more: the server is away. */
const MAX_FAILURES = 3;
/** Documents that a job tells of one by one; the others are counted. */
const MAX_TOLD = 5;

export interface PageVectorsPorts extends EmbedPagesPorts {
  /** Its own, so that a job with many pages does not keep people from looking at theirs. It is closed with this. */
  readonly pictures: PageOpener;
  readonly pageIndex: MultiVectorIndex;
  readonly documents: Pick<DocumentStore, 'get' | 'list'>;
  readonly blobs: Pick<DocumentBlobs, 'embedded' | 'forgetEmbedded' | 'forgetAllEmbedded'>;
  readonly catalog: Pick<CollectionCatalog, 'get' | 'replace'>;
  readonly writer: Pick<DocumentWriter, 'writePages' | 'dropPages'>;
  readonly log: IngestionLog;
}

export interface PageRun extends Omit<EmbedPagesOptions, 'dimensions'> {
  /** Called before each document with its source. */
  readonly working: (source: string) => void;
  readonly warn: (warning: IngestionWarning) => void;
}

/** A version of a stored document. */
type Version = Pick<StoredDocument, 'id' | 'collection' | 'contentHash'>;

/**
 * Embeds the pictures of pages, once their documents are stored and found by their text. Whatever fails here is told in warnings.
 * Beside each document it is noted that its pages were embedded; a later job embeds those of the others.
 *
 * Calls reject with the signal's reason alone.
 */
export class PageVectors {
  constructor(private readonly ports: PageVectorsPorts) {}

  /** @param versions those that may have pages and no vectors of them */
  embed(collection: string, versions: readonly Version[], run: PageRun): Promise<void> {
    return this.#patiently(collection, run, async () => {
      const manifest = versions.length === 0 ? null : await this.ports.catalog.get(collection, run.signal);
      if (manifest) await this.#embedInto(manifest, versions, run);
    });
  }

  /** Embeds what has no vectors, and all pages anew where they were made by another model. */
  rebuild(collection: string, run: PageRun): Promise<void> {
    return this.#patiently(collection, run, async () => {
      const { signal } = run;
      const { catalog, documents, embedder, pageIndex, blobs } = this.ports;
      const manifest = await catalog.get(collection, signal);
      if (!manifest) return;
      const dimensions = await embedder.dimensions(signal);
      const isOther = manifest.pages && !this.#isOwn(manifest.pages, dimensions);
      const begun = isOther ? await this.#begin(manifest, dimensions, signal) : manifest;
      const held = new Set(begun.pages ? await pageIndex.documentIds(collection, signal) : []);
      const versions: Version[] = [];
      for await (const document of storedDocuments(collection, documents, signal)) {
        if (!isDrawable(document) || held.has(document.id)) continue;
        // The index may be in another store than the one that it was written to.
        await blobs.forgetEmbedded(document, signal);
        versions.push({ id: document.id, collection, contentHash: document.contentHash });
      }
      await this.#embedInto(begun, versions, run);
    });
  }

  /** Ends what is being drawn. */
  close(): Promise<void> {
    return this.ports.pictures.close();
  }

  /** What fails as a whole is one warning. */
  async #patiently(collection: string, { warn, signal }: PageRun, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      signal.throwIfAborted();
      const { error } = DocumentFailure.of(collection, 'embed', thrown);
      this.ports.log.warn({ collection, err: thrown }, 'pictures of pages were not embedded');
      warn({ source: collection, warning: notYet('Pages are', error) });
    }
  }

  async #embedInto(manifest: CollectionManifest, versions: readonly Version[], run: PageRun): Promise<void> {
    const { embedder, blobs } = this.ports;
    const { name, pages } = manifest;
    const { signal, warn } = run;
    const done = pages ? await blobs.embedded(name, signal) : new Set();
    const due = versions.filter((version) => !done.has(blobKeyOf(version, 'embedded').name));
    if (due.length === 0) return;
    const dimensions = await embedder.dimensions(signal);
    if (pages && !this.#isOwn(pages, dimensions)) {
      const warning =
        `Its pages were embedded by ${pages.model} with ${pages.dimensions} dimensions; this worker runs ${embedder.model} ` +
        `with ${dimensions}, so no more are. Embed all of them anew with \`arbiter reindex ${name}\`.`;
      warn({ source: name, warning });
      return;
    }
    if (!pages) await this.#begin(manifest, dimensions, signal);
    await this.#embedAll(due, dimensions, { ...run, collection: name });
    await this.ports.pageIndex.optimize(name, signal, { ifWorthIt: true });
  }

  async #embedAll(
    due: readonly Version[],
    dimensions: number,
    { collection, warn, working, ...options }: PageRun & { readonly collection: string },
  ): Promise<void> {
    const { documents, writer, log } = this.ports;
    const { signal, turn } = options;
    let [told, untold, failures] = [0, 0, 0];
    for (const [at, { id, contentHash }] of due.entries()) {
      await turn();
      const document = await documents.get(id, signal);
      // Gone or replaced meanwhile.
      if (document?.contentHash !== contentHash || !isDrawable(document)) continue;
      working(document.source);
      let problems: readonly string[];
      try {
        const { pages, warnings } = await embedPages(document, this.ports, { ...options, dimensions });
        await writer.writePages(document, pages, dimensions, signal);
        [problems, failures] = [warnings, 0];
      } catch (thrown) {
        signal.throwIfAborted();
        const { error } = DocumentFailure.of(document.source, 'embed', thrown);
        log.warn(
          { collection, source: document.source, err: thrown },
          'pictures of pages of a document were not embedded',
        );
        problems = [notYet('Its pages are', error)];
        failures += 1;
      }
      if (problems.length > 0 && told === MAX_TOLD) untold += 1;
      else if (problems.length > 0) {
        told += 1;
        for (const warning of problems) warn({ source: document.source, warning });
      }
      if (failures < MAX_FAILURES) continue;
      untold += due.length - at - 1;
      break;
    }
    const others = `${untold} more ${untold === 1 ? 'document' : 'documents'}`;
    const warning = `Pages of ${others} may not be found by their pictures yet, either.`;
    if (untold > 0) warn({ source: collection, warning });
  }

  #isOwn({ model, dimensions }: NonNullable<CollectionManifest['pages']>, own: number): boolean {
    return model === this.ports.embedder.model && dimensions === own;
  }

  /** Makes room for vectors of this model: whatever is in the index is of another, or of a collection whose manifest was lost. */
  async #begin(manifest: CollectionManifest, dimensions: number, signal: AbortSignal): Promise<CollectionManifest> {
    const { catalog, blobs, writer, embedder } = this.ports;
    const begun = { ...manifest, pages: { model: embedder.model, dimensions } };
    await blobs.forgetAllEmbedded(manifest.name, signal);
    await writer.dropPages(manifest.name, signal);
    await catalog.replace(begun, signal);
    return begun;
  }
}

function notYet(what: string, { message }: Error): string {
  return `${what} not found by their pictures yet: ${message} The next ingestion tries again.`;
}
