import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import type { CollectionShape } from './collection-layout.js';
import type { CollectionVersions } from './collection-versions.js';
import { type CommitRecord, KEEP_REPLACED_MS, nextCommit } from './commit-record.js';
import { endedBy, markedAfter, ofDocuments, writtenAfter } from './point-filters.js';
import type { QdrantConnection } from './qdrant-connection.js';

/** At most so many documents are named in one filter. */
const FILTER_DOCUMENTS = 1_000;

/** What a commit changes: all points of the documents go, these come. */
export interface Change {
  readonly documentIds: readonly string[];
  /** Those that come, as this commit writes them, in requests; absent: none. */
  readonly pointsAt?: (commit: number) => Iterable<Schemas['PointStruct'][]>;
}

const NO_SHAPE: CollectionShape = { dimensions: null };

/**
 * Writes collections, commit by commit (see {@link CommitRecord}), one after the other for each collection. One process
 * may write a collection: two would take each other's unfinished commits for leftovers.
 */
export class CommitWriter {
  private readonly queue = new SerialQueue();
  /** Collections whose last write by this process came to its end; of others it is not known what they hold. */
  private readonly tidy = new Set<string>();
  /** Time of the last removal of chunks that are no longer visible, by collection. */
  private readonly vacuumed = new Map<string, number>();

  constructor(
    private readonly connection: QdrantConnection,
    private readonly versions: CollectionVersions,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs a step after all writes to the collection that were asked for before, with its state. What an earlier write
   * left unfinished is gone by then.
   *
   * @throws ArbiterError NOT_FOUND for a collection that was never written to
   */
  write<T>(collection: string, signal: AbortSignal, step: (record: CommitRecord) => Promise<T>): Promise<T> {
    return this.queue.run(collection, async () => {
      signal.throwIfAborted();
      return this.settled(collection, await this.versions.record(collection, signal), signal, step);
    });
  }

  /**
   * As {@link write}, for a collection that need not be there, nor have a place for the vectors that are to come.
   *
   * @param shapeNeeded gets the shape it has; throws when the two do not go together
   */
  writeNew<T>(
    collection: string,
    signal: AbortSignal,
    shapeNeeded: (known: CollectionShape) => CollectionShape,
    step: (record: CommitRecord) => Promise<T>,
  ): Promise<T> {
    return this.queue.run(collection, async () => {
      signal.throwIfAborted();
      const last = await this.versions.record(collection, signal).catch(nullWhenMissing);
      const shape = shapeNeeded(last ?? NO_SHAPE);
      const record =
        last?.dimensions === shape.dimensions ? last : await this.versions.rebuild(collection, shape, last, signal);
      return this.settled(collection, record, signal, step);
    });
  }

  /** Removes a collection after all writes to it. */
  drop(collection: string, signal: AbortSignal): Promise<void> {
    return this.queue.run(collection, async () => {
      signal.throwIfAborted();
      await this.versions.drop(collection, signal);
      this.tidy.delete(collection);
      this.vacuumed.delete(collection);
    });
  }

  /** Within a step: readers see the whole change or nothing of it. */
  async commit(collection: string, record: CommitRecord, change: Change, signal: AbortSignal): Promise<void> {
    const commit = nextCommit(record, this.clock.now());
    for (const points of change.pointsAt?.(commit) ?? [])
      await this.versions.upsert(collection, record.name, points, signal);
    for (const documentIds of slicesOf(change.documentIds)) {
      await this.connection.request({ signal, collection, write: true }, (api, init) =>
        api.setPayload(
          {
            collection_name: record.name,
            wait: true,
            payload: { until: commit },
            filter: ofDocuments(record.commit, documentIds),
          },
          init,
        ),
      );
    }
    await this.versions.putRecord(collection, { ...record, commit }, signal);
  }

  /** Removes chunks that were replaced so long ago that no reader sees them any more. */
  async vacuum(collection: string, record: CommitRecord, signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    await this.remove(collection, record, endedBy(Math.min(record.commit, now - KEEP_REPLACED_MS)), signal);
    this.vacuumed.set(collection, now);
  }

  /** Resolves when everything that was asked for until now has ended. */
  idle(): Promise<void> {
    return this.queue.idle();
  }

  private async settled<T>(
    collection: string,
    record: CommitRecord,
    signal: AbortSignal,
    step: (record: CommitRecord) => Promise<T>,
  ): Promise<T> {
    if (!this.tidy.has(collection)) await this.undoUnfinished(collection, record, signal);
    this.tidy.delete(collection);
    const result = await step(record);
    this.tidy.add(collection);
    const last = this.vacuumed.get(collection) ?? Number.NEGATIVE_INFINITY;
    if (this.clock.now() - last >= KEEP_REPLACED_MS) await this.vacuum(collection, record, signal);
    return result;
  }

  private async undoUnfinished(collection: string, record: CommitRecord, signal: AbortSignal): Promise<void> {
    await this.remove(collection, record, writtenAfter(record.commit), signal);
    await this.connection.request({ signal, collection, write: true }, (api, init) =>
      api.deletePayload(
        { collection_name: record.name, wait: true, keys: ['until'], filter: markedAfter(record.commit) },
        init,
      ),
    );
  }

  private async remove(
    collection: string,
    record: CommitRecord,
    filter: ReturnType<typeof endedBy>,
    signal: AbortSignal,
  ): Promise<void> {
    await this.connection.request({ signal, collection, write: true }, (api, init) =>
      api.deletePoints({ collection_name: record.name, wait: true, filter }, init),
    );
  }
}

/** Lists of document ids that fit into one filter. */
export function* slicesOf(documentIds: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < documentIds.length; from += FILTER_DOCUMENTS)
    yield documentIds.slice(from, from + FILTER_DOCUMENTS);
}

export function nullWhenMissing(thrown: unknown): null {
  if (thrown instanceof ArbiterError && thrown.code === 'NOT_FOUND') return null;
  throw thrown;
}
