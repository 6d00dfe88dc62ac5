import { z } from 'zod';
import { LONGEST_INPUT_TOKENS } from '../../cross-encoder/worker/cross-encoder-folder.mjs';
import { unlessUnusable } from '../../worker/read-model-file.mjs';

/** @import { EntailmentConfiguration } from './entailment-protocol.js' */

/** Names of the output that says that the claim follows, in lower case and without punctuation. */
const ENTAILED = new Set(['entailment', 'entailed', 'entails', 'supported', 'supports']);
/** Names of outputs that say that it does not. */
const OTHERS = new Set([
  ...['neutral', 'contradiction', 'not entailment', 'not entailed', 'not supported', 'unsupported'],
  ...['refuted', 'refutes', 'not enough info'],
]);

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
export function readEntailmentConfiguration(file) {
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
