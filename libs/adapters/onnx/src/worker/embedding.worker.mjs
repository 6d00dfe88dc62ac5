import { SentenceEncoder } from './sentence-encoder.mjs';
import { serveCalls } from './serve-calls.mjs';

/** @import { LoadedModel } from './thread-protocol.js' */
/** @import { WorkerCalls, WorkerSettings } from './worker-protocol.js' */

/** Entry of the embedder's thread. JavaScript, because Node loads it as it stands, from `src` as well as from `dist`. */
await serveCalls(load);

/**
 * @param {WorkerSettings} settings
 * @returns {Promise<LoadedModel<WorkerCalls>>}
 */
async function load(settings) {
  const encoder = await SentenceEncoder.load(settings);
  return {
    calls: {
      encode: (input) => encoder.encode(input),
      count: ({ texts }) => encoder.count(texts),
      embed: (batch) => encoder.embed(batch),
    },
    release: () => encoder.release(),
  };
}
