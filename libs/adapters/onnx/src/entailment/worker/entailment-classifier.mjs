import { openPairNetwork } from '../../cross-encoder/worker/open-pair-network.mjs';
import { unlessUnusable } from '../../worker/read-model-file.mjs';
import { readEntailmentConfiguration } from './entailment-labels.mjs';

/** @import { CrossEncoderSettings, EncodedPairs } from '../../cross-encoder/worker/cross-encoder-protocol.js' */
/** @import { PairEncoder } from '../../cross-encoder/worker/pair-encoder.mjs' */
/** @import { Network } from '../../worker/network.mjs' */
/** @import { EntailmentConfiguration } from './entailment-protocol.js' */

/** Tokeniser and network of one entailment model, in the thread that may be blocked by them. */
export class EntailmentClassifier {
  /** @type {Network} */ #network;
  /** @type {PairEncoder} */ #encoder;
  /** @type {EntailmentConfiguration} */ #configuration;

  /**
   * @param {Network} network
   * @param {PairEncoder} encoder
   * @param {EntailmentConfiguration} configuration
   */
  constructor(network, encoder, configuration) {
    this.#network = network;
    this.#encoder = encoder;
    this.#configuration = configuration;
  }

  /**
   * Tries one pair, so that a network that is no classifier of pairs is found out here.
   *
   * @param {CrossEncoderSettings} settings
   * @returns {Promise<EntailmentClassifier>}
   * @throws {import('../../worker/read-model-file.mjs').ModelUnusableError}
   */
  static async load(settings) {
    const { network, encoder, configuration } = await openPairNetwork(settings, readEntailmentConfiguration);
    const classifier = new EntailmentClassifier(network, encoder, configuration);
    await unlessUnusable('rejected', 'model.onnx', () => classifier.score(classifier.encode([['a', 'b']])));
    return classifier;
  }

  /**
   * @param {readonly (readonly [evidence: string, claim: string])[]} pairs
   * @returns {EncodedPairs}
   */
  encode(pairs) {
    return this.#encoder.encodePairs(pairs);
  }

  /**
   * @param {EncodedPairs} pairs ≥ 1
   * @returns {Promise<Float32Array>} the share of entailment in the softmax of each pair's logits, 0–1
   */
  async score(pairs) {
    const { labels, entailment } = this.#configuration;
    const { outputs } = await this.#network.run(pairs);
    const { logits } = outputs;
    if (!(logits?.data instanceof Float32Array)) throw new TypeError('model.onnx has no float output logits');
    const { data, dims } = logits;
    if (data.length !== pairs.lengths.length * labels) {
      throw new TypeError(
        `model.onnx has logits of shape ${dims.join(' × ')} instead of the ${labels} of config.json for each pair`,
      );
    }
    return Float32Array.from(pairs.lengths, (_, pair) =>
      shareOf(data.subarray(pair * labels, (pair + 1) * labels), entailment),
    );
  }

  /** @returns {Promise<void>} */
  async release() {
    await this.#network.release();
  }
}

/**
 * @param {Float32Array} logits
 * @param {number} label
 * @returns {number} softmax, 0–1; NaN where a logit is no number
 */
function shareOf(logits, label) {
  const highest = Math.max(...logits);
  const exponents = logits.map((logit) => Math.exp(logit - highest));
  return (exponents[label] ?? Number.NaN) / exponents.reduce((sum, exponent) => sum + exponent, 0);
}
