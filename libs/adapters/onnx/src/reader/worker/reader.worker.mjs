import { serveCalls } from '../../worker/serve-calls.mjs';
import { ReaderNetwork } from './reader-network.mjs';

/** @import { CrossEncoderSettings } from '../../cross-encoder/worker/cross-encoder-protocol.js' */
/** @import { LoadedModel } from '../../worker/thread-protocol.js' */
/** @import { ReaderCalls } from './reader-protocol.js' */

/** Entry of the reader's thread. JavaScript, because Node loads it as it stands, from `src` as well as from `dist`. */
await serveCalls(load);

/**
 * @param {CrossEncoderSettings} settings
 * @returns {Promise<LoadedModel<ReaderCalls>>}
 */
async function load(settings) {
  const reader = await ReaderNetwork.load(settings);
  return {
    calls: {
      encode: ({ tasks }) => reader.encode(tasks),
      run: (windows) => reader.run(windows),
    },
    release: () => reader.release(),
  };
}
