/** @import { Tokenizer } from '@huggingface/tokenizers' */

/** WordPiece gives a word of more characters one [UNK] (`max_input_chars_per_word` of BERT), so none has more tokens. */
const LONGEST_WORD_TOKENS = 100;

/** Characters that are tried first: English of 256 tokens has about 1,100. */
const FIRST_PREFIX = 4096;

/**
 * Token ids of a text, cut as the reference does it: the first ids and the closing special token. A long text is read
 * only as far as its ids can matter, which makes a text of a megabyte as cheap as one of a page.
 *
 * @param {Tokenizer} tokenizer without truncation and padding
 * @param {string} text
 * @param {number} maxTokens special tokens included, ≥ 2
 * @returns {number[]} 2 to maxTokens ids
 */
export function encodeText(tokenizer, text, maxTokens) {
  for (let length = FIRST_PREFIX; ; length *= 2) {
    const { ids } = tokenizer.encode(text.slice(0, length));
    const whole = length >= text.length;
    if (whole && ids.length <= maxTokens) return ids;
    // The cut may fall into a word, whose tokens are then not the true ones; they are the last of the prefix.
    if (whole || ids.length >= maxTokens + LONGEST_WORD_TOKENS) {
      return [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)];
    }
  }
}
