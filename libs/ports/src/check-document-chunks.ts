import { ArbiterError } from '@arbiter/contracts';
import type { Chunk, DocumentChunks } from './chunk.js';

/**
 * What every index asks of the documents it is given, checked before anything is written: no document and no chunk
 * twice, each chunk under its own document, and well-formed Unicode, since a lone surrogate cannot be stored as UTF-8
 * and would come back as another text.
 *
 * @throws ArbiterError INVALID_REQUEST with the document (and the chunk) that breaks the rule
 */
export function checkDocumentChunks(documents: readonly DocumentChunks[]): void {
  const documentIds = new Set<string>();
  const chunkIds = new Set<string>();
  for (const { documentId, chunks } of documents) {
    if (documentIds.has(documentId)) refuse(`Document "${documentId}" is listed twice.`, { documentId });
    documentIds.add(documentId);
    for (const chunk of chunks) {
      const details = { documentId, chunkId: chunk.id };
      if (chunk.documentId !== documentId)
        refuse(`Chunk "${chunk.id}" belongs to document "${chunk.documentId}", not to "${documentId}".`, details);
      if (chunkIds.has(chunk.id)) refuse(`Chunk "${chunk.id}" is listed twice.`, details);
      chunkIds.add(chunk.id);
      if (!isWellFormed(chunk))
        refuse(`Chunk "${chunk.id}" holds half of a surrogate pair, so its text cannot be stored exactly.`, details);
    }
  }
}

function isWellFormed({ id, documentId, text, title, source, section }: Chunk): boolean {
  return [id, documentId, text, title, source, ...section].every((value) => value.isWellFormed());
}

function refuse(message: string, details: Readonly<Record<string, unknown>>): never {
  throw new ArbiterError('INVALID_REQUEST', message, { details });
}
