import { encodeText } from '../../worker/encode-text.mjs';

/** @import { Tokenizer } from '@huggingface/tokenizers' */
/** @import { EncodedPairs } from '../../worker/thread-protocol.js' */

/** [CLS], [SEP] and [SEP]. */
const SPECIAL_TOKENS = 3;

/** Pairs of texts as BERT wants them: `[CLS] query [SEP] passage [SEP]`. */
export class PairEncoder {
  /** @type {Tokenizer} */ #tokenizer;
  /** @type {number} */ #maxTokens;
  /** @type {number} */ #opening;
  /** @type {number} */ #separator;

  /**
   * @param {Tokenizer} tokenizer that neither cuts nor pads
   * @param {number} maxTokens of a pair, special ones included, ≥ 5
   * @throws {TypeError} when the tokeniser joins pairs in another way
   */
  constructor(tokenizer, maxTokens) {
    this.#tokenizer = tokenizer;
    this.#maxTokens = maxTokens;
    const { ids } = tokenizer.encode('a');
    this.#opening = ids[0] ?? -1;
    this.#separator = ids.at(-1) ?? -1;
    /** @type {readonly number[]} */
    const reference = tokenizer.encode('a', { text_pair: 'b' }).ids;
    const own = this.encode('a', ['b']).ids;
    if (reference.length !== own.length || reference.some((id, i) => id !== own[i])) {
      throw new TypeError(`the tokeniser joins "a" and "b" as ${reference.join(' ')} instead of ${own.join(' ')}`);
    }
  }

  /**
   * @param {string} query
   * @param {readonly string[]} passages
   * @returns {EncodedPairs} a pair for each passage, cut to the longest input of the model
   */
  encode(query, passages) {
    const first = this.#content(query);
    const room = this.#maxTokens - SPECIAL_TOKENS;
    /** @type {number[]} */
    const firstLengths = [];
    const pairs = passages.map((passage) => {
      const second = this.#content(passage);
      const [keptFirst, keptSecond] = pairLengths(first.length, second.length, room);
      firstLengths.push(keptFirst + 2);
      const [opening, separator] = [this.#opening, this.#separator];
      return [opening, ...first.slice(0, keptFirst), separator, ...second.slice(0, keptSecond), separator];
    });
    return {
      ids: Int32Array.from(pairs.flat()),
      lengths: Int32Array.from(pairs, ({ length }) => length),
      firstLengths: Int32Array.from(firstLengths),
    };
  }

  /**
   * Not by the tokeniser's own pairs: it reads texts to their end, and takes an empty passage for none.
   *
   * @param {string} text
   * @returns {number[]} ids without the special ones, as many as can matter
   */
  #content(text) {
    return encodeText(this.#tokenizer, text, this.#maxTokens).slice(1, -1);
  }
}

/**
 * What is kept of two texts that do not fit together: tokens are taken from the longer one, and of two long ones the
 * same number stays (`longest_first` of huggingface/tokenizers, `truncate_encodings`; what CrossEncoder of
 * sentence-transformers is trained and measured with).
 *
 * @param {number} first tokens of the first text, ≥ 0
 * @param {number} second tokens of the second text, ≥ 0
 * @param {number} room tokens that fit, ≥ 0
 * @returns {readonly [first: number, second: number]} together at most `room`, neither more than it has
 */
export function pairLengths(first, second, room) {
  if (first + second <= room) return [first, second];
  const shorter = Math.min(first, second);
  const half = Math.floor(room / 2);
  // The odd token goes to the longer text.
  const kept = shorter <= half ? shorter : half;
  return first <= second ? [kept, room - kept] : [room - kept, kept];
}
