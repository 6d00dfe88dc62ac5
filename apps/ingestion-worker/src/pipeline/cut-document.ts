import type { Chunk, Embedder, ParsedDocument } from '@arbiter/ports';
import { chunkDocument } from '@arbiter/text';
import { chunkIdOf } from './document-identity.js';
import { speechIn } from './speech-in.js';

/** Tokens of the embedding model a chunk aims at and may not pass; title and heading must still fit beside it. */
const TARGET_TOKENS = 160;
const MAX_TOKENS = 208;
const OVERLAP_TOKENS = 24;

/** What of a document decides its chunks. */
export interface CuttableDocument extends Pick<ParsedDocument, 'text' | 'sections' | 'pages' | 'blocks' | 'metadata'> {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly utterances?: ParsedDocument['utterances'] | undefined;
}

/** The chunks of a document, in their order. @throws RangeError as `chunkDocument` does */
export async function cutDocument(
  document: CuttableDocument,
  embedder: Pick<Embedder, 'countTokens'>,
): Promise<Chunk[]> {
  const pieces = await chunkDocument(document, {
    targetTokens: TARGET_TOKENS,
    maxTokens: MAX_TOKENS,
    overlapTokens: OVERLAP_TOKENS,
    countTokens: (texts) => embedder.countTokens(texts),
  });
  const { id, title, source, metadata, utterances } = document;
  return pieces.map(({ ordinal, start, end, text, section, page }) => ({
    id: chunkIdOf(id, ordinal),
    documentId: id,
    ordinal,
    text,
    start,
    end,
    title,
    source,
    section,
    page,
    metadata: { ...metadata, ...speechIn(utterances, start, end) },
  }));
}
