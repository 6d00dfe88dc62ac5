import { Tokenizer } from '@huggingface/tokenizers';
import { unlessUnusable } from './read-model-file.mjs';

/**
 * @param {Buffer} file tokenizer.json
 * @returns {Promise<Tokenizer>} that neither cuts nor pads
 * @throws {import('./read-model-file.mjs').ModelUnusableError}
 */
export function openTokenizer(file) {
  return unlessUnusable('rejected', 'tokenizer.json', async () => {
    // Published files cut and pad, to 128 tokens for instance; how long a text may be is the model's business.
    const published = /** @type {Record<string, unknown>} */ (JSON.parse(file.toString('utf8')));
    return new Tokenizer({ ...published, truncation: null, padding: null }, {});
  });
}
