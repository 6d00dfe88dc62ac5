import { z } from 'zod';
import { LONGEST_INPUT_TOKENS, openPairNetwork } from '../../cross-encoder/worker/pair-network.mjs';
import { unlessUnusable } from '../../worker/read-model-file.mjs';
import { serveCalls } from '../../worker/serve-calls.mjs';

/** @import { CrossEncoderSettings, EncodedPairs, EntailmentCalls, EntailmentConfiguration, LoadedModel } from '../../worker/thread-protocol.js' */
/** @import { PairEncoder } from '../../cross-encoder/worker/pair-encoder.mjs' */
/** @import { Network } from '../../worker/network.mjs' */

/** Names of the output that says that the claim follows, in lower case and without punctuation. */
const ENTAILED = new Set(['entailment', 'entailed', 'entails', 'supported', 'supports']);

/** Names of outputs that say that it does not. */
const OTHERS = new Set([
  ...['neutral', 'contradiction', 'not entailment', 'not entailed', 'not supported', 'unsupported'],
  ...['refuted', 'refutes', 'not enough info'],
]);

/** Tokeniser and network of one entailment model, in the thread that may be blocked by them. */
class EntailmentClassifier {
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

const Configuration = z.object({
  /** Token positions that the network knows. */
  max_position_embeddings: z.int().min(8),
  id2label: z.record(z.string().regex(/^\d+$/), z.string()),
});

/**
 * Which output of a classifier means entailment: models differ in the order of theirs, so it is read and never guessed.
 *
 * @param {Buffer} file config.json, whose `id2label` names entailment (or: supported) and one or two other outputs
 * @returns {Promise<EntailmentConfiguration>}
 * @throws {import('../../worker/read-model-file.mjs').ModelUnusableError} for names that do not tell
 */
function readEntailmentConfiguration(file) {
  return unlessUnusable('rejected', 'config.json', async () => {
    const { max_position_embeddings: positions, id2label } = Configuration.parse(JSON.parse(file.toString('utf8')));
    const labels = Object.keys(id2label).map((_, id) => wordsOf(id2label[id] ?? ''));
    const entailed = labels.flatMap((label, id) => (ENTAILED.has(label) ? [id] : []));
    const [entailment] = entailed;
    const known = labels.every((label) => ENTAILED.has(label) || OTHERS.has(label));
    if (entailment === undefined || entailed.length > 1 || !known || labels.length < 2 || labels.length > 3) {
      throw new TypeError(
        `id2label names the outputs ${Object.values(id2label).join(', ')}: one must be entailment or supported, the other or others its opposites`,
      );
    }
    return { maxTokens: Math.min(positions, LONGEST_INPUT_TOKENS), labels: labels.length, entailment };
  });
}

/** @param {string} label */
function wordsOf(label) {
  return label
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

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
