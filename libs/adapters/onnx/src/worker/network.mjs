import { guarded } from './exit-guard.mjs';
import { unlessUnusable } from './read-model-file.mjs';

/** @import { InferenceSession } from 'onnxruntime-node' */
/** @import { EncodedTexts, ThreadSettings } from './thread-protocol.js' */

/** Any id will do: the mask keeps it out. */
const PADDING_ID = 0n;

/** A network in ONNX Runtime, BERT-like or with one input, in the thread that may be blocked by it. */
export class Network {
  /** @type {typeof import('onnxruntime-node')} */ #runtime;
  /** @type {InferenceSession} */ #session;
  /** @type {SharedArrayBuffer} */ #guard;

  /**
   * @param {typeof import('onnxruntime-node')} runtime
   * @param {InferenceSession} session
   * @param {SharedArrayBuffer} guard
   */
  constructor(runtime, session, guard) {
    this.#runtime = runtime;
    this.#session = session;
    this.#guard = guard;
  }

  /**
   * @param {Buffer} file model.onnx, proven to be the one described
   * @param {ThreadSettings} settings
   * @param {readonly { readonly path: string, readonly data: Buffer }[]} [weights] other files that it refers to, by the
   *   name it gives them
   * @returns {Promise<Network>}
   * @throws {import('./read-model-file.mjs').ModelUnusableError}
   */
  static async open(file, { threads, guard }, weights = []) {
    const runtime = await unlessUnusable('no-runtime', `${process.platform}-${process.arch}`, () => loadRuntime(guard));
    const options = { ...sessionOptions(threads), ...(weights.length > 0 && { externalData: weights }) };
    const session = await unlessUnusable('rejected', 'model.onnx', () =>
      guarded(guard, () => runtime.InferenceSession.create(file, options)),
    );
    return new Network(runtime, session, guard);
  }

  /**
   * @param {EncodedTexts & { readonly firstLengths?: Int32Array }} texts of which each may have a second part, which
   *   begins after `firstLengths[i]` tokens
   * @returns {Promise<{ readonly outputs: InferenceSession.OnnxValueMapType, readonly width: number }>} what the network
   *   says of all texts, padded to `width` tokens
   */
  async run({ ids, lengths, firstLengths = lengths }) {
    const width = lengths.reduce((longest, length) => Math.max(longest, length), 0);
    const shape = [lengths.length, width];
    const inputIds = new BigInt64Array(lengths.length * width).fill(PADDING_ID);
    const mask = new BigInt64Array(lengths.length * width);
    const types = new BigInt64Array(lengths.length * width);
    let next = 0;
    lengths.forEach((length, text) => {
      const start = text * width;
      for (let token = 0; token < length; token++) inputIds[start + token] = BigInt(ids[next++] ?? 0);
      mask.fill(1n, start, start + length);
      types.fill(1n, start + (firstLengths[text] ?? length), start + length);
    });
    const tensor = (/** @type {BigInt64Array} */ values) => new this.#runtime.Tensor('int64', values, shape);
    // DistilBERT and its like know no types.
    const typed = this.#session.inputNames.includes('token_type_ids');
    const feeds = {
      input_ids: tensor(inputIds),
      attention_mask: tensor(mask),
      ...(typed && { token_type_ids: tensor(types) }),
    };
    const outputs = await guarded(this.#guard, () => this.#session.run(feeds));
    return { outputs, width };
  }

  /**
   * @param {Float32Array} values of the network's only input
   * @param {readonly number[]} shape
   * @returns {Promise<Readonly<Record<string, InferenceSession.OnnxValueMapType[string]>>>} outputs by name
   */
  async runOn(values, shape) {
    const [name = ''] = this.#session.inputNames;
    const feeds = { [name]: new this.#runtime.Tensor('float32', values, shape) };
    return guarded(this.#guard, () => this.#session.run(feeds));
  }

  /** @returns {Promise<void>} */
  async release() {
    await guarded(this.#guard, () => this.#session.release());
  }
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

/**
 * ONNX Runtime, loaded by the first call.
 *
 * @param {SharedArrayBuffer} guard
 * @returns {Promise<typeof import('onnxruntime-node')>} rejects on a platform without its binary
 */
export function loadRuntime(guard) {
  // From version 1.29 on, ONNX Runtime gives each machine an id and reports models and runs to Microsoft unless this
  // stands in the environment when it is loaded (microsoft/onnxruntime#27379). Nothing leaves a machine from here.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  // Not a static import: on a platform without its binary this throws, and that deserves a sentence.
  return guarded(guard, async () => (await import('onnxruntime-node')).default);
}
