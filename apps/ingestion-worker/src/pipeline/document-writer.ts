import type { CollectionManifest } from '@arbiter/contracts';
import {
  assertSameStores,
  type Chunk,
  type Clock,
  type CollectionCatalog,
  type DeletionLog,
  type DocumentChunks,
  type DocumentStore,
  type EntityStore,
  indexNameOf,
  type KeywordIndex,
  type OptimizeOptions,
  timestampOf,
  type VectorIndex,
} from '@arbiter/ports';
import { analyseChunks, chunksOf, ignoringNotFound } from '../library/chunks.js';
import { chunkIdOf } from '../library/document-identity.js';
import { dropLeftovers } from '../library/index-generations.js';
import type { ChunkEmbedder, EmbeddedDocuments } from './chunk-embedder.js';
import type { PreparedDocument } from './prepare-document.js';
import type { SpendingBudget } from './spending-budget.js';

export interface WriterPorts {
  readonly embedder: ChunkEmbedder;
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
  readonly documents: DocumentStore;
  readonly entities: EntityStore;
  /** Tells those who keep words of documents elsewhere. */
  readonly deletions: Pick<DeletionLog, 'append'>;
  readonly clock: Clock;
  /** Is told of every change, so that nobody answers from what was there before. */
  readonly catalog: Pick<CollectionCatalog, 'advance' | 'get' | 'replace'>;
}

export interface DeleteOptions {
  /** Those of the documents whose content has moved: what the model made of it is still wanted, and nobody forgets it. */
  readonly livingOn?: ReadonlySet<string>;
  /** The job that found them gone; absent where somebody deletes them by name. */
  readonly jobId?: string;
}

/** A put waits for the disk several times; so many at once wait together. */
const CONCURRENT_PUTS = 32;
/** Documents listed at once while a collection is dropped. */
const DROP_PAGE = 500;
/** Chunks that are looked for of a document whose number of chunks nobody knows. */
const ORPHAN_CHUNKS = 1_000;
/** What telling the catalog of a change may take, in milliseconds, whatever became of the caller. */
const ADVANCE_TIMEOUT_MS = 5_000;

/** Puts documents into every index and the store, and takes them out again. */
export class DocumentWriter {
  constructor(private readonly ports: WriterPorts) {}

  /** @throws ArbiterError CONFLICT when the collection is in other stores than these, naming the repair */
  assertHolds(manifest: CollectionManifest): void {
    assertSameStores(manifest, this.ports);
  }

  /**
   * What the model makes of a batch, or made of it before. Changes nothing that can be searched.
   *
   * @throws SpendingCapReached when the budget has no room for it
   */
  embed(
    batch: readonly PreparedDocument[],
    { budget, signal }: { readonly budget?: SpendingBudget | undefined; readonly signal: AbortSignal },
  ): Promise<EmbeddedDocuments> {
    return this.ports.embedder.embed(batch.map(chunksOfDocument), { signal, ...(budget && { budget }) });
  }

  /**
   * Puts a batch into the indexes and the store. The store comes last: a document is there only once every index holds it, so
   * that a crash on the way leaves work to be done again, never a document that cannot be found.
   */
  async write(
    manifest: CollectionManifest,
    batch: readonly PreparedDocument[],
    embedded: EmbeddedDocuments,
    signal: AbortSignal,
  ): Promise<void> {
    const { embedder, vectorIndex, keywordIndex, documents, entities } = this.ports;
    const analysed = analyseChunks(batch.map(chunksOfDocument), manifest.analyser);
    const replaced = batch.filter(({ isNew }) => !isNew).map(({ document }) => document.id);
    const index = indexNameOf(manifest);
    const former = await this.chunksOf(index, replaced, signal);
    await this.changing(manifest.name, async () => {
      await allEnded([
        vectorIndex.replaceDocuments(index, embedded.documents, signal),
        keywordIndex.replaceDocuments(index, analysed, signal),
      ]);
      for (let from = 0; from < batch.length; from += CONCURRENT_PUTS) {
        const some = batch.slice(from, from + CONCURRENT_PUTS);
        await allEnded(some.map((prepared) => entities.replace(prepared.document, prepared.entities, signal)));
        await allEnded(some.map(({ document, text }) => documents.put(document, text, signal)));
      }
    });
    await embedder.forget(former, { except: batch.flatMap(({ chunks }) => chunks) });
  }

  /**
   * Takes documents out of the indexes before the store: what the store still holds can be deleted again. The log comes
   * first: what it tells of and the store still holds is not taken for deleted.
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
      ]);
      for (const id of documentIds) await documents.delete(id, signal);
      await entities.delete(documentIds, signal);
      return chunks;
    });
  }

  /**
   * Removes chunks whose document the store does not hold: what a crash between index and store left of a document
   * that has since gone from its source.
   *
   * @param stored ids of documents that the store is known to hold, which need not be asked for
   * @returns documents whose chunks were removed
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
    const orphans: string[] = [];
    for (const id of new Set([...indexed.flat(), ...described])) {
      if (!stored.has(id) && (await documents.get(id, signal)) === null) orphans.push(id);
    }
    await this.delete(collection, orphans, signal, { ...(jobId !== undefined && { jobId }) });
    return orphans.length;
  }

  /** Takes those documents out of the indexes that the store does not hold. What the model made of them is still wanted. */
  async removeUncommitted(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<void> {
    const homeless: string[] = [];
    for (const id of documentIds) if ((await this.ports.documents.get(id, signal)) === null) homeless.push(id);
    await this.delete(collection, homeless, signal, { livingOn: new Set(homeless) });
  }

  /** Takes a collection apart: indexes first, so that what is left after a crash can be dropped again. */
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
      await entities.delete(await entities.documentIds(collection, signal), signal);
      let dropped = 0;
      for (;;) {
        const page = await documents.list(collection, { limit: DROP_PAGE }, signal);
        const ids = page.map(({ id }) => id);
        await this.tell(collection, ids, null, signal);
        for (const id of ids) await documents.delete(id, signal);
        dropped += page.length;
        if (page.length < DROP_PAGE) return { documents: dropped, chunks };
      }
    });
  }

  /**
   * Says that a collection may hold something else than before. The steps of a process that died while it wrote are told of
   * by the attempt that goes on with them.
   */
  async advance(collection: string): Promise<void> {
    await this.ports.catalog.advance(collection, AbortSignal.timeout(ADVANCE_TIMEOUT_MS));
  }

  async optimize(collection: string, signal: AbortSignal, options: OptimizeOptions = {}): Promise<void> {
    const name = await this.indexOf(collection, signal);
    await Promise.all(
      [this.ports.vectorIndex, this.ports.keywordIndex].map((index) =>
        index.optimize(name, signal, options).catch(ignoringNotFound(undefined)),
      ),
    );
  }

  /** A collection that is not in the catalog (any more) is looked for under its own name. */
  private async indexOf(collection: string, signal: AbortSignal): Promise<string> {
    const manifest = await this.ports.catalog.get(collection, signal);
    return manifest ? indexNameOf(manifest) : collection;
  }

  /** What the index holds of documents, also of those that the store does not know: nothing where nothing is remembered. */
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

  /** A change that breaks off has changed something, too; and so has one that its caller does not wait for. */
  private async changing<T>(collection: string, change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } finally {
      await this.advance(collection);
    }
  }
}

function chunksOfDocument({ document, chunks }: PreparedDocument): DocumentChunks {
  return { documentId: document.id, chunks };
}

/** Waits for those, too, that are under way when another has failed: what they still do is a part of the change. */
async function allEnded<T>(steps: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}
