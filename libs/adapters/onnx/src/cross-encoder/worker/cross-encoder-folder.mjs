import { z } from 'zod';
import { ModelUnusableError, readModelFile, unlessUnusable } from '../../worker/read-model-file.mjs';

/** @import { ModelFolder } from '../../model-folder.js' */
/** @import { CrossEncoderSettings } from './cross-encoder-protocol.js' */

/** Written by `arbiter models pull`: what the files must be. */
export const LOCK_FILE = 'arbiter-model.json';

/** Longest input of BERT; models that could take more were trained with less. */
export const LONGEST_INPUT_TOKENS = 512;

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
 * @returns {Promise<{ readonly maxTokens: number }>} tokens of the longest input
 * @throws {ModelUnusableError} when it does not describe a model with one output
 */
export function readLongestInput(file) {
  return unlessUnusable('rejected', 'config.json', async () => {
    const { max_position_embeddings: positions, id2label } = Configuration.parse(JSON.parse(file.toString('utf8')));
    const labels = Object.keys(id2label ?? { 0: 'LABEL_0' }).length;
    if (labels !== 1) throw new TypeError(`the model has ${labels} outputs, a cross-encoder for ranking has one`);
    return { maxTokens: Math.min(positions, LONGEST_INPUT_TOKENS) };
  });
}
