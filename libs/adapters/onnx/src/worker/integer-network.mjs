import { Network } from './network.mjs';
import { readModelFile } from './read-model-file.mjs';

/** @import { EncodedTexts, WorkerSettings } from './worker-protocol.js' */

/**
 * Lowest cosine of a token's two vectors, by either network, on the average over the probe. Where the processor has
 * instructions for products of bytes (or ONNX Runtime avoids the shorter sums of older ones) it is .998.
 */
const LEAST_AGREEMENT = 0.99;

/** Token ids of the probe: the pieces 2000 to 2062 of the vocabulary, common words all, between the special ones. */
const PROBE = {
  ids: Int32Array.of(101, ...Array.from({ length: 62 }, (_, i) => 2000 + i), 102),
  lengths: Int32Array.of(64),
};

/**
 * The network that multiplies in integers. ONNX Runtime adds up pairs of products in 16 bits on processors without
 * instructions for it (AVX2), where large ones overflow unseen: it is taken only where it agrees with the exact one.
 *
 * @param {Network} exact
 * @param {WorkerSettings} settings
 * @returns {Promise<Network>} on one thread, since its products are too short to be shared; the exact one for a model that has no other, or one that does not agree
 * @throws {import('./read-model-file.mjs').ModelUnusableError}
 */
export async function openIntegerNetwork(exact, settings) {
  const { model } = settings;
  if (model.integerNetwork === undefined) return exact;
  const [graph, weights] = await Promise.all([
    readModelFile(model, model.integerNetwork),
    readModelFile(model, 'model.onnx'),
  ]);
  const network = await Network.open(graph, { ...settings, threads: 1 }, [{ path: 'model.onnx', data: weights }]);
  const agreement = await agreementOf(exact, network, model.dimensions);
  if (agreement >= LEAST_AGREEMENT) return network;
  await network.release();
  process.emitWarning(
    `${model.integerNetwork} of ${model.name} is off on this processor (cosine ${agreement.toFixed(3)}): texts are compared by model.onnx, at half the speed.`,
  );
  return exact;
}

/**
 * @param {Network} one
 * @param {Network} other
 * @param {number} dimensions
 * @returns {Promise<number>} mean cosine of the vectors that both give a token
 */
async function agreementOf(one, other, dimensions) {
  const [a, b] = [await tokensOf(one, PROBE), await tokensOf(other, PROBE)];
  let sum = 0;
  for (let row = 0; row < a.length; row += dimensions) {
    let [product, squaresA, squaresB] = [0, 0, 0];
    for (let d = row; d < row + dimensions; d++) {
      const [x, y] = [a[d] ?? 0, b[d] ?? 0];
      product += x * y;
      squaresA += x * x;
      squaresB += y * y;
    }
    sum += product / Math.sqrt(squaresA * squaresB);
  }
  return (sum * dimensions) / a.length;
}

/**
 * @param {Network} network
 * @param {EncodedTexts} texts
 * @returns {Promise<Float32Array>}
 */
async function tokensOf(network, texts) {
  const { outputs } = await network.run(texts);
  return /** @type {Float32Array} */ (outputs.last_hidden_state?.data);
}
