import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError, type CollectionManifest, type IngestionJob, type IngestionStage } from '@arbiter/contracts';
import {
  type Chunk,
  type CollectionCatalog,
  type DocumentStore,
  type Embedder,
  indexNameOf,
  type KeywordIndex,
  type StoredDocument,
  storesOf,
  type VectorIndex,
} from '@arbiter/ports';
import { analyseChunks, chunksIn, ignoringNotFound } from '../library/chunks.js';
import { announce, changeOver, dropLeftovers, rebuiltIndexName } from '../library/index-generations.js';
import { indexSettings } from '../library/open-collection.js';
import { storedDocuments } from '../library/prior-documents.js';
import type { PageVectors } from '../pipeline/page-vectors.js';
import type { ChunkEmbedder } from '../pipeline/chunk-embedder.js';
import type { RunProgress } from '../pipeline/run-progress.js';
import { type SpendingBudget, SpendingCapReached } from '../pipeline/spending-budget.js';
import { ReindexProgress } from './reindex-progress.js';
import { cutAgain, forgetFormer, settleDocuments } from './reindex-steps.js';

/** Chunks embedded and written together. */
const BATCH_CHUNKS = 64;

interface ReindexPorts {
  readonly catalog: CollectionCatalog;
  readonly documents: DocumentStore;
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
  readonly embedder: Embedder;
  readonly chunkEmbedder: ChunkEmbedder;
  /** Embeds pictures of pages; null or absent where that is not set up. */
  readonly pageVectors?: Pick<PageVectors, 'rebuild'> | null;
  /** Budget of this start of the job; absent: no limit. */
  readonly budget?: SpendingBudget;
  /** Awaited before each document, so that other jobs may have their turn first. */
  readonly turn: () => Promise<void>;
}

interface ReindexOptions {
  /** How long searches that began before the switch may go on with the old indexes, in milliseconds. */
  readonly graceMs: number;
}

interface CutDocument {
  readonly document: StoredDocument;
  readonly chunks: readonly Chunk[];
}

/**
 * Rebuilds the indexes of a collection from the stored documents, beside the indexes that are searched, and then switches over.
 * A new attempt continues where the previous one ended.
 */
export class ReindexRun {
  private readonly progress: ReindexProgress;
  private readonly index: string;
  /** Chunks of the documents in the new indexes, by document id. */
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly job: IngestionJob,
    private readonly ports: ReindexPorts,
    private readonly options: ReindexOptions,
    /** Called after every document; must not throw. */
    report: (progress: RunProgress) => void,
  ) {
    this.progress = new ReindexProgress(report);
    this.index = rebuiltIndexName(job.collection, job.id);
  }

  /**
   * @throws ArbiterError NOT_FOUND for an unknown collection, CONFLICT when none of its documents can be rebuilt, UNAVAILABLE
   *   when a store or the model does not answer, and the signal's reason. The old indexes remain in use then.
   */
  async execute(signal: AbortSignal): Promise<RunProgress> {
    const { catalog, documents, embedder } = this.ports;
    const { collection } = this.job;
    await dropLeftovers(collection, this.ports, signal, this.index);
    const present = await catalog.get(collection, signal);
    if (!present) throw new ArbiterError('NOT_FOUND', `There is no collection "${collection}".`);
    const announced = await announce(present, this.index, this.ports, signal);
    const target = { ...announced, ...indexSettings(embedder, present.language), ...storesOf(this.ports) };
    this.progress.found(await documents.count(collection, signal));

    await this.build(present, target, signal);
    await this.removeOrphans(signal);
    await this.optimize(signal);
    if (this.progress.isHopeless) {
      throw new ArbiterError(
        'CONFLICT',
        `None of the documents of "${collection}" can be rebuilt: ingest their sources again with --rebuild. It is as it was.`,
      );
    }
    await changeOver(target, this.index, this.ports, signal);
    await catalog.advance(collection, signal);

    // Documents deleted between the last look and the switch.
    await this.removeOrphans(signal);
    if (indexNameOf(present) !== this.index) {
      await delay(this.options.graceMs, undefined, { signal });
      await forgetFormer(present, { index: this.index, counts: this.counts }, this.ports, signal);
    }
    await settleDocuments(collection, { counts: this.counts, failed: this.progress.failedIds }, this.ports, signal);
    await dropLeftovers(collection, this.ports, signal);
    return this.progress.current;
  }

  /** After `execute`. Pages are not rebuilt beside those that are searched: of another model, no search can use them any more. */
  async embedPages(signal: AbortSignal): Promise<RunProgress> {
    const { pageVectors, turn } = this.ports;
    await pageVectors?.rebuild(this.job.collection, this.progress.pageRun(turn, signal));
    return this.progress.current;
  }

  private async build(present: CollectionManifest, target: CollectionManifest, signal: AbortSignal): Promise<void> {
    const { documents, embedder, vectorIndex } = this.ports;
    const done = await this.builtBefore(signal);
    const isCutAlike = present.chunkerVersion === target.chunkerVersion;
    const former = isCutAlike ? { index: indexNameOf(present), vectorIndex } : null;
    let batch: CutDocument[] = [];
    for await (const document of storedDocuments(this.job.collection, documents, signal)) {
      await this.ports.turn();
      this.progress.working(document.source);
      try {
        const text = await documents.text(document.id, signal);
        // Deleted meanwhile.
        if (text === null) continue;
        const chunks = await cutAgain(document, text, { embedder, former, signal });
        if (done.has(document.id)) {
          // The attempt that wrote it may have ended before it stored their number.
          this.counts.set(document.id, chunks.length);
          this.progress.unchanged();
        } else batch.push({ document, chunks });
      } catch (error) {
        signal.throwIfAborted();
        this.progress.fail(document, 'chunk', ArbiterError.from(error));
      }
      if (chunksIn(batch) < BATCH_CHUNKS) continue;
      await this.write(batch, target, signal);
      batch = [];
    }
    if (batch.length > 0) await this.write(batch, target, signal);
  }

  /** Writes a failed batch document by document, so that a document refused by a store fails alone. */
  private async write(batch: readonly CutDocument[], target: CollectionManifest, signal: AbortSignal): Promise<void> {
    const { chunkEmbedder, vectorIndex, keywordIndex, budget, turn } = this.ports;
    const chunks = batch.map(({ document, chunks: own }) => ({ documentId: document.id, chunks: own }));
    let stage: IngestionStage = 'embed';
    try {
      const { documents, embedded } = await chunkEmbedder.embed(chunks, { signal, turn, ...(budget && { budget }) });
      stage = 'index';
      await vectorIndex.replaceDocuments(this.index, documents, signal);
      await keywordIndex.replaceDocuments(this.index, analyseChunks(chunks, target.analyser), signal);
      for (const { documentId, chunks: own } of chunks) this.counts.set(documentId, own.length);
      this.progress.rebuilt(
        batch.map(({ document }) => document),
        { chunks: chunksIn(batch), embedded },
      );
    } catch (thrown) {
      signal.throwIfAborted();
      const error = ArbiterError.from(thrown);
      if (error.code === 'UNAVAILABLE' || error instanceof SpendingCapReached) throw error;
      const [first, ...others] = batch;
      if (others.length > 0) for (const one of batch) await this.write([one], target, signal);
      else if (first) {
        await this.takeOut([first.document.id], signal);
        this.progress.fail(first.document, stage, error);
      }
    }
  }

  /**
   * Documents that an earlier attempt has put into both indexes. Documents without chunks are cut again, which costs nothing.
   */
  private async builtBefore(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const [vectors, keywords] = await this.documentIds(signal);
    const inKeywords = new Set(keywords);
    return new Set(vectors?.filter((id) => inKeywords.has(id)));
  }

  /** Removes documents that were deleted while the indexes were built. */
  private async removeOrphans(signal: AbortSignal): Promise<void> {
    const { documents } = this.ports;
    const indexed = new Set((await this.documentIds(signal)).flat());
    for await (const { id } of storedDocuments(this.job.collection, documents, signal)) indexed.delete(id);
    await this.takeOut([...indexed], signal);
  }

  private documentIds(signal: AbortSignal): Promise<readonly (readonly string[])[]> {
    const { vectorIndex, keywordIndex } = this.ports;
    return Promise.all(
      [vectorIndex, keywordIndex].map((index) => index.documentIds(this.index, signal).catch(ignoringNotFound([]))),
    );
  }

  private async takeOut(documentIds: readonly string[], signal: AbortSignal): Promise<void> {
    if (documentIds.length === 0) return;
    for (const index of [this.ports.vectorIndex, this.ports.keywordIndex]) {
      await index.deleteDocuments(this.index, documentIds, signal).catch(ignoringNotFound(0));
    }
  }

  private async optimize(signal: AbortSignal): Promise<void> {
    for (const index of [this.ports.vectorIndex, this.ports.keywordIndex]) {
      // The index has no readers yet, so its former versions can go.
      await index.optimize(this.index, signal, { erase: true }).catch(ignoringNotFound(undefined));
    }
  }
}

/** The worker's embedder, and a way to open others. */
export interface Embedders {
  readonly embedder: Embedder;
  readonly openEmbedder: (model: string) => Embedder;
}

/**
 * Runs work with the embedder of a model. An embedder opened for it is closed afterwards.
 *
 * @param model absent: the worker's own
 * @throws ArbiterError INVALID_REQUEST for an unknown model
 */
export async function withEmbedder<T>(
  model: string | undefined,
  { embedder, openEmbedder }: Embedders,
  work: (embedder: Embedder) => Promise<T>,
): Promise<T> {
  if (model === undefined || model === embedder.model) return work(embedder);
  const opened = openEmbedder(model);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
