import { serveCalls } from '../../worker/serve-calls.mjs';
import { CrossEncoder } from './cross-encoder.mjs';

/** @import { LoadedModel } from '../../worker/thread-protocol.js' */
/** @import { CrossEncoderCalls, CrossEncoderSettings } from './cross-encoder-protocol.js' */

/** Entry of the reranker's thread. JavaScript, because Node loads it as it stands, from `src` as well as from `dist`. */
await serveCalls(load);

/**
 * @param {CrossEncoderSettings} settings
 * @returns {Promise<LoadedModel<CrossEncoderCalls>>}
 */
async function load(settings) {
  const crossEncoder = await CrossEncoder.load(settings);
  return {
    calls: {
      encode: ({ query, passages }) => crossEncoder.encode(query, passages),
      score: (pairs) => crossEncoder.score(pairs),
    },
    release: () => crossEncoder.release(),
  };
}
