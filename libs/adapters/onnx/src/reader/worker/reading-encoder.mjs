import { z } from 'zod';
import { encodeText, pieceOffsets } from '../../worker/encode-text.mjs';
import { unlessUnusable } from '../../worker/read-model-file.mjs';

/** @import { Tokenizer } from '@huggingface/tokenizers' */
/** @import { ReadingTask } from '@arbiter/ports' */
/** @import { EncodedWindows, ReadingLimits } from '../../worker/thread-protocol.js' */

/** Windows of a passage at most: some 2,000 words, and as many runs of the network; what lies behind is not read. */
export const MOST_WINDOWS = 16;

/** Pieces that a passage must be left, special tokens aside: a window of fewer holds no sentence. */
const LEAST_ROOM = 64;

/** [CLS] and three [SEP]. */
const SPECIAL_TOKENS = 4;

/** Inputs of the reader as it was trained with (`Encoder` of tools/models/src/reader/reading_sets.py). */
export class ReadingEncoder {
  /** @type {Tokenizer} */ #tokenizer;
  /** @type {ReadingLimits} */ #limits;
  /** @type {number} */ #opening;
  /** @type {number} */ #separator;

  /**
   * @param {Tokenizer} tokenizer that neither cuts nor pads
   * @param {ReadingLimits} limits that leave the passage room
   * @throws {TypeError} when the tokeniser does not frame a text with [CLS] and [SEP]
   */
  constructor(tokenizer, limits) {
    this.#tokenizer = tokenizer;
    this.#limits = limits;
    const { ids } = tokenizer.encode('a');
    const [opening, , separator] = ids;
    if (ids.length !== 3 || opening === undefined || separator === undefined || opening === separator) {
      throw new TypeError(`the tokeniser makes ${ids.join(' ')} of "a" instead of [CLS], a, [SEP]`);
    }
    this.#opening = opening;
    this.#separator = separator;
  }

  /**
   * @param {readonly ReadingTask[]} tasks
   * @returns {EncodedWindows} one window or more per task; a passage that does not fit has windows that overlap by half
   */
  encode(tasks) {
    const windows = tasks.flatMap((task, index) => this.#windowsOf(task).map((window) => ({ ...window, index })));
    const offsets = windows.flatMap((window) => window.offsets);
    const cut = new Uint8Array(tasks.length);
    for (const { index, isCut } of windows) if (isCut) cut[index] = 1;
    return {
      ids: Int32Array.from(windows.flatMap(({ ids }) => ids)),
      lengths: Int32Array.from(windows, ({ ids }) => ids.length),
      firstLengths: Int32Array.from(windows, ({ firstLength }) => firstLength),
      firstPieces: Int32Array.from(windows, ({ firstPiece }) => firstPiece),
      tasks: Int32Array.from(windows, ({ index }) => index),
      starts: Int32Array.from(offsets, ({ start }) => start),
      ends: Int32Array.from(offsets, ({ end }) => end),
      cut,
    };
  }

  /** @param {ReadingTask} task */
  #windowsOf({ question, headings, passage }) {
    const { pieces, questionPieces, headingPieces } = this.#limits;
    const asked = this.#pieces(question, questionPieces);
    const above = this.#pieces(headings, headingPieces);
    const before = [this.#opening, ...asked, this.#separator];
    const head = [...before, ...above, this.#separator];
    const room = pieces - head.length - 1;
    const stride = Math.ceil(room / 2);
    const most = room + (MOST_WINDOWS - 1) * stride;
    // One more than can be read says whether anything was left out.
    const found = this.#pieces(passage, most + 1);
    const body = found.slice(0, most);
    const offsets = this.#offsetsOf(passage, body);
    return windowStarts(body.length, room, stride).map((start) => ({
      ids: [...head, ...body.slice(start, start + room), this.#separator],
      firstLength: before.length,
      firstPiece: head.length,
      offsets: offsets.slice(start, start + room),
      isCut: found.length > most,
    }));
  }

  /**
   * @param {string} text
   * @param {number} most
   * @returns {number[]} ids of its first pieces
   */
  #pieces(text, most) {
    return encodeText(this.#tokenizer, text, most + 2).slice(1, -1);
  }

  /**
   * @param {string} text
   * @param {readonly number[]} ids
   */
  #offsetsOf(text, ids) {
    return pieceOffsets(
      text,
      ids.map((id) => this.#tokenizer.id_to_token(id) ?? ''),
    );
  }
}

/**
 * @param {number} pieces of the passage, ≥ 0
 * @param {number} room pieces that fit into a window, ≥ 1
 * @param {number} stride ≥ 1
 * @returns {number[]} first piece of each window, ascending; the last one ends where the passage does
 */
function windowStarts(pieces, room, stride) {
  if (pieces <= room) return [0];
  const full = Math.ceil((pieces - room) / stride);
  return [...Array.from({ length: full }, (_, index) => index * stride), pieces - room];
}

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
