import { ArbiterError } from '@arbiter/contracts';
import type { Schemas } from '@qdrant/js-client-rest';
import { documentIdOf, RECORD_ID } from './chunk-points.js';
import {
  type CollectionLayout,
  collectionRequest,
  type CollectionShape,
  collectionUpdate,
  PAGES,
} from './collection-layout.js';
import { type CommitRecord, payloadOfRecord, recordOf } from './commit-record.js';
import { visibleAt } from './point-filters.js';
import { type QdrantConnection, untilOptimized } from './qdrant-connection.js';
import type { QdrantSettings } from './qdrant-options.js';

/** Points that are listed at once: some 400 kB, a few milliseconds of JSON. */
const LISTED_POINTS = 5_000;

/** Points that are copied at once when a collection is rebuilt: about 4 MB with token vectors. */
const COPY_POINTS = 64;

/**
 * The collections of Qdrant behind those of Arbiter: an alias that leads to one version of each. A version's vectors have
 * the shape that it was made with, so another shape is another version, and the alias goes over to it in one step.
 */
export class CollectionVersions {
  constructor(
    private readonly connection: QdrantConnection,
    private readonly settings: QdrantSettings,
    private readonly layout: CollectionLayout,
  ) {}

  /** Reads with the state as of now. A version that is replaced meanwhile leads to the next one. */
  async read<T>(collection: string, signal: AbortSignal, use: (record: CommitRecord) => Promise<T>): Promise<T> {
    const record = await this.record(collection, signal);
    try {
      return await use(record);
    } catch (thrown) {
      if (!(thrown instanceof ArbiterError && thrown.code === 'NOT_FOUND')) throw thrown;
      const next = await this.record(collection, signal);
      if (next.name === record.name) throw thrown;
      return use(next);
    }
  }

  /** Ids of the documents that have a point, ascending. */
  async documentIds(collection: string, record: CommitRecord, signal: AbortSignal): Promise<readonly string[]> {
    const ids = new Set<string>();
    let offset: Schemas['ExtendedPointId'] | undefined;
    do {
      const page = await this.connection.request({ signal, collection }, (api, init) =>
        api.scrollPoints(
          {
            collection_name: record.name,
            filter: visibleAt(record.commit),
            limit: LISTED_POINTS,
            with_payload: ['document_id'],
            with_vector: false,
            ...(offset !== undefined && { offset }),
          },
          init,
        ),
      );
      for (const { payload } of page.points) ids.add(documentIdOf(payload));
      offset = (page.next_page_offset ?? undefined) as typeof offset;
    } while (offset !== undefined);
    return [...ids].sort();
  }

  /**
   * Brings a collection in line with the settings, and waits until the server has built its indexes. Only the signal bounds it.
   */
  async rebuildIndexes(collection: string, record: CommitRecord, signal: AbortSignal): Promise<void> {
    await this.connection.request({ signal, collection, write: true }, (api, init) =>
      api.updateCollection(
        { collection_name: record.name, ...collectionUpdate(record, this.layout, this.settings) },
        init,
      ),
    );
    await untilOptimized(this.connection, collection, record.name, signal);
  }

  /** @throws ArbiterError NOT_FOUND for a collection that was never written to */
  async record(collection: string, signal: AbortSignal): Promise<CommitRecord> {
    const points = await this.connection.request({ signal, collection }, (api, init) =>
      api.getPoints(
        { collection_name: this.alias(collection), ids: [RECORD_ID], with_payload: true, with_vector: false },
        init,
      ),
    );
    return recordOf(points[0]?.payload, collection);
  }

  /** Makes this record the collection's state, in one step. */
  async putRecord(collection: string, record: CommitRecord, signal: AbortSignal): Promise<void> {
    await this.upsert(
      collection,
      record.name,
      [{ id: RECORD_ID, vector: {}, payload: payloadOfRecord(record) }],
      signal,
    );
  }

  /** Writes points, and waits until the server has applied them. */
  async upsert(collection: string, name: string, points: Schemas['PointStruct'][], signal: AbortSignal): Promise<void> {
    await this.connection.request({ signal, collection, write: true }, (api, init) =>
      api.upsertPoints({ collection_name: name, wait: true, points }, init),
    );
  }

  /**
   * Makes the first version of a collection, or another one of another shape with the chunks of the last. Readers see
   * the old one until the new one is whole. One that broke off is removed by the next.
   *
   * @param last null when there is none
   * @returns the record of the new version
   */
  async rebuild(
    collection: string,
    shape: CollectionShape,
    last: CommitRecord | null,
    signal: AbortSignal,
  ): Promise<CommitRecord> {
    const alias = this.alias(collection);
    const others = await this.versions(alias, signal);
    const name = versionedName(alias, Math.max(0, ...others.map(({ version }) => version)) + 1);
    await this.create(collection, name, shape, signal);
    if (last !== null) await this.copy(collection, last, name, signal);
    const record: CommitRecord = { ...shape, name, commit: last?.commit ?? 0 };
    await this.putRecord(collection, record, signal);
    await this.connection.request({ signal, collection, write: true }, (api, init) =>
      api.updateAliases(
        {
          actions: [
            ...(last === null ? [] : [{ delete_alias: { alias_name: alias } }]),
            { create_alias: { alias_name: alias, collection_name: name } },
          ],
        },
        init,
      ),
    );
    for (const other of others) await this.remove(collection, other.name, signal);
    return record;
  }

  /** Takes the alias away first, so that no reader meets half of it. */
  async drop(collection: string, signal: AbortSignal): Promise<void> {
    const alias = this.alias(collection);
    const { aliases } = await this.connection.request({ signal }, (api, init) => api.getCollectionsAliases({}, init));
    if (aliases.some(({ alias_name }) => alias_name === alias))
      await this.connection.request({ signal, collection, write: true }, (api, init) =>
        api.updateAliases({ actions: [{ delete_alias: { alias_name: alias } }] }, init),
      );
    for (const { name } of await this.versions(alias, signal)) await this.remove(collection, name, signal);
  }

  /** How many collections there are. */
  async size(signal: AbortSignal): Promise<number> {
    const { aliases } = await this.connection.request({ signal }, (api, init) => api.getCollectionsAliases({}, init));
    return aliases.filter(({ alias_name }) => isAliasOf(this.settings.prefix, this.layout, alias_name)).length;
  }

  private alias(collection: string): string {
    return `${aliasOf(this.settings.prefix, collection)}${this.layout.suffix}`;
  }

  private async versions(alias: string, signal: AbortSignal): Promise<{ name: string; version: number }[]> {
    const { collections } = await this.connection.request({ signal }, (api, init) => api.getCollections({}, init));
    return collections.flatMap(({ name }) => {
      const version = versionOf(alias, name);
      return version === null ? [] : [{ name, version }];
    });
  }

  private async create(collection: string, name: string, shape: CollectionShape, signal: AbortSignal): Promise<void> {
    const options = { signal, collection, write: true };
    await this.connection
      .request(options, (api, init) =>
        api.createCollection({ collection_name: name, ...collectionRequest(shape, this.layout, this.settings) }, init),
      )
      .catch(unlessConflict);
    for (const index of this.layout.indexes)
      await this.connection.request(options, (api, init) =>
        api.createFieldIndex({ collection_name: name, wait: true, ...index }, init),
      );
  }

  private async copy(collection: string, from: CommitRecord, to: string, signal: AbortSignal): Promise<void> {
    let offset: Schemas['ExtendedPointId'] | undefined;
    do {
      const page = await this.connection.request({ signal, collection }, (api, init) =>
        api.scrollPoints(
          {
            collection_name: from.name,
            filter: visibleAt(from.commit),
            limit: COPY_POINTS,
            with_payload: true,
            with_vector: true,
            ...(offset !== undefined && { offset }),
          },
          init,
        ),
      );
      if (page.points.length > 0) await this.upsert(collection, to, page.points.map(copyOf), signal);
      offset = (page.next_page_offset ?? undefined) as typeof offset;
    } while (offset !== undefined);
  }

  private async remove(collection: string, name: string, signal: AbortSignal): Promise<void> {
    await this.connection.request({ signal, collection, write: true }, (api, init) =>
      api.deleteCollection({ collection_name: name }, init),
    );
  }
}

/** A version is made by one writer only: one that exists was made by a request whose answer got lost. */
function unlessConflict(thrown: unknown): void {
  if (!(thrown instanceof ArbiterError && thrown.code === 'CONFLICT')) throw thrown;
}

/** Without the mark of a commit that never came to be. */
function copyOf({ id, vector, payload }: Schemas['Record']): Schemas['PointStruct'] {
  const { until: _until, ...kept } = payload ?? {};
  return { id, vector: (vector ?? {}) as Schemas['VectorStruct'], payload: kept };
}

/**
 * Name under which Qdrant knows a collection: the prefix, the collection in lower case, and the letters that are upper
 * case as a hexadecimal bit set. Qdrant keeps a collection in a folder of its name, and `Notes` and `notes` must not be
 * one folder on the file systems of macOS and Windows. It takes all characters but `<>:"/\|?*`, up to 255; "~" and "@" are
 * in no collection's name (contracts' CollectionName), so that no two names meet.
 *
 * @param prefix without dots
 * @example aliasOf('kb', 'notes') === 'kb.notes'; aliasOf('kb', 'noteS') === 'kb.notes~10'
 */
export function aliasOf(prefix: string, collection: string): string {
  let upperCase = 0n;
  for (let i = 0; i < collection.length; i++)
    if (collection.charAt(i) !== collection.charAt(i).toLowerCase()) upperCase |= 1n << BigInt(i);
  return `${prefix}.${collection.toLowerCase()}${upperCase === 0n ? '' : `~${upperCase.toString(16)}`}`;
}

/** @returns whether an alias of this prefix may be one that {@link aliasOf} made, with the layout's suffix */
function isAliasOf(prefix: string, { suffix }: CollectionLayout, alias: string): boolean {
  return alias.startsWith(`${prefix}.`) && alias.endsWith(PAGES.suffix) === (suffix === PAGES.suffix);
}

/** Name of the collection that an alias stands for; a rebuilt one gets the next version. @param version from 1 */
export function versionedName(alias: string, version: number): string {
  return `${alias}@${version}`;
}

/** @returns null for a name that is no version of this alias */
export function versionOf(alias: string, name: string): number | null {
  const version = name.startsWith(`${alias}@`) ? name.slice(alias.length + 1) : '';
  return /^[1-9]\d{0,14}$/.test(version) ? Number(version) : null;
}
