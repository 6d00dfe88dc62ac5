import type { DocumentStore, StoredDocument } from '@arbiter/ports';
import { storedDocuments } from '../pipeline/stored-documents.js';

/** Older than any: the next ingestion of the source reads such a document whole, although its bytes are the same. */
const NO_PIPELINE = 0;

export interface RebuiltDocuments {
  /** Chunks by document id. */
  readonly counts: ReadonlyMap<string, number>;
  /** Ids of the documents that are in the indexes no more. */
  readonly failed: ReadonlySet<string>;
}

/** Says in the store what the rebuilt indexes hold of each document, where it is something else than before. */
export async function settleDocuments(
  collection: string,
  { counts, failed }: RebuiltDocuments,
  { documents }: { readonly documents: DocumentStore },
  signal: AbortSignal,
): Promise<void> {
  for await (const document of storedDocuments(collection, documents, signal)) {
    const settled = settledOf(document);
    if (!settled) continue;
    const text = await documents.text(document.id, signal);
    if (text !== null) await documents.put(settled, text, signal);
  }

  function settledOf(document: StoredDocument): StoredDocument | null {
    const { id, chunks, pipelineVersion } = document;
    if (failed.has(id))
      return pipelineVersion === NO_PIPELINE ? null : { ...document, pipelineVersion: NO_PIPELINE, chunks: 0 };
    const count = counts.get(id) ?? chunks;
    return count === chunks ? null : { ...document, chunks: count };
  }
}
