import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import type { AnalysedChunk, DocumentChunks } from '@arbiter/ports';
import type { estypes } from '@elastic/elasticsearch';
import { type ChunkRecord, copyOf, recordKey, recordOf, routingOf } from './chunk-record.js';
import { causeOf, type ElasticsearchConnection, isTransientStatus } from './elasticsearch.connection.js';

/** How much of a reason is passed on: it may quote the text that was refused. */
const MAX_REASON = 200;

/** A document that a bulk request did not write, or not wholly. */
export interface BulkFailure {
  readonly documentId: string;
  readonly code: ErrorCode;
  /** The server's own words. */
  readonly reason: string;
}

interface BulkTarget {
  readonly index: string;
  readonly isAlias: boolean;
  readonly collection: string;
}

interface Outcome {
  readonly document: DocumentOperations;
  /** What went wrong with the first of its items that failed for good, else with the first that failed; null for none. */
  readonly error: ItemError | null;
}

interface ItemError {
  readonly status: number;
  readonly type: string;
  readonly reason: string;
}

/**
 * Sends one bulk request, and sends documents again for which the server had no room. It stops when all are written, the
 * attempts are used up or the signal is aborted. Sending a document twice has the same effect as sending it once.
 *
 * @param target an index that exists, by its name or its alias; the server makes none by itself
 * @returns the documents that were refused
 * @throws ArbiterError when the request as a whole fails, or the signal's reason
 */
export async function sendBulk(
  connection: ElasticsearchConnection,
  { index, isAlias, collection }: BulkTarget,
  documents: readonly DocumentOperations[],
  signal: AbortSignal,
): Promise<readonly BulkFailure[]> {
  const failures: BulkFailure[] = [];
  let pending = documents;
  for (let attempt = 1; ; attempt++) {
    const sent = pending.filter(({ items }) => items > 0);
    if (sent.length === 0) return failures;
    const response = await connection.call(collection, signal, (client, transport) =>
      client.bulk(
        {
          index,
          require_alias: isAlias,
          operations: sent.flatMap(({ lines }) => lines),
          filter_path: ['errors', 'items.*.status', 'items.*.error.type', 'items.*.error.reason'],
        },
        transport,
      ),
    );
    if (!response.errors) return failures;
    const failed = outcomesOf(sent, response.items).filter(({ error }) => error !== null);
    const again = failed.filter(
      ({ error }) => isTransientStatus(error?.status ?? 0) && attempt <= connection.options.bulkRetries,
    );
    for (const outcome of failed) if (!again.includes(outcome)) failures.push(failureOf(outcome));
    if (again.length === 0) return failures;
    pending = again.map(({ document }) => document);
    await connection.pause(attempt, signal);
  }
}

/** The error that tells a caller about refused documents. */
export function bulkError(
  collection: string,
  {
    failures,
    skipped,
    written,
  }: { readonly failures: readonly BulkFailure[]; readonly skipped: number; readonly written: number },
): ArbiterError {
  const [first] = failures;
  return new ArbiterError(
    first?.code ?? 'INTERNAL',
    `Of the documents for collection "${collection}", ${failures.length} were refused (the first for: ${first?.reason ?? ''}), ` +
      `${skipped} not tried and ${written} written. Write those that failed again.`,
    {
      details: {
        collection,
        failed: failures.slice(0, 20).map(({ documentId, reason }) => ({ documentId, reason })),
        failedCount: failures.length,
        skippedCount: skipped,
        writtenCount: written,
      },
    },
  );
}

/** The items of an answer come in the order of the operations. */
function outcomesOf(
  documents: readonly DocumentOperations[],
  items: readonly Partial<Record<estypes.BulkOperationType, estypes.BulkResponseItem>>[],
): Outcome[] {
  let from = 0;
  return documents.map((document) => {
    const own = items.slice(from, from + document.items);
    from += document.items;
    const errors = own.flatMap((item) => Object.values(item)).flatMap(errorOf);
    return { document, error: errors.find(({ status }) => !isTransientStatus(status)) ?? errors[0] ?? null };
  });
}

/** A record that is to be removed and is not there has the status 404, and no error. */
function errorOf({ status, error }: estypes.BulkResponseItem): ItemError[] {
  return error ? [{ status, type: error.type, reason: error.reason ?? '' }] : [];
}

function failureOf({ document, error }: Outcome): BulkFailure {
  const { status = 0, type = '', reason = '' } = error ?? {};
  const { code } = causeOf(status, type, reason);
  // The server has read the request and refuses what is in it.
  const ofContent = status === 400 && code === 'INTERNAL';
  return {
    documentId: document.documentId,
    code: ofContent ? 'INVALID_REQUEST' : code,
    reason: `${type}: ${reason}`.slice(0, MAX_REASON),
  };
}

/** A chunk that is stored, by the two fields that name it. */
export interface StoredChunkKey {
  readonly documentId: string;
  readonly chunkId: string;
}

/** All that a bulk request does to one document: never divided, so that a request that is lost leaves no half. */
export interface DocumentOperations {
  readonly documentId: string;
  /** Lines of NDJSON. */
  readonly lines: readonly string[];
  /** How many items the server answers with. */
  readonly items: number;
  readonly bytes: number;
}

export function writeOperations({ documentId, chunks }: DocumentChunks<AnalysedChunk>): DocumentOperations {
  const routing = routingOf(documentId);
  const lines = chunks.flatMap((chunk) => [
    JSON.stringify({ index: { _id: recordKey(documentId, chunk.id), routing } }),
    JSON.stringify(recordOf(chunk)),
  ]);
  return operationsOf(documentId, lines, chunks.length);
}

/** Writes a record as the current mapping has it. */
export function copyOperations(record: ChunkRecord): DocumentOperations {
  const { document_id: documentId, id } = record;
  const action = { index: { _id: recordKey(documentId, id), routing: routingOf(documentId) } };
  return operationsOf(documentId, [JSON.stringify(action), JSON.stringify(copyOf(record))], 1);
}

/** Adds the removal of what is stored of a document and not written again. */
export function withRemovals(operations: DocumentOperations, removed: readonly StoredChunkKey[]): DocumentOperations {
  const { documentId, lines, items } = operations;
  const routing = routingOf(documentId);
  const removals = removed.map(({ chunkId }) =>
    JSON.stringify({ delete: { _id: recordKey(documentId, chunkId), routing } }),
  );
  return operationsOf(documentId, [...lines, ...removals], items + removals.length);
}

/** Splits by document, in order, into parts of about so many bytes and at most so many documents. */
export function* bulkBatches(
  documents: Iterable<DocumentOperations>,
  { maxBytes, maxDocuments }: { readonly maxBytes: number; readonly maxDocuments: number },
): Generator<readonly DocumentOperations[]> {
  let batch: DocumentOperations[] = [];
  let bytes = 0;
  for (const document of documents) {
    if (batch.length > 0 && (bytes + document.bytes > maxBytes || batch.length >= maxDocuments)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(document);
    bytes += document.bytes;
  }
  if (batch.length > 0) yield batch;
}

function operationsOf(documentId: string, lines: readonly string[], items: number): DocumentOperations {
  return { documentId, lines, items, bytes: lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0) };
}
