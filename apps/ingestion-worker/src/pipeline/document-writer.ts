import {
  assertSameStores,
  type CollectionCatalog,
  type DocumentStore,
  type Embedder,
  type KeywordIndex,
  type VectorIndex,
} from '@arbiter/ports';
import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';
import { analyseChunks } from './analyse-chunks.js';
import { embedChunks } from './embed-chunks.js';
import type { PreparedDocument } from './prepare-document.js';

export interface WriterPorts {
  readonly embedder: Embedder;
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
  readonly documents: DocumentStore;
  /** Is told of every change, so that nobody answers from what was there before. */
  readonly catalog: Pick<CollectionCatalog, 'advance'>;
}

/** A put waits for the disk several times; so many at once wait together. */
const CONCURRENT_PUTS = 32;
/** Documents listed at once while a collection is dropped. */
const DROP_PAGE = 500;
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
   * Embeds and indexes a batch. The store comes last: a document is there only once every index holds it, so that a
   * crash on the way leaves work to be done again, never a document that cannot be found.
   */
  async write(manifest: CollectionManifest, batch: readonly PreparedDocument[], signal: AbortSignal): Promise<void> {
    const { embedder, vectorIndex, keywordIndex, documents } = this.ports;
    const unindexed = batch.map(({ document, chunks }) => ({ documentId: document.id, chunks }));
    const embedded = await embedChunks(unindexed, { embedder, withTokens: manifest.tokenDimensions !== null, signal });
    await this.changing(manifest.name, async () => {
      await allEnded([
        vectorIndex.replaceDocuments(manifest.name, embedded, signal),
        keywordIndex.replaceDocuments(manifest.name, analyseChunks(unindexed, manifest.analyser), signal),
      ]);
      for (let from = 0; from < batch.length; from += CONCURRENT_PUTS) {
        const some = batch.slice(from, from + CONCURRENT_PUTS);
        await allEnded(some.map(({ document, text }) => documents.put(document, text, signal)));
      }
    });
  }

  /** Takes documents out of the indexes first: what the store still holds can be deleted again. */
  async delete(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<number> {
    if (documentIds.length === 0) return 0;
    const { vectorIndex, keywordIndex, documents } = this.ports;
    return this.changing(collection, async () => {
      const [chunks = 0] = await allEnded([
        vectorIndex.deleteDocuments(collection, documentIds, signal).catch(nothingThere),
        keywordIndex.deleteDocuments(collection, documentIds, signal).catch(nothingThere),
      ]);
      for (const id of documentIds) await documents.delete(id, signal);
      return chunks;
    });
  }

  /**
   * Removes chunks whose document the store does not hold: what a crash between index and store left of a document
   * that has since gone from its source.
   *
   * @returns documents whose chunks were removed
   */
  async removeOrphans(collection: string, signal: AbortSignal): Promise<number> {
    const { vectorIndex, keywordIndex, documents } = this.ports;
    const indexed = await Promise.all(
      [vectorIndex, keywordIndex].map((index) => index.documentIds(collection, signal).catch(noIds)),
    );
    const orphans: string[] = [];
    for (const id of new Set(indexed.flat())) {
      if ((await documents.get(id, signal)) === null) orphans.push(id);
    }
    await this.delete(collection, orphans, signal);
    return orphans.length;
  }

  /** Takes a collection apart: indexes first, so that what is left after a crash can be dropped again. */
  async drop(collection: string, signal: AbortSignal): Promise<{ documents: number; chunks: number }> {
    const { vectorIndex, keywordIndex, documents } = this.ports;
    const chunks = await keywordIndex.count(collection, signal).catch(nothingThere);
    return this.changing(collection, async () => {
      await allEnded([vectorIndex.drop(collection, signal), keywordIndex.drop(collection, signal)]);
      let dropped = 0;
      for (;;) {
        const page = await documents.list(collection, { limit: DROP_PAGE }, signal);
        for (const { id } of page) await documents.delete(id, signal);
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

  async optimize(collection: string, signal: AbortSignal): Promise<void> {
    await Promise.all(
      [this.ports.vectorIndex, this.ports.keywordIndex].map((index) =>
        index.optimize(collection, signal).catch(ignoreNotFound),
      ),
    );
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

/** Waits for those, too, that are under way when another has failed: what they still do is a part of the change. */
async function allEnded<T>(steps: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ArbiterError) || error.code !== 'NOT_FOUND') throw error;
}

function nothingThere(error: unknown): number {
  ignoreNotFound(error);
  return 0;
}

function noIds(error: unknown): readonly string[] {
  ignoreNotFound(error);
  return [];
}
