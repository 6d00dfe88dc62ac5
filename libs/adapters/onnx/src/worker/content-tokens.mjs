/** What WordPiece puts before the pieces of a word after its first. */
const CONTINUATION = '##';

/** Tokens of documents that deserve a vector: no special ones, no stop words, no punctuation. */
export class ContentTokens {
  /** By token id. @type {Set<number>} */ #special;
  /** Stop words and punctuation. @type {Set<number>} */ #empty = new Set();
  /** @type {Set<number>} */ #continuations = new Set();

  /**
   * @param {Readonly<Record<string, number>>} vocabulary from tokens to ids
   * @param {readonly number[]} special ids of [CLS], [SEP] and the like
   * @param {readonly string[]} stopWords lower case
   */
  constructor(vocabulary, special, stopWords) {
    this.#special = new Set(special);
    const words = new Set(stopWords);
    for (const [token, id] of Object.entries(vocabulary)) {
      if (token.startsWith(CONTINUATION)) this.#continuations.add(id);
      else if (words.has(token) || /^[\p{P}\p{S}]+$/u.test(token)) this.#empty.add(id);
    }
  }

  /**
   * @param {Buffer} tokenizer tokenizer.json of a WordPiece tokeniser
   * @param {readonly string[]} stopWords lower case
   * @returns {ContentTokens}
   */
  static of(tokenizer, stopWords) {
    /** @type {{ added_tokens: { id: number, content: string, special: boolean }[], model: { unk_token: string, vocab: Record<string, number> } }} */
    const { added_tokens: added, model } = JSON.parse(tokenizer.toString('utf8'));
    // [UNK] stands for a word of the text; its vector tells at least where it stands.
    const special = added.filter((token) => token.special && token.content !== model.unk_token);
    return new ContentTokens(
      model.vocab,
      special.map(({ id }) => id),
      stopWords,
    );
  }

  /**
   * @param {Int32Array} ids of a document
   * @returns {number[]} ascending positions, at least one of a document that has tokens: where no content is, all words
   *   stay, and where no words are, the special tokens
   */
  positions(ids) {
    const all = Array.from(ids.keys());
    const words = all.filter((position) => !this.#special.has(ids[position] ?? -1));
    const content = words.filter((position) => !this.#isEmpty(ids, position));
    return [content, words, all].find((positions) => positions.length > 0) ?? [];
  }

  /**
   * @param {Int32Array} ids
   * @param {number} position
   */
  #isEmpty(ids, position) {
    // Not "it" of "it ##inerary": only a whole word is a stop word.
    return this.#empty.has(ids[position] ?? -1) && !this.#continuations.has(ids[position + 1] ?? -1);
  }
}
