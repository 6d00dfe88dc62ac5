import { z } from 'zod';
import { unlessUnusable } from '../../worker/read-model-file.mjs';

/** @import { ReadingLimits } from './reader-protocol.js' */

/** Pieces that a passage must be left, special tokens aside: a window of fewer holds no sentence. */
const LEAST_ROOM = 64;
/** [CLS] and three [SEP]. */
const SPECIAL_TOKENS = 4;

const Configuration = z.object({
  /** Token positions that the network knows. */
  max_position_embeddings: z.int(),
  reading: z.object({
    pieces: z.int(),
    question_pieces: z.int().min(1),
    heading_pieces: z.int().min(0),
  }),
});

/**
 * @param {Buffer} file config.json
 * @returns {Promise<ReadingLimits>}
 * @throws {import('../../worker/read-model-file.mjs').ModelUnusableError} when it does not describe a reader
 */
export function readReadingConfiguration(file) {
  return unlessUnusable('rejected', 'config.json', async () => {
    const { max_position_embeddings: positions, reading } = Configuration.parse(JSON.parse(file.toString('utf8')));
    const { pieces, question_pieces: questionPieces, heading_pieces: headingPieces } = reading;
    const room = Math.min(pieces, positions) - questionPieces - headingPieces - SPECIAL_TOKENS;
    if (pieces > positions || room < LEAST_ROOM) {
      throw new TypeError(`${pieces} pieces of ${positions} positions leave a passage ${room}`);
    }
    return { pieces, questionPieces, headingPieces };
  });
}
