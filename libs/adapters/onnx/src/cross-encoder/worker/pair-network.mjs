import { z } from 'zod';
import { Network } from '../../worker/network.mjs';
import { ModelUnusableError, openTokenizer, readModelFile, unlessUnusable } from '../../worker/read-model-file.mjs';
import { PairEncoder } from './pair-encoder.mjs';

/** @import { CrossEncoderSettings } from '../../worker/thread-protocol.js' */
/** @import { ModelFolder } from '../../embedding-model.js' */

/** Written by `arbiter models --pull`: what the files must be. */
const LOCK_FILE = 'arbiter-model.json';

/** Longest input of BERT; models that could take more were trained with less. */
const LONGEST_INPUT_TOKENS = 512;

/**
 * Loads a network that reads two texts together, with its tokeniser.
 *
 * @param {CrossEncoderSettings} settings
 * @returns {Promise<{ readonly network: Network, readonly encoder: PairEncoder }>}
 * @throws {import('../../worker/read-model-file.mjs').ModelUnusableError}
 */
export async function openPairNetwork(settings) {
  const folder = await openCrossEncoderFolder(settings);
  const [weights, vocabulary, description] = await Promise.all([
    readModelFile(folder, 'model.onnx'),
    readModelFile(folder, 'tokenizer.json'),
    readModelFile(folder, 'config.json'),
  ]);
  const maxTokens = await readLongestInput(description);
  const tokenizer = await openTokenizer(vocabulary);
  const encoder = await unlessUnusable('rejected', 'tokenizer.json', async () => new PairEncoder(tokenizer, maxTokens));
  return { network: await Network.open(weights, settings), encoder };
}

const Lock = z.object({
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
});

const Configuration = z.object({
  /** Token positions that the network knows. */
  max_position_embeddings: z.int().min(8),
  /** A name for each output; a reranker has one. */
  id2label: z.record(z.string(), z.string()).optional(),
});

/**
 * The folder with its lock, so that files that somebody changed are refused; a folder without one is taken as it is.
 *
 * @param {CrossEncoderSettings} settings
 * @returns {Promise<ModelFolder>}
 * @throws {ModelUnusableError} for a lock that is none
 */
export async function openCrossEncoderFolder({ name, directory }) {
  const folder = { name, directory, files: null };
  try {
    const lock = await readModelFile(folder, LOCK_FILE);
    return await unlessUnusable('rejected', LOCK_FILE, async () => ({
      ...folder,
      ...Lock.parse(JSON.parse(lock.toString('utf8'))),
    }));
  } catch (error) {
    if (error instanceof ModelUnusableError && error.problem.kind === 'missing') return folder;
    throw error;
  }
}

/**
 * @param {Buffer} file config.json
 * @returns {Promise<number>} tokens of the longest input
 * @throws {ModelUnusableError} when it does not describe a model with one output
 */
function readLongestInput(file) {
  return unlessUnusable('rejected', 'config.json', async () => {
    const { max_position_embeddings: positions, id2label } = Configuration.parse(JSON.parse(file.toString('utf8')));
    const labels = Object.keys(id2label ?? { 0: 'LABEL_0' }).length;
    if (labels !== 1) throw new TypeError(`the model has ${labels} outputs, a cross-encoder for ranking has one`);
    return Math.min(positions, LONGEST_INPUT_TOKENS);
  });
}
