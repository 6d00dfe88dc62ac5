import { ContentTokens } from './content-tokens.mjs';
import { TokenProjection } from './token-projection.mjs';

/** @import { Batch, EmbeddedBatch } from './worker-protocol.js' */

/** From what the network says of every token to the vectors that late interaction needs. */
export class TokenReducer {
  /** @type {TokenProjection} */ #projection;
  /** @type {ContentTokens} */ #content;

  /**
   * @param {TokenProjection} projection
   * @param {ContentTokens} content
   */
  constructor(projection, content) {
    this.#projection = projection;
    this.#content = content;
  }

  /**
   * @param {object} source
   * @param {Buffer} source.axes file of the projection
   * @param {number} source.dimensions of the projection
   * @param {number} source.inputDimensions
   * @param {Buffer} source.vocabulary tokenizer.json
   * @param {readonly string[]} source.stopWords
   * @returns {TokenReducer}
   * @throws {RangeError} when the file does not hold such a projection
   */
  static create({ axes, dimensions, inputDimensions, vocabulary, stopWords }) {
    return new TokenReducer(
      TokenProjection.parse(axes, dimensions, inputDimensions),
      ContentTokens.of(vocabulary, stopWords),
    );
  }

  /**
   * @param {Float32Array} tokenVectors texts × width × dimensions of the network
   * @param {number} width tokens of the longest text
   * @param {Batch} batch
   * @returns {Pick<EmbeddedBatch, 'tokenCounts' | 'tokens'>}
   */
  reduce(tokenVectors, width, { ids, lengths, kind, withTokens }) {
    const tokenCounts = new Int32Array(lengths.length);
    /** @type {number[]} */
    const rows = [];
    let start = 0;
    lengths.forEach((length, text) => {
      const idsOfText = ids.subarray(start, (start += length));
      if (!withTokens[text]) return;
      const positions = kind === 'document' ? this.#content.positions(idsOfText) : [...idsOfText.keys()];
      tokenCounts[text] = positions.length;
      for (const position of positions) rows.push(text * width + position);
    });
    return { tokenCounts, tokens: this.#projection.project(tokenVectors, rows) };
  }
}
