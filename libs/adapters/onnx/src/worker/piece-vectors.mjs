/** @import { Batch } from './worker-protocol.js' */

/**
 * @param {Float32Array} tokenVectors texts × width × dimensions; may be changed
 * @param {number} width tokens of the longest text
 * @param {Batch} batch
 * @param {number} dimensions
 * @returns {Float32Array} of the texts where they are wanted, the vectors of all tokens, each of unit length
 */
export function pieceVectors(tokenVectors, width, { lengths, withPieces }, dimensions) {
  const wanted = Array.from(lengths, (length, text) => (withPieces[text] ? length * dimensions : 0));
  const pieces = new Float32Array(wanted.reduce((sum, length) => sum + length, 0));
  let to = 0;
  wanted.forEach((length, text) => {
    const from = text * width * dimensions;
    pieces.set(tokenVectors.subarray(from, from + length), to);
    to += length;
  });
  for (let row = 0; row < pieces.length; row += dimensions) normalise(pieces.subarray(row, row + dimensions));
  return pieces;
}

/**
 * @param {Float32Array} vector is brought to unit length
 */
function normalise(vector) {
  let squares = 0;
  for (let d = 0; d < vector.length; d++) squares += (vector[d] ?? 0) ** 2;
  const norm = Math.sqrt(squares) || 1;
  for (let d = 0; d < vector.length; d++) vector[d] = (vector[d] ?? 0) / norm;
}
