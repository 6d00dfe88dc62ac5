import { encodeText, pieceOffsets } from './encode-text.mjs';
import { openIntegerNetwork } from './integer-network.mjs';
import { Network } from './network.mjs';
import { openTokenizer, readModelFile } from './read-model-file.mjs';
import { serveCalls } from './serve-calls.mjs';

/** @import { Tokenizer } from '@huggingface/tokenizers' */
/** @import { Batch, EmbeddedBatch, EncodeInput, EncodedTexts, LoadedModel, TokenisedTexts, WorkerCalls, WorkerSettings } from './thread-protocol.js' */

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

/**
 * Sentence vectors from token vectors, brought to unit length: of all tokens the mean (Reimers and Gurevych,
 * "Sentence-BERT", EMNLP 2019), or the vector of the first one, `[CLS]`, as the model was trained.
 *
 * @param {'mean' | 'cls'} pooling
 * @param {Float32Array} tokenVectors texts × width × dimensions, padding at the end of each text
 * @param {Int32Array} lengths tokens of each text, ≥ 1
 * @param {number} width tokens of the longest text
 * @param {number} dimensions
 * @returns {Float32Array<ArrayBuffer>} texts × dimensions
 */
export function pool(pooling, tokenVectors, lengths, width, dimensions) {
  const pooled = new Float32Array(lengths.length * dimensions);
  const sum = new Float64Array(dimensions);
  lengths.forEach((length, text) => {
    sum.fill(0);
    const pooledTokens = pooling === 'cls' ? 1 : length;
    for (let token = 0; token < pooledTokens; token++) {
      const start = (text * width + token) * dimensions;
      for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + (tokenVectors[start + d] ?? 0);
    }
    // The length of the sum is proportional to that of the mean: dividing by the number of tokens changes nothing.
    const norm = Math.hypot(...sum);
    for (let d = 0; d < dimensions; d++) pooled[text * dimensions + d] = (sum[d] ?? 0) / norm;
  });
  return pooled;
}

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

/** Entry of the embedder's thread. JavaScript, because Node loads it as it stands, from `src` as well as from `dist`. */
await serveCalls(load);

/**
 * @param {WorkerSettings} settings
 * @returns {Promise<LoadedModel<WorkerCalls>>}
 */
async function load(settings) {
  const encoder = await SentenceEncoder.load(settings);
  return {
    calls: {
      encode: (input) => encoder.encode(input),
      count: ({ texts }) => encoder.count(texts),
      embed: (batch) => encoder.embed(batch),
    },
    release: () => encoder.release(),
  };
}
