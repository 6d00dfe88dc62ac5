import { PROJECTED_TOKENS, WHOLE_TOKENS } from './token-forms.mjs';

/** @import { Batch, EmbeddedBatch } from './worker-protocol.js' */
/** @import { TokenReducer } from './token-reducer.mjs' */

/**
 * @param {Float32Array} tokenVectors texts × width × dimensions of the network
 * @param {number} width tokens of the longest text
 * @param {Batch} batch
 * @param {number} dimensions of the network
 * @param {TokenReducer | null} reducer null for a model without a projection
 * @returns {Pick<EmbeddedBatch, 'tokenCounts' | 'tokens'>}
 */
export function tokenRows(tokenVectors, width, { ids, lengths, kind, tokenForms }, dimensions, reducer) {
  const tokenCounts = new Int32Array(lengths.length);
  /** @type {Float32Array[]} */
  const parts = [];
  let start = 0;
  lengths.forEach((length, text) => {
    const idsOfText = ids.subarray(start, (start += length));
    const form = tokenForms[text];
    if (form === PROJECTED_TOKENS && reducer) {
      const positions = reducer.positions(idsOfText, kind);
      const first = text * width;
      parts.push(
        reducer.project(
          tokenVectors,
          positions.map((position) => first + position),
        ),
      );
      tokenCounts[text] = positions.length;
    } else if (form === WHOLE_TOKENS) {
      parts.push(unitRows(tokenVectors, text * width, length, dimensions));
      tokenCounts[text] = length;
    }
  });
  return { tokenCounts, tokens: joined(parts) };
}

/**
 * @param {Float32Array} vectors of which those rows are changed
 * @param {number} first row
 * @param {number} count
 * @param {number} dimensions
 * @returns {Float32Array} the rows, each of unit length
 */
function unitRows(vectors, first, count, dimensions) {
  const rows = vectors.subarray(first * dimensions, (first + count) * dimensions);
  for (let row = 0; row < rows.length; row += dimensions) {
    let squares = 0;
    for (let d = row; d < row + dimensions; d++) squares += (rows[d] ?? 0) ** 2;
    const norm = Math.sqrt(squares) || 1;
    for (let d = row; d < row + dimensions; d++) rows[d] = (rows[d] ?? 0) / norm;
  }
  return rows;
}

/**
 * @param {readonly Float32Array[]} parts
 * @returns {Float32Array}
 */
function joined(parts) {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}
