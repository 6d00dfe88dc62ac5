import {
  NO_COUNTS,
  type ArbiterError,
  type CollectionManifest,
  type IngestionCounts,
  type IngestionFailure,
  type IngestionJob,
} from '@arbiter/contracts';
import type { CollectionCatalog, CollectionStores, SourceItem } from '@arbiter/ports';
import type { DocumentLister, OpenDocuments } from '../load/document-lister.js';
import { isFolder } from '../load/list-sources.js';
import { documentIdOf } from './document-identity.js';
import type { DocumentWriter } from './document-writer.js';
import { openCollection } from './open-collection.js';
import { DocumentFailure, prepareDocument, type PreparedDocument, type PreparePorts } from './prepare-document.js';
import { PriorDocuments, type PriorDocument } from './prior-documents.js';

export interface IngestionPorts extends PreparePorts {
  readonly catalog: CollectionCatalog;
  readonly keywordIndex: CollectionStores['keywordIndex'];
  readonly lister: DocumentLister;
  readonly writer: DocumentWriter;
}

export interface RunProgress {
  readonly counts: IngestionCounts;
  readonly failures: readonly IngestionFailure[];
  /** The document being read, null between documents. */
  readonly current: string | null;
}

/** Chunks that are embedded and written together: enough for full batches, few enough for quick progress. */
const BATCH_CHUNKS = 64;
/** Failures kept with a job; the counts have them all. */
const MAX_FAILURES = 1_000;

/** One job, from its sources to a searchable collection. Running it twice does nothing the second time. */
export class IngestionRun {
  private counts: IngestionCounts = NO_COUNTS;
  private readonly failures: IngestionFailure[] = [];
  private current: string | null = null;
  private batch: PreparedDocument[] = [];
  /** New documents that were written, by the hash of their content. */
  private readonly arrivals = new Map<string, number>();
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
    } finally {
      await listed.close();
    }
  }

  private async ingestAll(listed: OpenDocuments, signal: AbortSignal): Promise<RunProgress> {
    const { writer, catalog } = this.ports;
    const { collection, language } = this.job;
    const { items, skipped, failures } = listed;
    this.count({ found: items.length, skipped });
    for (const { source, error } of failures) this.fail(new DocumentFailure(source, 'load', error));
    // Nothing to put in, and nothing there that could have gone: a collection would only be an empty name.
    if (items.length === 0 && (await catalog.get(collection, signal)) === null) return this.progress();
    const manifest = await openCollection({ name: collection, language }, this.ports, signal);
    // The attempt before may have died after it wrote and before it said so.
    if (this.job.attempts > 1) await writer.advance(collection);

    const isWhole = this.readsWhole();
    const prior = await PriorDocuments.of(collection, { store: this.ports.documents, listed: isWhole, signal });
    const seen = new Set<string>();
    for (const item of items) {
      signal.throwIfAborted();
      const id = documentIdOf(collection, item.location);
      // The same file behind two of the job's sources is one document.
      if (seen.has(id)) this.count({ found: -1 });
      else await this.ingest({ id, item, prior }, manifest, signal);
      seen.add(id);
    }
    await this.flush(manifest, signal);
    await this.deleteGone(prior, { seen, listed }, signal);
    // A second attempt looks for what the first left, and whoever reads the list of documents anyway.
    if (isWhole || this.job.attempts > 1) await writer.removeOrphans(collection, signal);
    if (this.counts.chunks > 0 || this.counts.deleted > 0) await writer.optimize(collection, signal);
    return this.progress();
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
    return { counts: this.counts, failures: [...this.failures], current: this.current };
  }

  private async ingest(
    { id, item, prior }: { id: string; item: SourceItem; prior: PriorDocuments },
    manifest: CollectionManifest,
    signal: AbortSignal,
  ): Promise<void> {
    this.current = item.source;
    const task = { id, collection: this.job.collection, item, prior };
    const prepared = await prepareDocument(task, this.ports, signal);
    this.current = null;
    if (prepared === 'unchanged') this.count({ unchanged: 1 });
    else if (prepared instanceof DocumentFailure) {
      if (isFolder(item)) this.unreadable.push(item.location.replace(/\/$/, ''));
      this.fail(prepared);
    } else {
      this.batch.push(prepared);
      this.count({ bytes: item.size });
      if (this.batch.reduce((sum, { chunks }) => sum + chunks.length, 0) >= BATCH_CHUNKS) {
        await this.flush(manifest, signal);
      }
    }
  }

  private async flush(manifest: CollectionManifest, signal: AbortSignal): Promise<void> {
    const { batch } = this;
    if (batch.length === 0) return;
    this.batch = [];
    const embedded = await this.ports.writer.write(manifest, batch, signal);
    const added = batch.filter(({ isNew }) => isNew);
    for (const { document } of added) {
      this.arrivals.set(document.contentHash, (this.arrivals.get(document.contentHash) ?? 0) + 1);
    }
    this.count({
      added: added.length,
      changed: batch.length - added.length,
      chunks: batch.reduce((sum, { chunks }) => sum + chunks.length, 0),
      embedded,
    });
  }

  /** Takes out the documents that earlier runs found behind the same sources and this one did not. */
  private async deleteGone(
    prior: PriorDocuments,
    { seen, listed }: { seen: ReadonlySet<string>; listed: OpenDocuments },
    signal: AbortSignal,
  ): Promise<void> {
    const hasGone = (document: PriorDocument): boolean =>
      listed.covers(document) &&
      !seen.has(document.id) &&
      !this.unreadable.some((folder) => `${document.origin}/${document.source}`.startsWith(`${folder}/`));
    const gone = [...prior].filter(hasGone);
    const moved = new Set(gone.filter(({ contentHash }) => this.takeArrival(contentHash)).map(({ id }) => id));
    const ids = gone.map(({ id }) => id);
    await this.ports.writer.delete(this.job.collection, ids, signal, moved);
    this.count({ deleted: gone.length - moved.size, moved: moved.size, added: -moved.size });
  }

  /** Whether a document of this content came in that no other one has been taken for. */
  private takeArrival(contentHash: string): boolean {
    const left = this.arrivals.get(contentHash) ?? 0;
    if (left > 0) this.arrivals.set(contentHash, left - 1);
    return left > 0;
  }

  private fail({ source, stage, error }: DocumentFailure): void {
    if (isEverybodysFailure(error)) throw error;
    if (this.failures.length < MAX_FAILURES) this.failures.push({ source, stage, reason: error.message });
    this.count({ failed: 1 });
  }

  private count(change: Partial<IngestionCounts>): void {
    const counts = { ...this.counts };
    for (const [key, value] of Object.entries(change)) counts[key as keyof IngestionCounts] += value;
    this.counts = counts;
    this.report(this.progress());
  }
}

/** A store or model that is away fails every document alike: the job stops instead of failing them one by one. */
function isEverybodysFailure(error: ArbiterError): boolean {
  return error.code === 'UNAVAILABLE';
}
