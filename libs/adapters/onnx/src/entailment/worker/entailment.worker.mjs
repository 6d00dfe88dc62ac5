import { serveCalls } from '../../worker/serve-calls.mjs';
import { EntailmentClassifier } from './entailment-classifier.mjs';

/** @import { CrossEncoderSettings } from '../../cross-encoder/worker/cross-encoder-protocol.js' */
/** @import { LoadedModel } from '../../worker/thread-protocol.js' */
/** @import { EntailmentCalls } from './entailment-protocol.js' */

/** Entry of the entailment model's thread. JavaScript, because Node loads it as it stands, from `src` as from `dist`. */
await serveCalls(load);

/**
 * @param {CrossEncoderSettings} settings
 * @returns {Promise<LoadedModel<EntailmentCalls>>}
 */
async function load(settings) {
  const classifier = await EntailmentClassifier.load(settings);
  return {
    calls: {
      encode: ({ pairs }) => classifier.encode(pairs),
      score: (pairs) => classifier.score(pairs),
    },
    release: () => classifier.release(),
  };
}
