import { workerData } from 'node:worker_threads';
import { SentenceEncoder } from './sentence-encoder.mjs';
import { serveCalls } from './serve-calls.mjs';

/** @import { LoadedModel } from './thread-protocol.js' */
/** @import { WorkerCalls, WorkerSettings } from './worker-protocol.js' */

/** Entry of the embedder's thread. JavaScript, because Node loads it as it stands, from `src` as well as from `dist`. */
await serveCalls(load);

/** @returns {Promise<LoadedModel<WorkerCalls>>} */
async function load() {
  const encoder = await SentenceEncoder.load(/** @type {WorkerSettings} */ (workerData));
  return {
    calls: {
      encode: (input) => encoder.encode(input),
      count: ({ texts }) => encoder.count(texts),
      embed: (batch) => encoder.embed(batch),
    },
    release: () => encoder.release(),
  };
}
