import type { AnalysedChunk, DocumentChunks } from '@arbiter/ports';
import { copyOf, recordKey, recordOf, routingOf, type ChunkRecord } from './chunk-record.js';

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
