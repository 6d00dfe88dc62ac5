import type { Embedder } from '@arbiter/ports';

/** The worker's own embedder, and how another one is opened. */
export interface Embedders {
  readonly embedder: Embedder;
  readonly openEmbedder: (model: string) => Embedder;
}

/**
 * Gives work the embedder of a model for as long as it takes.
 *
 * @param model absent: the worker's own
 * @throws ArbiterError INVALID_REQUEST for a model that is not known here
 */
export async function withEmbedder<T>(
  model: string | undefined,
  { embedder, openEmbedder }: Embedders,
  work: (embedder: Embedder) => Promise<T>,
): Promise<T> {
  if (model === undefined || model === embedder.model) return work(embedder);
  const opened = openEmbedder(model);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
