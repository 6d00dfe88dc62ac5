import {
  ArbiterError,
  type CollectionManifest,
  type IngestionJob,
  type IngestionStage,
  isAccessRefusal,
  isSentAlong,
} from '@arbiter/contracts';
import { type CollectionCatalog, indexNameOf, type KeywordIndex, type SourceItem } from '@arbiter/ports';
import { chunksIn } from '../library/chunks.js';
import { documentIdOf } from '../library/document-identity.js';
import { dropLeftovers } from '../library/index-generations.js';
import { openCollection } from '../library/open-collection.js';
import { type PriorDocument, priorDocumentOf, PriorDocuments } from '../library/prior-documents.js';
import type { DocumentLister, OpenDocuments } from '../load/document-lister.js';
import { findGone, unreadableFolder } from '../load/find-gone.js';
import type { PageVectors } from './page-vectors.js';
import { BatchPipeline, readAhead } from './batch-pipeline.js';
import type { EmbeddedDocuments } from './chunk-embedder.js';
import type { DocumentWriter } from './document-writer.js';
import type { IndexUpkeep } from './index-upkeep.js';
import { DocumentFailure, failsEveryDocument, type IngestionLog, logFailure } from './document-failure.js';
import { LeftOut, type PreparedDocument, prepareDocument, type PreparePorts } from './prepare-document.js';
import type { UncommittedDocuments } from './rollback.js';
import { ProgressRecorder, type RunProgress } from './run-progress.js';
import { type SpendingBudget } from './spending-budget.js';

export interface IngestionPorts extends PreparePorts {
  readonly catalog: CollectionCatalog;
  readonly keywordIndex: KeywordIndex;
  readonly lister: DocumentLister;
  readonly writer: DocumentWriter;
  readonly upkeep: Pick<IndexUpkeep, 'soon'>;
  /** Embeds pictures of pages; null or absent where that is not set up. */
  readonly pageVectors?: Pick<PageVectors, 'embed'> | null;
  /** Collections without orphaned chunks, which only a crash leaves. Absent: unknown. */
  readonly swept?: Set<string>;
  /** Logs each document that fails. */
  readonly log: IngestionLog;
  /** Budget of this start of the job; absent: no limit. */
  readonly budget?: SpendingBudget;
  /** Awaited before each document, so that other jobs may have their turn first. */
  readonly turn: () => Promise<void>;
  /** Tracks the documents being written, for the clean-up after a job that broke off. */
  readonly uncommitted: UncommittedDocuments;
}

type Pipeline = BatchPipeline<readonly PreparedDocument[], EmbeddedDocuments>;

/** Chunks embedded and written together: enough for full batches, few enough for quick progress. */
const BATCH_CHUNKS = 64;
/**
 * Documents read and cut at once. Each counts its tokens with the embedder and waits there for a pass of the network. One by
 * one, cutting a batch of short documents would take as long as embedding the batch before it.
 */
const DOCUMENTS_AHEAD = 8;
/** Most bytes of documents read at once: text and parsing take several times as much memory. */
const BYTES_AHEAD = 16 * 2 ** 20;
/** Share of a collection's chunks that a job may write without maintaining the indexes at its end. */
const SMALL_SHARE = 0.01;

/** Runs one job, from its sources to a searchable collection. Repeating it changes nothing. */
export class IngestionRun {
  private readonly recorder: ProgressRecorder;
  private batch: PreparedDocument[] = [];
  /** Number of new documents written, by content hash. */
  private readonly arrivals = new Map<string, number>();
  /** Documents that the store is known to hold. */
  private readonly stored = new Set<string>();
  /** Documents with pages that can be drawn: all that are listed, or those of the job. */
  private readonly drawable = new Map<string, PriorDocument>();
  /** Locations of folders that could not be listed: documents found below them earlier are kept. */
  private readonly unreadable: string[] = [];

  constructor(
    private readonly job: IngestionJob,
    private readonly ports: IngestionPorts,
    /** Called after every document; must not throw. */
    report: (progress: RunProgress) => void,
  ) {
    this.recorder = new ProgressRecorder(report);
  }

  /**
   * @throws ArbiterError for an error that ends the whole job: a missing path, a store or model that does not answer, a
   *   collection built with another model or in other stores; and the signal's reason. Documents written before stay.
   */
  async execute(signal: AbortSignal): Promise<RunProgress> {
    const listed = await this.ports.lister.list(this.job, signal);
    try {
      return await this.ingestAll(listed, signal);
    } catch (error) {
      this.ports.swept?.delete(this.job.collection);
      throw error;
    } finally {
      await listed.close();
    }
  }

  /** After `execute`: nothing of a document that is found by its text waits for its pictures, nor fails with them. */
  async embedPages(signal: AbortSignal): Promise<RunProgress> {
    const { recorder } = this;
    const { collection } = this.job;
    const versions = [...this.drawable.values()].map(({ id, contentHash }) => ({ id, collection, contentHash }));
    await this.ports.pageVectors?.embed(collection, versions, recorder.pageRun(this.ports.turn, signal));
    recorder.current = null;
    return this.progress();
  }

  private async ingestAll(listed: OpenDocuments, signal: AbortSignal): Promise<RunProgress> {
    const { writer, catalog } = this.ports;
    const { collection, language } = this.job;
    const { items, skipped, leftOut, idle, unseen, failures } = listed;
    // A source that cannot be listed counts as one document.
    this.recorder.count({ found: items.length + failures.length });
    this.recorder.leaveOut(leftOut, skipped);
    for (const { source, error } of failures) this.fail(new DocumentFailure(source, 'load', error));
    for (const { source, reason } of unseen) this.recorder.warn({ source, warning: reason });
    for (const { source, glob } of idle)
      this.recorder.warn({ source, warning: `It prefers "${glob}", which matches none of its documents.` });
    // Without documents, now or earlier, the collection would only be an empty name.
    if (items.length === 0 && (await catalog.get(collection, signal)) === null) return this.progress();
    const manifest = await openCollection({ name: collection, language }, this.ports, signal);
    await dropLeftovers(collection, this.ports, signal);
    // The previous attempt may have died between writing and advancing the catalog.
    if (this.job.attempts > 1) await writer.advance(collection);

    const pipeline = this.pipelineInto(manifest, signal);
    try {
      await this.ingestItems(listed, { pipeline, language: manifest.language }, signal);
    } finally {
      // Nothing is written after the run has ended, for whatever reason.
      await pipeline.settle();
    }
    await this.lookAfterIndexes(signal);
    if (this.recorder.counts.failed === 0) await listed.keepPositions(signal);
    return this.progress();
  }

  /**
   * Upkeep rewrites whole indexes. A job that deletes or writes much does it at once, so that nothing deleted and no former
   * version stays in the files. A small job leaves it to the background: until then, searches scan the unindexed rows of the
   * table.
   */
  private async lookAfterIndexes(signal: AbortSignal): Promise<void> {
    const { writer, upkeep, keywordIndex, catalog } = this.ports;
    const { collection } = this.job;
    const { chunks, deleted, moved, changed } = this.recorder.counts;
    const manifest = await catalog.get(collection, signal);
    const held = chunks > 0 && manifest ? await keywordIndex.count(indexNameOf(manifest), signal) : 0;
    if (deleted > 0 || chunks > SMALL_SHARE * held) await writer.optimize(collection, signal, { erase: true });
    else if (chunks + changed + moved > 0) upkeep.soon(collection, { erase: changed + moved > 0 });
  }

  private async ingestItems(
    listed: OpenDocuments,
    { pipeline, language }: { readonly pipeline: Pipeline; readonly language: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { collection } = this.job;
    // Documents may have gone from any source that is not sent along. Only then is the list of all documents read: a library filled
    // by thousands of small jobs cannot afford it each time.
    const isWhole = !this.job.sources.every(isSentAlong);
    const prior = await PriorDocuments.of(collection, { store: this.ports.documents, listed: isWhole, signal });
    const seen = this.distinctItems(listed);
    const read = async ([id, item]: [string, SourceItem]) => {
      await this.ports.turn();
      signal.throwIfAborted();
      this.recorder.current = item.source;
      return prepareDocument({ id, collection, item, prior, language }, this.ports, signal);
    };
    const ahead = { atOnce: DOCUMENTS_AHEAD, weigh: bytesIn, maxWeight: BYTES_AHEAD };
    for await (const [[id, item], prepared] of readAhead(seen, read, ahead)) {
      if (prepared === 'unchanged' && !isWhole) this.noteDrawable(await prior.get(id, signal));
      if (prepared instanceof LeftOut) {
        // A former version, which was worth reading, has gone.
        seen.delete(id);
        this.recorder.leaveOutFound(item.source, prepared.reason);
      } else if (isClosed(prepared) && (await prior.get(id, signal))) await this.withdraw(id, prepared, signal);
      else await this.take(item, prepared, pipeline);
    }
    this.recorder.current = null;
    await this.flush(pipeline);
    await pipeline.drain();
    const gone = await this.deleteGone(prior, { seen, listed }, signal);
    this.noteAllDrawable(prior, gone);
    // A second attempt cleans up after the first. A run that lists all documents anyway cleans up too, once.
    const isSwept = this.ports.swept?.has(this.job.collection) ?? false;
    if ((!isWhole || isSwept) && this.job.attempts === 1) return;
    for (const { id } of prior) if (!gone.has(id)) this.stored.add(id);
    await this.ports.writer.removeOrphans(collection, this.stored, signal, this.job.id);
    if (isWhole) this.ports.swept?.add(collection);
  }

  /** By the ids of their documents. The same file in two of the job's sources is one document. */
  private distinctItems({ items, unmoved }: OpenDocuments): Map<string, SourceItem> {
    const seen = new Map<string, SourceItem>();
    for (const item of items) {
      const id = documentIdOf(this.job.collection, item.location);
      if (seen.has(id)) this.recorder.count({ found: -1 });
      else seen.set(id, item);
    }
    const spared = [...unmoved].filter((id) => !seen.has(id)).length;
    if (spared > 0) this.recorder.count({ found: spared, unchanged: spared });
    return seen;
  }

  /** Writes a failed batch document by document, so that a document refused by a store fails alone. */
  private pipelineInto(manifest: CollectionManifest, signal: AbortSignal): Pipeline {
    const { writer, uncommitted, budget, turn } = this.ports;
    // A long document is one batch: who waits for it sees its passages.
    const onEmbedded = (embedded: number): void => this.recorder.count({ embedded });
    return new BatchPipeline(
      (batch) => writer.embed(batch, { budget, turn, onEmbedded, signal }),
      async (batch, embedding) => {
        let stage: IngestionStage = 'embed';
        try {
          const embedded = await embedding;
          stage = 'index';
          const ids = batch.map(({ document }) => document.id);
          uncommitted.begun(this.job.id, ids);
          await writer.write(manifest, batch, embedded, signal);
          uncommitted.ended(this.job.id, ids);
          this.countWritten(batch);
        } catch (thrown) {
          signal.throwIfAborted();
          const [first, ...others] = batch;
          if (others.length === 0 && first) await this.failAlone(first, { stage, thrown }, signal);
          else if (failsEveryDocument(ArbiterError.from(thrown))) throw thrown;
          else await this.writeOneByOne(batch, manifest, signal);
        }
      },
    );
  }

  /** Removes a document that one index took and the other refused: searches would find half of it. */
  private async failAlone(
    { document }: PreparedDocument,
    { stage, thrown }: { stage: IngestionStage; thrown: unknown },
    signal: AbortSignal,
  ): Promise<void> {
    const failure = DocumentFailure.of(document.source, stage, thrown);
    if (stage === 'index' && !failsEveryDocument(failure.error)) {
      await this.ports.writer.delete(this.job.collection, [document.id], signal, { jobId: this.job.id });
      this.ports.uncommitted.ended(this.job.id, [document.id]);
    }
    this.fail(failure);
  }

  private async writeOneByOne(
    batch: readonly PreparedDocument[],
    manifest: CollectionManifest,
    signal: AbortSignal,
  ): Promise<void> {
    const pipeline = this.pipelineInto(manifest, signal);
    try {
      for (const document of batch) await pipeline.push([document]);
      await pipeline.drain();
    } finally {
      await pipeline.settle();
    }
  }

  /** Progress of the run. */
  progress(): RunProgress {
    return this.recorder.progress;
  }

  private async take(
    item: SourceItem,
    prepared: Exclude<Awaited<ReturnType<typeof prepareDocument>>, LeftOut>,
    pipeline: Pipeline,
  ): Promise<void> {
    if (prepared === 'unchanged') this.recorder.count({ unchanged: 1 });
    else if (prepared instanceof DocumentFailure) {
      const folder = unreadableFolder(item);
      if (folder !== null) this.unreadable.push(folder);
      this.fail(prepared);
    } else {
      this.batch.push(prepared);
      for (const warning of prepared.warnings) this.recorder.warn({ source: item.source, warning });
      this.recorder.count({ bytes: item.size });
      if (chunksIn(this.batch) >= BATCH_CHUNKS || originalsIn(this.batch) >= BYTES_AHEAD) await this.flush(pipeline);
    }
  }

  /** A former version must not stay readable to those whom the new one may exclude. */
  private async withdraw(id: string, { source, stage, error }: DocumentFailure, signal: AbortSignal): Promise<void> {
    const { collection } = this.job;
    await this.ports.writer.delete(collection, [id], signal, { jobId: this.job.id });
    this.recorder.count({ deleted: 1 });
    const message = `${error.message} Its former version was deleted, so that nobody reads it whom this one excludes.`;
    this.fail(new DocumentFailure(source, stage, new ArbiterError(error.code, message, error)));
  }

  private async flush(pipeline: Pipeline): Promise<void> {
    const { batch } = this;
    if (batch.length === 0) return;
    this.batch = [];
    await pipeline.push(batch);
  }

  private countWritten(batch: readonly PreparedDocument[]): void {
    const added = batch.filter(({ isNew }) => isNew);
    for (const { document } of added) {
      this.stored.add(document.id);
      this.arrivals.set(document.contentHash, (this.arrivals.get(document.contentHash) ?? 0) + 1);
    }
    for (const { document } of batch) this.noteDrawable(priorDocumentOf(document));
    this.recorder.count({
      added: added.length,
      changed: batch.length - added.length,
      chunks: chunksIn(batch),
    });
  }

  private noteAllDrawable(prior: Iterable<PriorDocument>, gone: { has(id: string): boolean }): void {
    for (const document of prior) if (!gone.has(document.id)) this.noteDrawable(document);
  }

  /** The first version that is noted is the one that is stored. */
  private noteDrawable(document: PriorDocument | null): void {
    if (this.ports.pageVectors && document?.isDrawable && !this.drawable.has(document.id))
      this.drawable.set(document.id, document);
  }

  /** Deletes documents that earlier runs found in the same sources and this run did not. @returns their ids */
  private async deleteGone(
    prior: PriorDocuments,
    { seen, listed }: { seen: ReadonlyMap<string, SourceItem>; listed: OpenDocuments },
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const { collection } = this.job;
    const { gone, spared } = findGone(prior, { collection, listed, seen, unreadable: this.unreadable });
    for (const { source, documents } of spared) {
      const warning =
        `It is empty, but ${documents} documents were read from it. They stay, because its disk may not be mounted. ` +
        'If it is meant to be empty, put any file into it and read it again.';
      this.recorder.warn({ source, warning });
    }
    const moved = new Set(gone.filter(({ contentHash }) => this.takeArrival(contentHash)).map(({ id }) => id));
    const ids = gone.map(({ id }) => id);
    await this.ports.writer.delete(collection, ids, signal, { livingOn: moved, jobId: this.job.id });
    this.recorder.count({ deleted: gone.length - moved.size, moved: moved.size, added: -moved.size });
    return new Set(ids);
  }

  /** Whether a new document with this content exists that no other deletion has claimed as its move. */
  private takeArrival(contentHash: string): boolean {
    const left = this.arrivals.get(contentHash) ?? 0;
    if (left > 0) this.arrivals.set(contentHash, left - 1);
    return left > 0;
  }

  private fail(failure: DocumentFailure): void {
    const { source, stage, error } = failure;
    // An absent host fails only its own documents; an absent store fails all.
    if (stage !== 'load' && failsEveryDocument(error)) throw error;
    if (this.recorder.fail(source, stage, error)) logFailure(failure, this.job, this.ports.log);
  }
}

/** Bytes of the originals that a batch holds until it is stored. */
function originalsIn(batch: readonly PreparedDocument[]): number {
  return batch.reduce((sum, { original }) => sum + (original?.length ?? 0), 0);
}

function bytesIn([, { size }]: readonly [string, SourceItem]): number {
  return size;
}

/** Whether nobody knows any more who may read it. */
function isClosed(prepared: Awaited<ReturnType<typeof prepareDocument>>): prepared is DocumentFailure {
  return prepared instanceof DocumentFailure && isAccessRefusal(prepared.error);
}
