import { ArbiterError } from '@arbiter/contracts';
import type { estypes } from '@elastic/elasticsearch';
import { bulkBatches, bulkError, copyOperations, sendBulk } from './bulk-writer.js';
import type { ChunkRecord } from './chunk-record.js';
import { type CollectionIndices, generationOf, indexOf, MAPPING_VERSION } from './collection-indices.js';
import type { ElasticsearchConnection } from './elasticsearch.connection.js';

/** Records read at once. */
const PAGE = 1_000;

/** How long the server keeps the snapshot that is copied, counted anew from each page. */
const KEEP_ALIVE = '5m';

/** Undoing takes two small requests. */
const UNDO_MS = 10_000;

/**
 * Fills a new index beside the current one and swaps the alias. The current index takes no writes meanwhile; when the
 * copy fails, it takes them again and the new index is removed. A process that is killed leaves both: the next
 * migration removes the unfinished one and begins anew.
 *
 * @returns chunks copied
 * @throws ArbiterError NOT_FOUND; CONFLICT for an index that this Arbiter cannot read
 */
export async function migrateCollection(
  connection: ElasticsearchConnection,
  indices: CollectionIndices,
  collection: string,
  signal: AbortSignal,
): Promise<number> {
  const alias = indices.alias(collection);
  const { index: current, mappingVersion } = await indices.current(collection, signal);
  if (mappingVersion === null || mappingVersion > MAPPING_VERSION)
    throw new ArbiterError('CONFLICT', `The index of collection "${collection}" was made by another Arbiter.`, {
      details: { collection, found: mappingVersion, wanted: MAPPING_VERSION },
    });
  const generations = await indices.generations(collection, signal);
  const unfinished = generations.map((generation) => indexOf(alias, generation)).filter((index) => index !== current);
  await indices.remove(collection, unfinished, signal);
  const target = await indices.create(collection, generationOf(alias, current) + 1, [], signal);
  try {
    await setWriteBlock(connection, { collection, index: current, blocked: true }, signal);
    await indices.refresh(collection, current, signal);
    const copied = await copyRecords(connection, { collection, from: current, to: target }, signal);
    await indices.refresh(collection, target, signal);
    const { count } = await connection.call(collection, signal, (client, transport) =>
      client.count({ index: target }, transport),
    );
    if (count !== copied)
      throw new ArbiterError('INTERNAL', `Of ${copied} chunks of collection "${collection}", ${count} arrived.`, {
        details: { collection, copied, count },
      });
    await connection.call(collection, signal, (client, transport) =>
      client.indices.updateAliases(
        { actions: [{ add: { index: target, alias } }, { remove_index: { index: current } }] },
        transport,
      ),
    );
    indices.forget(collection);
    return copied;
  } catch (thrown) {
    await undo(connection, indices, { collection, current, target });
    throw thrown;
  }
}

/** As far as the server can be reached. The next write names the remains; the next migration removes them. */
async function undo(
  connection: ElasticsearchConnection,
  indices: CollectionIndices,
  { collection, current, target }: { readonly collection: string; readonly current: string; readonly target: string },
): Promise<void> {
  const signal = AbortSignal.timeout(UNDO_MS);
  try {
    // The answer to the swap may have been lost: the index that the alias stands for now is never removed.
    if ((await indices.current(collection, signal)).index !== current) return;
    await setWriteBlock(connection, { collection, index: current, blocked: false }, signal);
    await indices.remove(collection, [target], signal);
  } catch {
    // The reason why the migration failed is the one to be told.
  }
}

async function setWriteBlock(
  connection: ElasticsearchConnection,
  { collection, index, blocked }: { readonly collection: string; readonly index: string; readonly blocked: boolean },
  signal: AbortSignal,
): Promise<void> {
  await connection.call(collection, signal, (client, transport) =>
    blocked
      ? client.indices.addBlock({ index, block: 'write' }, transport)
      : client.indices.putSettings({ index, settings: { 'index.blocks.write': null } }, transport),
  );
}

/** @returns how many */
async function copyRecords(
  connection: ElasticsearchConnection,
  { collection, from, to }: { readonly collection: string; readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<number> {
  let copied = 0;
  for await (const records of pagesOf(connection, collection, from, signal)) {
    const limits = { maxBytes: connection.options.bulkBytes, maxDocuments: PAGE };
    for (const batch of bulkBatches(records.map(copyOperations), limits)) {
      const failures = await sendBulk(connection, { index: to, isAlias: false, collection }, batch, signal);
      if (failures.length > 0) throw bulkError(collection, { failures, skipped: 0, written: copied });
      copied += batch.length;
    }
  }
  return copied;
}

/** All records of an index as they stood when the first page was asked for. */
async function* pagesOf(
  connection: ElasticsearchConnection,
  collection: string,
  index: string,
  signal: AbortSignal,
): AsyncGenerator<ChunkRecord[]> {
  let { id } = await connection.call(collection, signal, (client, transport) =>
    client.openPointInTime({ index, keep_alive: KEEP_ALIVE }, transport),
  );
  try {
    for (let after: estypes.SortResults | undefined; ;) {
      const { hits, pit_id } = await connection.call(collection, signal, (client, transport) =>
        client.search<ChunkRecord>(
          {
            size: PAGE,
            pit: { id, keep_alive: KEEP_ALIVE },
            sort: [{ _shard_doc: 'asc' }] as unknown as estypes.Sort,
            track_total_hits: false,
            allow_partial_search_results: false,
            ...(after && { search_after: after }),
          },
          transport,
        ),
      );
      id = pit_id ?? id;
      if (hits.hits.length === 0) return;
      yield hits.hits.flatMap(({ _source }) => (_source ? [_source] : []));
      after = hits.hits.at(-1)?.sort;
    }
  } finally {
    // One that is not closed goes away by itself.
    await connection
      .call(collection, AbortSignal.timeout(UNDO_MS), (client, transport) => client.closePointInTime({ id }, transport))
      .catch(() => undefined);
  }
}
