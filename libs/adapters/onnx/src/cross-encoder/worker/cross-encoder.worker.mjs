import { unlessUnusable } from '../../worker/read-model-file.mjs';
import { serveCalls } from '../../worker/serve-calls.mjs';
import { openPairNetwork } from './pair-network.mjs';

/** @import { Network } from '../../worker/network.mjs' */
/** @import { CrossEncoderCalls, CrossEncoderSettings, EncodedPairs, LoadedModel } from '../../worker/thread-protocol.js' */
/** @import { PairEncoder } from './pair-encoder.mjs' */

/** Tokeniser and network of one cross-encoder, in the thread that may be blocked by them. */
export class CrossEncoder {
  /** @type {Network} */ #network;
  /** @type {PairEncoder} */ #encoder;

  /**
   * @param {Network} network
   * @param {PairEncoder} encoder
   */
  constructor(network, encoder) {
    this.#network = network;
    this.#encoder = encoder;
  }

  /**
   * Tries one pair, so that a network that is no cross-encoder is found out here.
   *
   * @param {CrossEncoderSettings} settings
   * @returns {Promise<CrossEncoder>}
   * @throws {import('../../worker/read-model-file.mjs').ModelUnusableError}
   */
  static async load(settings) {
    const { network, encoder } = await openPairNetwork(settings);
    const crossEncoder = new CrossEncoder(network, encoder);
    await unlessUnusable('rejected', 'model.onnx', () => crossEncoder.score(crossEncoder.encode('a', ['b'])));
    return crossEncoder;
  }

  /**
   * @param {string} query
   * @param {readonly string[]} passages
   * @returns {EncodedPairs}
   */
  encode(query, passages) {
    return this.#encoder.encode(query, passages);
  }

  /**
   * @param {EncodedPairs} pairs ≥ 1
   * @returns {Promise<Float32Array>} a logit for each pair
   */
  async score(pairs) {
    const { outputs } = await this.#network.run(pairs);
    const { logits } = outputs;
    if (!(logits?.data instanceof Float32Array)) throw new TypeError('model.onnx has no float output logits');
    // A classifier with two outputs does not say which of them is relevance, so it is no reranker.
    if (logits.data.length !== pairs.lengths.length) {
      throw new TypeError(`model.onnx has logits of shape ${logits.dims.join(' × ')} instead of one for each pair`);
    }
    return new Float32Array(logits.data);
  }

  /** @returns {Promise<void>} */
  async release() {
    await this.#network.release();
  }
}

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
