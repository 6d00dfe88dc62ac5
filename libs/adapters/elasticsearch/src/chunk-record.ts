import { createHash } from 'node:crypto';
import { chunkOfStored, storedChunkOf, type StoredChunk } from '@arbiter/adapter-kit/retrieval';
import { ArbiterError } from '@arbiter/contracts';
import { factsOf, type AnalysedChunk, type Chunk, type DocumentChunks } from '@arbiter/ports';

/** What is stored of a chunk: the fields that find it, and the chunk itself. */
export interface ChunkRecord {
  readonly id: string;
  readonly document_id: string;
  /** Index terms with spaces between them. */
  readonly terms: string;
  readonly facts: readonly string[];
  readonly chunk: StoredChunk;
}

/** The fields of a record that a search asks for: with them `chunkOfRecord` makes the chunk. */
export const CHUNK_FIELDS = ['id', 'document_id', 'chunk'];

/** Longer ones are cut in two by the whitespace tokenizer, whose `max_token_length` not every server lets change. */
const MAX_TERM = 255;

/** Longer ones cannot be indexed: the limit is 32,766 bytes (Lucene's IndexWriter.MAX_TERM_LENGTH). */
const MAX_KEYWORD_BYTES = 32_766;

/** What JavaScript's \s leaves out and Java's Character.isWhitespace, hence the tokenizer, does not. */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const WHITE_SPACE = /[\s\u001c-\u001f]/;

/**
 * What can be said of documents before anything of them is sent.
 *
 * @throws ArbiterError INVALID_REQUEST for an id that is too long
 */
export function checkIds(documents: readonly DocumentChunks[]): void {
  for (const { documentId, chunks } of documents)
    for (const id of [documentId, ...chunks.map((chunk) => chunk.id)]) {
      const bytes = Buffer.byteLength(id);
      if (bytes > MAX_KEYWORD_BYTES)
        throw new ArbiterError(
          'INVALID_REQUEST',
          `An id has ${bytes} bytes; at most ${MAX_KEYWORD_BYTES} can be stored.`,
          {
            details: { documentId: documentId.slice(0, 100), id: id.slice(0, 100) },
          },
        );
    }
}

export function recordOf(chunk: AnalysedChunk): ChunkRecord {
  return {
    id: chunk.id,
    document_id: chunk.documentId,
    terms: chunk.terms.map(indexTerm).join(' '),
    facts: indexFacts(chunk.metadata),
    chunk: storedChunkOf(chunk),
  };
}

/** @returns the chunk that was written, field by field */
export function chunkOfRecord({ id, document_id, chunk }: Pick<ChunkRecord, 'id' | 'document_id' | 'chunk'>): Chunk {
  return chunkOfStored({ id, documentId: document_id }, chunk);
}

/** The record anew from what is stored of it: all but the terms, which only the analyser could make again. */
export function copyOf({ id, document_id, terms, chunk }: ChunkRecord): ChunkRecord {
  return { id, document_id, terms, facts: indexFacts(JSON.parse(chunk.metadata) as Chunk['metadata']), chunk };
}

/** Name of a record in its index: short for an id of any length, and one for each chunk of each document. */
export function recordKey(documentId: string, chunkId: string): string {
  return digest(JSON.stringify([documentId, chunkId]));
}

/** What decides on the shard: all chunks of a document are on one, so that one refresh shows all of them. */
export function routingOf(documentId: string): string {
  return digest(documentId);
}

/** A term as it is indexed and asked for: itself, or its hash where the tokenizer would cut it. */
export function indexTerm(term: string): string {
  return term.length > MAX_TERM || term === '' || WHITE_SPACE.test(term) ? `sha256:${digest(term)}` : term;
}

/** A fact as it is indexed and asked for. Its key may be of any length. */
export function indexFact(fact: string): string {
  return Buffer.byteLength(fact) > MAX_KEYWORD_BYTES ? `sha256:${digest(fact)}` : fact;
}

function indexFacts(metadata: Chunk['metadata']): string[] {
  return factsOf(metadata).map(indexFact);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
