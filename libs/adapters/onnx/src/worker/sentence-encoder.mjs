import { Tokenizer } from '@huggingface/tokenizers';
import { encodeText } from './encode-text.mjs';
import { guarded } from './exit-guard.mjs';
import { poolMean } from './pool-mean.mjs';
import { ModelUnusableError, readModelFile } from './read-model-file.mjs';
import { TokenReducer } from './token-reducer.mjs';

/** @import { InferenceSession } from 'onnxruntime-node' */
/** @import { Batch, EmbeddedBatch, EncodedTexts, WorkerSettings } from './worker-protocol.js' */

/** Any id will do: the mask keeps it out. */
const PADDING_ID = 0n;

/** Tokeniser and network of one model, in the thread that may be blocked by them. */
export class SentenceEncoder {
  /** @type {typeof import('onnxruntime-node')} */ #runtime;
  /** @type {InferenceSession} */ #session;
  /** @type {Tokenizer} */ #tokenizer;
  /** @type {TokenReducer | null} */ #reducer;
  /** @type {WorkerSettings} */ #settings;

  /**
   * @param {typeof import('onnxruntime-node')} runtime
   * @param {InferenceSession} session
   * @param {Tokenizer} tokenizer
   * @param {TokenReducer | null} reducer null for a model without token vectors
   * @param {WorkerSettings} settings
   */
  constructor(runtime, session, tokenizer, reducer, settings) {
    this.#runtime = runtime;
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#reducer = reducer;
    this.#settings = settings;
  }

  /**
   * @param {WorkerSettings} settings
   * @returns {Promise<SentenceEncoder>}
   * @throws {ModelUnusableError}
   */
  static async load(settings) {
    const { model } = settings;
    const [network, vocabulary] = await Promise.all([
      readModelFile(model, 'model.onnx'),
      readModelFile(model, 'tokenizer.json'),
    ]);
    const runtime = await unless('no-runtime', `${process.platform}-${process.arch}`, () =>
      loadRuntime(settings.guard),
    );
    const session = await unless('rejected', 'model.onnx', () =>
      guarded(settings.guard, () => runtime.InferenceSession.create(network, sessionOptions(settings.threads))),
    );
    const tokenizer = await unless('rejected', 'tokenizer.json', async () => {
      // The published file cuts and pads to 128 tokens; how long a text may be is the model's business, not the file's.
      const published = /** @type {Record<string, unknown>} */ (JSON.parse(vocabulary.toString('utf8')));
      return new Tokenizer({ ...published, truncation: null, padding: null }, {});
    });
    const reducer = await loadReducer(settings, vocabulary);
    return new SentenceEncoder(runtime, session, tokenizer, reducer, settings);
  }

  /**
   * @param {readonly string[]} texts
   * @returns {EncodedTexts} cut to the model's longest input
   */
  encode(texts) {
    const encoded = texts.map((text) => encodeText(this.#tokenizer, text, this.#settings.model.maxTokens));
    return { ids: Int32Array.from(encoded.flat()), lengths: Int32Array.from(encoded, (ids) => ids.length) };
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
    const { tokenVectors, width } = await this.#run(batch);
    return {
      vectors: poolMean(tokenVectors, batch.lengths, width, this.#settings.model.dimensions),
      ...(this.#reducer?.reduce(tokenVectors, width, batch) ?? {
        tokenCounts: new Int32Array(batch.lengths.length),
        tokens: new Float32Array(),
      }),
    };
  }

  /** @returns {Promise<void>} */
  async release() {
    await guarded(this.#settings.guard, () => this.#session.release());
  }

  /**
   * The network, once: what sentence vectors and token vectors are both made of.
   *
   * @param {EncodedTexts} batch
   * @returns {Promise<{ tokenVectors: Float32Array, width: number }>} texts × width × dimensions
   */
  async #run({ ids, lengths }) {
    const width = lengths.reduce((longest, length) => Math.max(longest, length), 0);
    const shape = [lengths.length, width];
    const inputIds = new BigInt64Array(lengths.length * width).fill(PADDING_ID);
    const mask = new BigInt64Array(lengths.length * width);
    let next = 0;
    lengths.forEach((length, text) => {
      for (let token = 0; token < length; token++) inputIds[text * width + token] = BigInt(ids[next++] ?? 0);
      mask.fill(1n, text * width, text * width + length);
    });
    const tensor = (/** @type {BigInt64Array} */ values) => new this.#runtime.Tensor('int64', values, shape);
    const feeds = {
      input_ids: tensor(inputIds),
      attention_mask: tensor(mask),
      token_type_ids: tensor(new BigInt64Array(lengths.length * width)),
    };
    const { last_hidden_state: output } = await guarded(this.#settings.guard, () => this.#session.run(feeds));
    const tokenVectors = output?.data;
    if (!(tokenVectors instanceof Float32Array))
      throw new TypeError('model.onnx has no float output last_hidden_state');
    return { tokenVectors, width };
  }
}

/**
 * @param {WorkerSettings} settings
 * @param {Buffer} vocabulary tokenizer.json, proven to be readable
 * @returns {Promise<TokenReducer | null>} null for a model without a projection
 */
async function loadReducer({ model, stopWords }, vocabulary) {
  const { tokenProjection } = model;
  if (!tokenProjection) return null;
  const axes = await readModelFile(model, tokenProjection.file);
  return unless('rejected', tokenProjection.file, async () =>
    TokenReducer.create({ axes, ...tokenProjection, inputDimensions: model.dimensions, vocabulary, stopWords }),
  );
}

/**
 * @param {number} threads
 * @returns {InferenceSession.SessionOptions}
 */
function sessionOptions(threads) {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Without the arena a run takes up to 100 MB more at its peak and is slower (measured over 60 shapes of input).
    enableCpuMemArena: true,
    // A pattern is kept per input shape, and there are hundreds.
    enableMemPattern: false,
    // Threads that spin while they wait halve the speed as soon as anything else wants the processor.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
}

/** @param {SharedArrayBuffer} guard */
function loadRuntime(guard) {
  // From version 1.29 on, ONNX Runtime gives each machine an id and reports models and runs to Microsoft unless this
  // stands in the environment when it is loaded (microsoft/onnxruntime#27379). Nothing leaves a machine from here.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  // Not imported above: on a platform without its binary this throws, and that deserves a sentence.
  return guarded(guard, async () => (await import('onnxruntime-node')).default);
}

/**
 * @template T
 * @param {import('./worker-protocol.js').ModelProblem['kind']} kind
 * @param {string} subject
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
async function unless(kind, subject, step) {
  try {
    return await step();
  } catch (error) {
    throw new ModelUnusableError({ kind, subject, detail: String(error) });
  }
}
