import { encodeText } from './encode-text.mjs';
import { openIntegerNetwork } from './integer-network.mjs';
import { Network } from './network.mjs';
import { openTokenizer } from './open-tokenizer.mjs';
import { pieceOffsets } from './piece-offsets.mjs';
import { pieceVectors } from './piece-vectors.mjs';
import { pool } from './pool.mjs';
import { readModelFile } from './read-model-file.mjs';

/** @import { Tokenizer } from '@huggingface/tokenizers' */
/** @import { Batch, EmbeddedBatch, EncodedTexts, EncodeInput, TokenisedTexts, WorkerSettings } from './worker-protocol.js' */

/** Tokeniser and network of one model, in the thread that may be blocked by them. */
export class SentenceEncoder {
  /** @type {Network} */ #network;
  /** @type {Tokenizer} */ #tokenizer;
  /** @type {WorkerSettings} */ #settings;

  /**
   * @param {Network} network
   * @param {Tokenizer} tokenizer
   * @param {WorkerSettings} settings
   */
  constructor(network, tokenizer, settings) {
    this.#network = network;
    this.#tokenizer = tokenizer;
    this.#settings = settings;
  }

  /**
   * @param {WorkerSettings} settings
   * @returns {Promise<SentenceEncoder>}
   * @throws {import('./read-model-file.mjs').ModelUnusableError}
   */
  static async load(settings) {
    const tokenizer = await openTokenizer(await readModelFile(settings.model, 'tokenizer.json'));
    return new SentenceEncoder(await openNetwork(settings, tokenizer), tokenizer, settings);
  }

  /**
   * @param {EncodeInput} input
   * @returns {TokenisedTexts} cut to the model's longest input
   */
  encode({ texts, withOffsets }) {
    const encoded = texts.map((text) => encodeText(this.#tokenizer, text, this.#settings.model.maxTokens));
    const offsets = withOffsets ? encoded.flatMap((ids, index) => this.#offsetsOf(texts[index] ?? '', ids)) : [];
    return {
      ids: Int32Array.from(encoded.flat()),
      lengths: Int32Array.from(encoded, (ids) => ids.length),
      starts: Int32Array.from(offsets, ({ start }) => start),
      ends: Int32Array.from(offsets, ({ end }) => end),
    };
  }

  /**
   * @param {readonly string[]} texts
   * @returns {Int32Array} tokens of each text, special ones included
   */
  count(texts) {
    return Int32Array.from(texts, (text) => this.#tokenizer.encode(text).ids.length);
  }

  /**
   * @param {Batch} batch
   * @returns {Promise<EmbeddedBatch>}
   */
  async embed(batch) {
    const { pooling, dimensions } = this.#settings.model;
    const { tokenVectors, width } = await tokenVectorsOf(this.#network, batch);
    return {
      vectors: pool(pooling, tokenVectors, batch.lengths, width, dimensions),
      pieces: pieceVectors(tokenVectors, width, batch, dimensions),
    };
  }

  /** @returns {Promise<void>} */
  async release() {
    await this.#network.release();
  }

  /**
   * @param {string} text
   * @param {readonly number[]} ids of which the first and the last are special
   * @returns {{ start: number, end: number }[]} −1 for special ones
   */
  #offsetsOf(text, ids) {
    const special = { start: -1, end: -1 };
    const pieces = ids.slice(1, -1).map((id) => this.#tokenizer.id_to_token(id) ?? '');
    return [special, ...pieceOffsets(text, pieces), special];
  }
}

/**
 * @param {WorkerSettings} settings
 * @param {Tokenizer} tokenizer
 * @returns {Promise<Network>} in integers, where the model has such a one and it agrees with the original weights
 */
async function openNetwork(settings, tokenizer) {
  const { model } = settings;
  const integers =
    model.integerNetwork &&
    (await openIntegerNetwork(settings, model.integerNetwork, async (network, texts) => {
      const encoded = texts.map((text) => encodeText(tokenizer, text, model.maxTokens));
      const lengths = Int32Array.from(encoded, (ids) => ids.length);
      // In one run: every start waits for it.
      const { tokenVectors, width } = await tokenVectorsOf(network, { ids: Int32Array.from(encoded.flat()), lengths });
      const vectors = pool(model.pooling, tokenVectors, lengths, width, model.dimensions);
      return texts.map((_, text) => vectors.subarray(text * model.dimensions, (text + 1) * model.dimensions));
    }));
  return integers ?? Network.open(await readModelFile(model, 'model.onnx'), settings);
}

/**
 * The network, once: what sentence vectors and those of pieces are both made of.
 *
 * @param {Network} network
 * @param {EncodedTexts} batch
 * @returns {Promise<{ tokenVectors: Float32Array, width: number }>} texts × width × dimensions
 */
async function tokenVectorsOf(network, batch) {
  const { outputs, width } = await network.run(batch);
  const tokenVectors = outputs.last_hidden_state?.data;
  if (!(tokenVectors instanceof Float32Array)) throw new TypeError('model.onnx has no float output last_hidden_state');
  return { tokenVectors, width };
}
