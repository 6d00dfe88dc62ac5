import { ArbiterError } from '@arbiter/contracts';
import type { Chunk, DocumentChunks, EmbeddedChunk, Embedder } from '@arbiter/ports';

export interface EmbedChunksOptions {
  readonly embedder: Embedder;
  /** Whether the collection keeps token vectors for late interaction. */
  readonly withTokens: boolean;
  readonly signal: AbortSignal;
}

/** The chunks with their vectors, all texts in one call so that the embedder can batch them. */
export async function embedChunks(
  documents: readonly DocumentChunks[],
  { embedder, withTokens, signal }: EmbedChunksOptions,
): Promise<DocumentChunks<EmbeddedChunk>[]> {
  const texts = documents.flatMap(({ chunks }) => chunks.map(embeddedText));
  const options = { kind: 'document', signal } as const;
  const embeddings: readonly Pick<EmbeddedChunk, 'vector' | 'tokens'>[] = withTokens
    ? await embedder.embedWithTokens(texts, options)
    : (await embedder.embed(texts, options)).map((vector) => ({ vector, tokens: null }));
  let next = 0;
  return documents.map(({ documentId, chunks }) => ({
    documentId,
    chunks: chunks.map((chunk) => {
      const embedding = embeddings[next];
      next += 1;
      if (!embedding) throw new ArbiterError('INTERNAL', 'The embedder returned fewer vectors than texts.');
      return { ...chunk, vector: embedding.vector, tokens: embedding.tokens };
    }),
  }));
}

/** What the model reads: the chunk under its title and heading, which are not part of what is quoted. */
export function embeddedText({ title, section, text }: Chunk): string {
  const heading = section.at(-1);
  return [title, heading === title ? undefined : heading, text]
    .filter((part) => part !== undefined && part !== '')
    .join('. ');
}
