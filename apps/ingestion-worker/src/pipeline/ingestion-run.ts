import {
  NO_COUNTS,
  ArbiterError,
  type CollectionManifest,
  type IngestionCounts,
  type IngestionFailure,
  type IngestionJob,
  type IngestionStage,
  type IngestionWarning,
} from '@arbiter/contracts';
import { indexNameOf, type CollectionCatalog, type KeywordIndex, type SourceItem } from '@arbiter/ports';
import type { DocumentLister, OpenDocuments } from '../load/document-lister.js';
import { isFolder } from '../load/list-sources.js';
import { dropLeftovers } from '../reindex/index-generations.js';
import { addCounts } from './add-counts.js';
import { BatchPipeline } from './batch-pipeline.js';
import { chunksIn } from './chunks-in.js';
import type { EmbeddedDocuments } from './chunk-embedder.js';
import { documentIdOf } from './document-identity.js';
import type { DocumentWriter } from './document-writer.js';
import type { HalfWritten } from './half-written.js';
import type { IndexUpkeep } from './index-upkeep.js';
import { openCollection } from './open-collection.js';
import { DocumentFailure, prepareDocument, type PreparedDocument, type PreparePorts } from './prepare-document.js';
import { SpendingCapReached, type SpendingBudget } from './spending-budget.js';
import { PriorDocuments, type PriorDocument } from './prior-documents.js';
import { readAhead } from './read-ahead.js';

export interface IngestionPorts extends PreparePorts {
  readonly catalog: CollectionCatalog;
  readonly keywordIndex: KeywordIndex;
  readonly lister: DocumentLister;
  readonly writer: DocumentWriter;
  readonly upkeep: Pick<IndexUpkeep, 'soon'>;
  /** Collections without chunks that have no document: only a crash leaves some. Absent: nobody knows. */
  readonly swept?: Set<string>;
  /** Is told of each document that fails. */
  readonly log: IngestionLog;
  /** Of this start of the job; absent: nothing bounds it. */
  readonly budget?: SpendingBudget;
  /** Awaited before each document: jobs of others may have their turn first. */
  readonly turn: () => Promise<void>;
  /** Is told of what is being written, for whoever looks after a job that broke off. */
  readonly halfWritten: HalfWritten;
}

export interface IngestionLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

type Pipeline = BatchPipeline<readonly PreparedDocument[], EmbeddedDocuments>;

export interface RunProgress {
  readonly counts: IngestionCounts;
  readonly failures: readonly IngestionFailure[];
  /** What could not be read of documents that were. */
  readonly warnings?: readonly IngestionWarning[];
  /** The document that was begun last, null when none is read. */
  readonly current: string | null;
}

/** Chunks that are embedded and written together: enough for full batches, few enough for quick progress. */
const BATCH_CHUNKS = 64;
/**
 * Documents that are read and cut at once. Each asks the embedder how many tokens it has, and there waits for a run of the
 * network to end: one by one, a batch of short documents would take as long to be cut as the one before it to be embedded.
 */
const DOCUMENTS_AHEAD = 8;
/** Bytes of the documents that are read at once: their text and what parsing makes of it take several times as much memory. */
const BYTES_AHEAD = 16 * 2 ** 20;
/** Chunks that a job may write without upkeep of the indexes at its end, as a share of the collection's. */
const SMALL_SHARE = 0.01;
/** Failures, and warnings, kept with a job and logged; the counts have them all. */
const MAX_FAILURES = 1_000;

/** One job, from its sources to a searchable collection. Running it twice does nothing the second time. */
export class IngestionRun {
  private counts: IngestionCounts = NO_COUNTS;
  private readonly failures: IngestionFailure[] = [];
  private readonly warnings: IngestionWarning[] = [];
  private current: string | null = null;
  private batch: PreparedDocument[] = [];
  /** New documents that were written, by the hash of their content. */
  private readonly arrivals = new Map<string, number>();
  /** Documents that the store is known to hold. */
  private readonly stored = new Set<string>();
  /** Locations of folders that could not be listed: what earlier runs found below them has not gone. */
  private readonly unreadable: string[] = [];

  constructor(
    private readonly job: IngestionJob,
    private readonly ports: IngestionPorts,
    /** Called after every document; must not throw. */
    private readonly report: (progress: RunProgress) => void,
  ) {}

  /**
   * @throws ArbiterError what ends the whole job: a path that is not there, a store or model that does not answer, a
   *   collection built with another model or in other stores; and the signal's reason. What was written before stays.
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

  private async ingestAll(listed: OpenDocuments, signal: AbortSignal): Promise<RunProgress> {
    const { writer, catalog } = this.ports;
    const { collection, language } = this.job;
    const { items, skipped, unseen, failures } = listed;
    // A source that cannot be listed stands for what it holds.
    this.count({ found: items.length + failures.length, skipped });
    for (const { source, error } of failures) this.fail(new DocumentFailure(source, 'load', error));
    for (const { source, reason } of unseen) this.warn({ source, warning: reason });
    // Nothing to put in, and nothing there that could have gone: a collection would only be an empty name.
    if (items.length === 0 && (await catalog.get(collection, signal)) === null) return this.progress();
    const manifest = await openCollection({ name: collection, language }, this.ports, signal);
    await dropLeftovers(collection, this.ports, signal);
    // The attempt before may have died after it wrote and before it said so.
    if (this.job.attempts > 1) await writer.advance(collection);

    const pipeline = this.pipelineInto(manifest, signal);
    try {
      await this.ingestItems(listed, pipeline, signal);
    } finally {
      // Nothing is written any more once the run has ended, however it ended.
      await pipeline.settle();
    }
    await this.lookAfterIndexes(signal);
    if (this.counts.failed === 0) await listed.keepPositions(signal);
    return this.progress();
  }

  /**
   * Upkeep rewrites indexes as a whole. What deletes is erased at once, and what writes much leaves no former versions behind; what
   * writes little leaves it to the background, since searches take the rows that are not indexed yet from the table.
   */
  private async lookAfterIndexes(signal: AbortSignal): Promise<void> {
    const { writer, upkeep, keywordIndex, catalog } = this.ports;
    const { collection } = this.job;
    const { chunks, deleted, moved, changed } = this.counts;
    const manifest = await catalog.get(collection, signal);
    const held = chunks > 0 && manifest ? await keywordIndex.count(indexNameOf(manifest), signal) : 0;
    if (deleted > 0 || chunks > SMALL_SHARE * held) await writer.optimize(collection, signal, { erase: true });
    else if (chunks + changed + moved > 0) upkeep.soon(collection, { erase: changed + moved > 0 });
  }

  private async ingestItems(listed: OpenDocuments, pipeline: Pipeline, signal: AbortSignal): Promise<void> {
    const { collection } = this.job;
    const isWhole = this.readsWhole();
    const prior = await PriorDocuments.of(collection, { store: this.ports.documents, listed: isWhole, signal });
    const seen = new Map<string, SourceItem>();
    for (const item of listed.items) {
      const id = documentIdOf(collection, item.location);
      // The same file behind two of the job's sources is one document.
      if (seen.has(id)) this.count({ found: -1 });
      else seen.set(id, item);
    }
    const spared = [...listed.unmoved].filter((id) => !seen.has(id)).length;
    if (spared > 0) this.count({ found: spared, unchanged: spared });
    const read = async ([id, item]: [string, SourceItem]) => {
      await this.ports.turn();
      signal.throwIfAborted();
      this.current = item.source;
      return prepareDocument({ id, collection, item, prior }, this.ports, signal);
    };
    const ahead = { atOnce: DOCUMENTS_AHEAD, weigh: bytesIn, maxWeight: BYTES_AHEAD };
    for await (const [[, item], prepared] of readAhead(seen, read, ahead)) await this.take(item, prepared, pipeline);
    this.current = null;
    await this.flush(pipeline);
    await pipeline.drain();
    const gone = await this.deleteGone(prior, { seen, listed }, signal);
    // A second attempt looks for what the first left, and whoever reads the list of documents anyway.
    const isSwept = this.ports.swept?.has(this.job.collection) ?? false;
    if ((!isWhole || isSwept) && this.job.attempts === 1) return;
    for (const { id } of prior) if (!gone.has(id)) this.stored.add(id);
    await this.ports.writer.removeOrphans(collection, this.stored, signal, this.job.id);
    if (isWhole) this.ports.swept?.add(collection);
  }

  /** A batch that cannot be written is written document by document, so that one that a store refuses fails alone. */
  private pipelineInto(manifest: CollectionManifest, signal: AbortSignal): Pipeline {
    const { writer, halfWritten, budget } = this.ports;
    return new BatchPipeline(
      (batch) => writer.embed(batch, { budget, signal }),
      async (batch, embedding) => {
        let stage: IngestionStage = 'embed';
        try {
          const embedded = await embedding;
          stage = 'index';
          const ids = batch.map(({ document }) => document.id);
          halfWritten.begun(this.job.id, ids);
          await writer.write(manifest, batch, embedded, signal);
          halfWritten.ended(this.job.id, ids);
          this.countWritten(batch, embedded.embedded);
        } catch (thrown) {
          signal.throwIfAborted();
          const [first, ...others] = batch;
          if (others.length === 0 && first) await this.failAlone(first, { stage, thrown }, signal);
          else if (isEverybodysFailure(ArbiterError.from(thrown))) throw thrown;
          else await this.writeOneByOne(batch, manifest, signal);
        }
      },
    );
  }

  /** What one index has taken and the other has refused is taken out again: half a document would be found. */
  private async failAlone(
    { document }: PreparedDocument,
    { stage, thrown }: { stage: IngestionStage; thrown: unknown },
    signal: AbortSignal,
  ): Promise<void> {
    const failure = DocumentFailure.of(document.source, stage, thrown);
    if (stage === 'index' && !isEverybodysFailure(failure.error)) {
      await this.ports.writer.delete(this.job.collection, [document.id], signal, { jobId: this.job.id });
      this.ports.halfWritten.ended(this.job.id, [document.id]);
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

  /**
   * Whether something may have gone: what is sent along stands for itself. Only then is the list of all documents read, which
   * a library that is filled by thousands of small jobs cannot afford each time.
   */
  private readsWhole(): boolean {
    return this.job.sources.some(({ kind }) => kind !== 'inline');
  }

  /** How far the run is. */
  progress(): RunProgress {
    return {
      counts: this.counts,
      failures: [...this.failures],
      warnings: [...this.warnings],
      current: this.current,
    };
  }

  private async take(
    item: SourceItem,
    prepared: Awaited<ReturnType<typeof prepareDocument>>,
    pipeline: Pipeline,
  ): Promise<void> {
    if (prepared === 'unchanged') this.count({ unchanged: 1 });
    else if (prepared instanceof DocumentFailure) {
      if (isFolder(item)) this.unreadable.push(item.location.replace(/\/$/, ''));
      this.fail(prepared);
    } else {
      this.batch.push(prepared);
      for (const warning of prepared.warnings) this.warn({ source: item.source, warning });
      this.count({ bytes: item.size });
      if (chunksIn(this.batch) >= BATCH_CHUNKS) await this.flush(pipeline);
    }
  }

  private async flush(pipeline: Pipeline): Promise<void> {
    const { batch } = this;
    if (batch.length === 0) return;
    this.batch = [];
    await pipeline.push(batch);
  }

  private countWritten(batch: readonly PreparedDocument[], embedded: number): void {
    const added = batch.filter(({ isNew }) => isNew);
    for (const { document } of added) {
      this.stored.add(document.id);
      this.arrivals.set(document.contentHash, (this.arrivals.get(document.contentHash) ?? 0) + 1);
    }
    this.count({
      added: added.length,
      changed: batch.length - added.length,
      chunks: chunksIn(batch),
      embedded,
    });
  }

  /** Takes out the documents that earlier runs found behind the same sources and this one did not. @returns their ids */
  private async deleteGone(
    prior: PriorDocuments,
    { seen, listed }: { seen: ReadonlyMap<string, unknown>; listed: OpenDocuments },
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const hasGone = (document: PriorDocument): boolean =>
      listed.covers(document) &&
      !seen.has(document.id) &&
      !this.unreadable.some((folder) => `${document.origin}/${document.source}`.startsWith(`${folder}/`));
    const gone = [...prior].filter(hasGone);
    const moved = new Set(gone.filter(({ contentHash }) => this.takeArrival(contentHash)).map(({ id }) => id));
    const ids = gone.map(({ id }) => id);
    await this.ports.writer.delete(this.job.collection, ids, signal, { livingOn: moved, jobId: this.job.id });
    this.count({ deleted: gone.length - moved.size, moved: moved.size, added: -moved.size });
    return new Set(ids);
  }

  /** Whether a document of this content came in that no other one has been taken for. */
  private takeArrival(contentHash: string): boolean {
    const left = this.arrivals.get(contentHash) ?? 0;
    if (left > 0) this.arrivals.set(contentHash, left - 1);
    return left > 0;
  }

  private fail({ source, stage, error }: DocumentFailure): void {
    // A host that is away fails what is read from it; a store that is away fails everything.
    if (stage !== 'load' && isEverybodysFailure(error)) throw error;
    if (this.failures.length < MAX_FAILURES) {
      this.failures.push({ source, stage, reason: error.message });
      this.log(source, stage, error);
    }
    this.count({ failed: 1 });
  }

  /** An error of a kind that nobody foresaw is one of the code, with its cause; a document that is refused is not. */
  private log(source: string, stage: IngestionStage, { code, message, cause }: ArbiterError): void {
    const { id: jobId, collection } = this.job;
    const failed = { jobId, collection, source, stage, code, reason: message };
    if (code === 'INTERNAL') this.ports.log.error({ ...failed, err: cause }, 'document failed unforeseen');
    else this.ports.log.warn(failed, 'document failed');
  }

  private warn(warning: IngestionWarning): void {
    if (this.warnings.length < MAX_FAILURES) this.warnings.push(warning);
  }

  private count(change: Partial<IngestionCounts>): void {
    this.counts = addCounts(this.counts, change);
    this.report(this.progress());
  }
}

function bytesIn([, { size }]: readonly [string, SourceItem]): number {
  return size;
}

/** A store or model that is away, and money that is spent, fail every document alike: the job stops instead of failing them one by one. */
function isEverybodysFailure(error: ArbiterError): boolean {
  return error.code === 'UNAVAILABLE' || error instanceof SpendingCapReached;
}
