import { Network } from './network.mjs';
import { readModelFile, unlessUnusable } from './read-model-file.mjs';

/** @import { IntegerNetwork } from '../embedding-model.js' */
/** @import { WorkerSettings } from './thread-protocol.js' */

/**
 * Lowest cosine, on the average over the reference texts, of a vector with that of the original weights. Where the
 * processor has instructions for products of bytes (or ONNX Runtime avoids the shorter sums of older ones) it is .998.
 */
const LEAST_AGREEMENT = 0.99;

/**
 * Longest reference text, in characters, that is encoded at each start. A longer one takes as long as all others together and
 * is multiplied by the same instructions.
 */
const LONGEST_TEXT = 100;

/**
 * The network that multiplies in integers. ONNX Runtime adds up pairs of products in 16 bits on processors without
 * instructions for it (AVX2), where large ones overflow unseen: it is taken only where it gives what it must.
 *
 * @param {WorkerSettings} settings
 * @param {IntegerNetwork} integerNetwork
 * @param {(network: Network, texts: readonly string[]) => Promise<Float32Array[]>} embed unit vectors of texts
 * @returns {Promise<Network | null>} null where it is off on this processor, which is warned of
 * @throws {import('./read-model-file.mjs').ModelUnusableError}
 */
export async function openIntegerNetwork(settings, { file, references }, embed) {
  const { model } = settings;
  const [graph, weights, expected] = await Promise.all([
    readModelFile(model, file),
    readModelFile(model, 'model.onnx'),
    readModelFile(model, references),
  ]);
  const network = await Network.open(graph, settings, [{ path: 'model.onnx', data: weights }]);
  /** @type {{ text: string, vector: number[] }[]} */
  const all = await unlessUnusable('rejected', references, async () => JSON.parse(expected.toString('utf8')));
  const known = all.filter(({ text }) => text.length <= LONGEST_TEXT);
  const vectors = await embed(
    network,
    known.map(({ text }) => text),
  );
  const cosines = known.map(({ vector }, text) =>
    vector.reduce((product, value, d) => product + value * (vectors[text]?.[d] ?? 0), 0),
  );
  const agreement = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  if (agreement >= LEAST_AGREEMENT) return network;
  await network.release();
  process.emitWarning(
    `${file} of ${model.name} is off on this processor (cosine ${agreement.toFixed(3)}): model.onnx is used, at half the speed.`,
  );
  return null;
}
