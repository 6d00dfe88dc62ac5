import { HttpPageEmbedder } from '@arbiter/adapters-page-embedding';
import { ArbiterError } from '@arbiter/contracts';
import type { PageEmbedder } from '@arbiter/ports';
import type { PageEmbedderSettings } from './model-variables.js';
import { tracePageEmbedder } from './tracing/trace-models.js';

/**
 * The model that finds pages by their pictures. Its server is first asked by the first call, and left alone for a while when it
 * fails again and again.
 *
 * @returns null where no server is named
 * @throws ArbiterError INVALID_REQUEST for a server without a model
 */
export function openPageEmbedder({
  pageEmbedderUrl: url,
  pageEmbedderModel: model,
  pageEmbedderApiKey: apiKey,
}: PageEmbedderSettings): PageEmbedder | null {
  if (url === undefined) return null;
  if (model === undefined)
    throw new ArbiterError(
      'INVALID_REQUEST',
      'PAGE_EMBEDDER_URL is set, and PAGE_EMBEDDER_MODEL is not: name a ColQwen or ColPali model of that server, or leave both out.',
      { details: { setting: 'PAGE_EMBEDDER_MODEL' } },
    );
  return tracePageEmbedder(new HttpPageEmbedder({ url, model, ...(apiKey !== undefined && { apiKey }) }));
}
