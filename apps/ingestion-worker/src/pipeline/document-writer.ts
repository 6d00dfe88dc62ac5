import type { CollectionManifest } from '@arbiter/contracts';
import {
  assertSameStores,
  type BlobStore,
  type Chunk,
  type Clock,
  type CollectionCatalog,
  type DeletionLog,
  type DocumentChunks,
  type DocumentStore,
  type EmbeddedPage,
  type EntityStore,
  indexNameOf,
  type KeywordIndex,
  type MultiVectorIndex,
  type OptimizeOptions,
  type StoredDocument,
  timestampOf,
  type VectorIndex,
} from '@arbiter/ports';
import { analyseChunks, chunksOf, ignoringNotFound } from '../library/chunks.js';
import { chunkIdOf } from '../library/document-identity.js';
import { DocumentBlobs } from '../library/document-blobs.js';
import { type ChangeGate, passing } from '../library/change-gate.js';
import { dropLeftovers } from '../library/index-generations.js';
import type { ChunkEmbedder, EmbeddedDocuments } from './chunk-embedder.js';
import type { PreparedDocument } from './prepare-document.js';
import type { SpendingBudget } from './spending-budget.js';

export interface WriterPorts {
  readonly embedder: ChunkEmbedder;
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
  /** Pictures of pages, by the name of their collection: a rebuild of the other indexes leaves them. Null where there is none. */
  readonly pageIndex?: MultiVectorIndex | null;
  readonly documents: DocumentStore;
  readonly blobs: BlobStore;
  readonly entities: EntityStore;
  /** Log for other processes that keep words of documents. */
  readonly deletions: Pick<DeletionLog, 'append'>;
  readonly clock: Clock;
  /** Advanced on every change, so that no answer comes from an outdated cache. */
  readonly catalog: Pick<CollectionCatalog, 'advance' | 'get' | 'replace'>;
  /** Runs a change of several stores that a backup sees whole; absent where nothing on this disk has to. */
  readonly gate?: ChangeGate;
}

export interface DeleteOptions {
  /** Documents whose content has moved elsewhere: their embeddings stay in the cache. */
  readonly livingOn?: ReadonlySet<string>;
  /** The job that found them gone; absent for a deletion by name. */
  readonly jobId?: string;
}

/** Documents put at once. Each put waits for the disk several times; these waits overlap. */
const CONCURRENT_PUTS = 32;
/** Documents listed at once while a collection is dropped. */
const DROP_PAGE = 500;
/** Chunks looked up for a document if their number is unknown. */
const ORPHAN_CHUNKS = 1_000;
/** Time limit for advancing the catalog, in milliseconds, even if the caller has gone. */
const ADVANCE_TIMEOUT_MS = 5_000;

/** Writes documents to all indexes and the store, and removes them. */
export class DocumentWriter {
  private readonly blobs: DocumentBlobs;

  constructor(private readonly ports: WriterPorts) {
    this.blobs = new DocumentBlobs(ports.blobs, ports.documents);
  }

  /** @throws ArbiterError CONFLICT when the collection is in other stores than these; the message names the repair */
  assertHolds(manifest: CollectionManifest): void {
    assertSameStores(manifest, this.ports);
  }

  /**
   * Embeds a batch, using the cache. Changes nothing that can be searched.
   *
   * @throws SpendingCapReached when the budget does not suffice
   */
  embed(
    batch: readonly PreparedDocument[],
    {
      budget,
      ...terms
    }: {
      readonly budget?: SpendingBudget | undefined;
      readonly turn?: () => Promise<void>;
      readonly onEmbedded?: (texts: number) => void;
      readonly signal: AbortSignal;
    },
  ): Promise<EmbeddedDocuments> {
    return this.ports.embedder.embed(batch.map(chunksOfDocument), { ...terms, ...(budget && { budget }) });
  }

  /**
   * Writes a batch to the indexes and then to the store. A document counts as stored only once all indexes hold it. A crash
   * therefore leaves work to repeat, never a document that cannot be found.
   */
  async write(
    manifest: CollectionManifest,
    batch: readonly PreparedDocument[],
    embedded: EmbeddedDocuments,
    signal: AbortSignal,
  ): Promise<void> {
    const { embedder, vectorIndex, keywordIndex, entities } = this.ports;
    const analysed = analyseChunks(batch.map(chunksOfDocument), manifest.analyser);
    const replaced = batch.filter(({ isNew }) => !isNew).map(({ document }) => document.id);
    const index = indexNameOf(manifest);
    const former = await this.chunksOf(index, replaced, signal);
    await this.changing(manifest.name, async () => {
      await allEnded<unknown>([
        vectorIndex.replaceDocuments(index, embedded.documents, signal),
        keywordIndex.replaceDocuments(index, analysed, signal),
        // The former version may have had other readers.
        ...(manifest.pages && replaced.length > 0 ? [this.deletePages(manifest.name, replaced, signal)] : []),
      ]);
      for (let from = 0; from < batch.length; from += CONCURRENT_PUTS) {
        const some = batch.slice(from, from + CONCURRENT_PUTS);
        await allEnded(some.map((prepared) => entities.replace(prepared.document, prepared.entities, signal)));
        await allEnded(some.map((prepared) => this.store(prepared, signal)));
      }
    });
    await embedder.forget(former, { except: batch.flatMap(({ chunks }) => chunks) });
  }

  /** The original first, and the former one last: whatever is described is there. */
  private async store(prepared: PreparedDocument, signal: AbortSignal): Promise<void> {
    const { documents } = this.ports;
    const { document } = prepared;
    const former = prepared.isNew ? null : await documents.get(document.id, signal);
    const isOther = former?.contentHash !== document.contentHash;
    await this.blobs.keep(prepared, signal);
    try {
      await documents.put(document, prepared.text, signal);
    } catch (error) {
      // What this cannot delete either is swept later.
      if (isOther) await this.blobs.forget(document, new AbortController().signal).catch(() => undefined);
      throw error;
    }
    if (former && isOther) await this.blobs.forget(former, signal);
  }

  /**
   * Removes documents from the indexes before the store, so that a failed deletion can be repeated. The log comes first: a
   * logged document that the store still holds does not count as deleted.
   */
  async delete(
    collection: string,
    documentIds: readonly string[],
    signal: AbortSignal,
    { livingOn = new Set(), jobId }: DeleteOptions = {},
  ): Promise<number> {
    if (documentIds.length === 0) return 0;
    const { vectorIndex, keywordIndex, documents, entities } = this.ports;
    const leaving = documentIds.filter((id) => !livingOn.has(id));
    const index = await this.indexOf(collection, signal);
    await this.ports.embedder.forget(await this.chunksOf(index, leaving, signal));
    await this.tell(collection, leaving, jobId ?? null, signal);
    return this.changing(collection, async () => {
      const [chunks = 0] = await allEnded([
        vectorIndex.deleteDocuments(index, documentIds, signal).catch(ignoringNotFound(0)),
        keywordIndex.deleteDocuments(index, documentIds, signal).catch(ignoringNotFound(0)),
        this.deletePages(collection, documentIds, signal),
      ]);
      for (const id of documentIds) {
        const stored = await documents.get(id, signal);
        if (stored) await this.blobs.forget(stored, signal);
        await documents.delete(id, signal);
        if (stored) await this.blobs.forgetDrawn(stored, signal);
      }
      // Of pages that were being drawn.
      await this.deletePages(collection, documentIds, signal);
      await entities.delete(documentIds, signal);
      return chunks;
    });
  }

  /**
   * Removes chunks whose document is missing from the store. A crash between index and store leaves such chunks if the document
   * has since gone from its source.
   *
   * @param stored ids of documents that the store is known to hold, which are not looked up
   * @returns the number of documents whose chunks were removed
   */
  async removeOrphans(
    collection: string,
    stored: ReadonlySet<string>,
    signal: AbortSignal,
    jobId?: string,
  ): Promise<number> {
    const { vectorIndex, keywordIndex, documents, entities } = this.ports;
    const name = await this.indexOf(collection, signal);
    const indexed = await Promise.all(
      [vectorIndex, keywordIndex].map((index) => index.documentIds(name, signal).catch(ignoringNotFound([]))),
    );
    const described = await entities.documentIds(collection, signal);
    const drawn = (await this.ports.pageIndex?.documentIds(collection, signal)) ?? [];
    const orphans: string[] = [];
    for (const id of new Set([...indexed.flat(), ...described, ...drawn])) {
      if (!stored.has(id) && (await documents.get(id, signal)) === null) orphans.push(id);
    }
    await this.delete(collection, orphans, signal, { ...(jobId !== undefined && { jobId }) });
    await this.blobs.sweep(collection, (id) => !stored.has(id), signal);
    return orphans.length;
  }

  /** Removes documents from the indexes that are missing from the store, and their blobs. Their embeddings stay in the cache. */
  async removeUncommitted(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<void> {
    const homeless: string[] = [];
    for (const id of documentIds) if ((await this.ports.documents.get(id, signal)) === null) homeless.push(id);
    await this.delete(collection, homeless, signal, { livingOn: new Set(homeless) });
    const left = new Set(documentIds);
    if (left.size > 0) await this.blobs.sweep(collection, (id) => left.has(id), signal);
  }

  /** Drops a collection, indexes first, so that the drop can be repeated after a crash. */
  async drop(collection: string, signal: AbortSignal): Promise<{ documents: number; chunks: number }> {
    const { vectorIndex, keywordIndex, documents, entities } = this.ports;
    await dropLeftovers(collection, this.ports, signal);
    const index = await this.indexOf(collection, signal);
    const chunks = await keywordIndex.count(index, signal).catch(ignoringNotFound(0));
    const indexed = await vectorIndex.documentIds(index, signal).catch(ignoringNotFound([]));
    for (let from = 0; from < indexed.length; from += DROP_PAGE) {
      const some = indexed.slice(from, from + DROP_PAGE);
      await this.ports.embedder.forget(await this.chunksOf(index, some, signal));
    }
    return this.changing(collection, async () => {
      await allEnded([vectorIndex.drop(index, signal), keywordIndex.drop(index, signal)]);
      await this.ports.pageIndex?.drop(collection, signal);
      await entities.delete(await entities.documentIds(collection, signal), signal);
      await this.ports.blobs.deleteCollection(collection, signal);
      let dropped = 0;
      for (;;) {
        const page = await documents.list(collection, { limit: DROP_PAGE }, signal);
        const ids = page.map(({ id }) => id);
        await this.tell(collection, ids, null, signal);
        for (const id of ids) await documents.delete(id, signal);
        dropped += page.length;
        if (page.length === DROP_PAGE) continue;
        // Of pages that were being drawn.
        await this.ports.blobs.deleteCollection(collection, signal);
        return { documents: dropped, chunks };
      }
    });
  }

  /**
   * Records that the contents of a collection may have changed. If a process died while writing, the next attempt at its job
   * calls this.
   */
  async advance(collection: string): Promise<void> {
    await this.ports.catalog.advance(collection, AbortSignal.timeout(ADVANCE_TIMEOUT_MS));
  }

  async optimize(collection: string, signal: AbortSignal, options: OptimizeOptions = {}): Promise<void> {
    const name = await this.indexOf(collection, signal);
    await Promise.all([
      ...[this.ports.vectorIndex, this.ports.keywordIndex].map((index) =>
        index.optimize(name, signal, options).catch(ignoringNotFound(undefined)),
      ),
      this.ports.pageIndex?.optimize(collection, signal, options),
    ]);
  }

  /**
   * Writes the embedded pages of a stored document, and notes that they are. The note comes last: a crash leaves work to repeat.
   *
   * @param pages none for a document of which no page is to be embedded
   */
  async writePages(
    document: StoredDocument,
    pages: readonly EmbeddedPage[],
    dimensions: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { pageIndex, documents } = this.ports;
    const { id, collection, contentHash } = document;
    const numbers = pages.map(({ page }) => page);
    if (pages.length === 0) return this.blobs.keepEmbedded(document, numbers, signal);
    await this.changing(collection, async () => {
      await pageIndex?.replaceDocuments(collection, dimensions, [{ documentId: id, pages }], signal);
      await this.blobs.keepEmbedded(document, numbers, signal);
      // The document may have gone, or been replaced, while its pages were embedded.
      const stored = await documents.get(id, signal);
      if (stored?.contentHash !== contentHash) await this.deletePages(collection, [id], signal);
    });
  }

  /** Drops all embedded pages of a collection. */
  async dropPages(collection: string, signal: AbortSignal): Promise<void> {
    await this.changing(collection, async () => this.ports.pageIndex?.drop(collection, signal));
  }

  /** @returns no chunks */
  private async deletePages(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<number> {
    await this.ports.pageIndex?.deleteDocuments(collection, documentIds, signal);
    return 0;
  }

  /** Collections missing from the catalog have an index of their own name. */
  private async indexOf(collection: string, signal: AbortSignal): Promise<string> {
    const manifest = await this.ports.catalog.get(collection, signal);
    return manifest ? indexNameOf(manifest) : collection;
  }

  /** Chunks in the index, including those of documents that the store lacks. Empty if there is no cache to clear. */
  private async chunksOf(index: string, documentIds: readonly string[], signal: AbortSignal): Promise<Chunk[]> {
    const { embedder, documents, vectorIndex } = this.ports;
    if (!embedder.remembers) return [];
    const chunkIds: string[] = [];
    for (const id of documentIds) {
      const chunks = (await documents.get(id, signal))?.chunks ?? ORPHAN_CHUNKS;
      for (let ordinal = 0; ordinal < chunks; ordinal += 1) chunkIds.push(chunkIdOf(id, ordinal));
    }
    return chunksOf(index, chunkIds, vectorIndex, signal).catch(ignoringNotFound([]));
  }

  private async tell(
    collection: string,
    documents: readonly string[],
    jobId: string | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { deletions, clock } = this.ports;
    if (documents.length > 0) await deletions.append({ collection, documents, at: timestampOf(clock), jobId }, signal);
  }

  /** Advances the catalog even if the change fails or its caller does not wait for it. */
  private async changing<T>(collection: string, change: () => Promise<T>): Promise<T> {
    return passing(this.ports.gate, async () => {
      try {
        return await change();
      } finally {
        await this.advance(collection);
      }
    });
  }
}

function chunksOfDocument({ document, chunks }: PreparedDocument): DocumentChunks {
  return { documentId: document.id, chunks };
}

/** Waits for all steps even if one has failed: the others still change the collection. */
async function allEnded<T>(steps: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}
