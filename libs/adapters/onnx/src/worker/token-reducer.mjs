import { ContentTokens } from './content-tokens.mjs';
import { TokenProjection } from './token-projection.mjs';

/** @import { EmbedOptions } from '@arbiter/ports' */

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
   * @param {Int32Array} ids of one text
   * @param {EmbedOptions['kind']} kind
   * @returns {number[]} ascending positions of the tokens that get a vector, at least one
   */
  positions(ids, kind) {
    return kind === 'document' ? this.#content.positions(ids) : [...ids.keys()];
  }

  /**
   * @param {Float32Array} tokenVectors rows of the network's dimensions
   * @param {readonly number[]} rows which of them
   * @returns {Float32Array} each row of unit length
   */
  project(tokenVectors, rows) {
    return this.#projection.project(tokenVectors, rows);
  }
}
