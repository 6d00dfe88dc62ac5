import { Network } from '../../worker/network.mjs';
import { openTokenizer } from '../../worker/open-tokenizer.mjs';
import { readModelFile, unlessUnusable } from '../../worker/read-model-file.mjs';
import { openCrossEncoderFolder } from './cross-encoder-folder.mjs';
import { PairEncoder } from './pair-encoder.mjs';

/** @import { CrossEncoderSettings } from './cross-encoder-protocol.js' */

/**
 * Loads a network that reads two texts together, with its tokeniser.
 *
 * @template {{ readonly maxTokens: number }} C
 * @param {CrossEncoderSettings} settings
 * @param {(file: Buffer) => Promise<C>} readConfiguration what is to be known of config.json
 * @returns {Promise<{ readonly network: Network, readonly encoder: PairEncoder, readonly configuration: C }>}
 * @throws {import('../../worker/read-model-file.mjs').ModelUnusableError}
 */
export async function openPairNetwork(settings, readConfiguration) {
  const folder = await openCrossEncoderFolder(settings);
  const [weights, vocabulary, description] = await Promise.all([
    readModelFile(folder, 'model.onnx'),
    readModelFile(folder, 'tokenizer.json'),
    readModelFile(folder, 'config.json'),
  ]);
  const configuration = await readConfiguration(description);
  const tokenizer = await openTokenizer(vocabulary);
  const encoder = await unlessUnusable(
    'rejected',
    'tokenizer.json',
    async () => new PairEncoder(tokenizer, configuration.maxTokens),
  );
  return { network: await Network.open(weights, settings), encoder, configuration };
}
