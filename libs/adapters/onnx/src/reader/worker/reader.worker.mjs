import { openCrossEncoderFolder } from '../../cross-encoder/worker/pair-network.mjs';
import { Network } from '../../worker/network.mjs';
import { openTokenizer, readModelFile, unlessUnusable } from '../../worker/read-model-file.mjs';
import { serveCalls } from '../../worker/serve-calls.mjs';
import { ReadingEncoder, readReadingConfiguration } from './reading-encoder.mjs';

/** @import { CrossEncoderSettings, EncodedPairs, EncodedWindows, LoadedModel, ReaderCalls, WindowLogits } from '../../worker/thread-protocol.js' */
/** @import { ReadingTask } from '@arbiter/ports' */

/** Logits of start and end. */
const SPAN_LOGITS = 2;

/** Nothing, a span, yes, no. */
const VERDICTS = 4;

/** Tokeniser and network of one reader, in the thread that may be blocked by them. */
class ReaderNetwork {
  /** @type {Network} */ #network;
  /** @type {ReadingEncoder} */ #encoder;

  /**
   * @param {Network} network
   * @param {ReadingEncoder} encoder
   */
  constructor(network, encoder) {
    this.#network = network;
    this.#encoder = encoder;
  }

  /**
   * Tries one passage, so that a network that is no reader is found out here.
   *
   * @param {CrossEncoderSettings} settings
   * @returns {Promise<ReaderNetwork>}
   * @throws {import('../../worker/read-model-file.mjs').ModelUnusableError}
   */
  static async load(settings) {
    const folder = await openCrossEncoderFolder(settings);
    const [weights, vocabulary, description] = await Promise.all([
      readModelFile(folder, 'model.onnx'),
      readModelFile(folder, 'tokenizer.json'),
      readModelFile(folder, 'config.json'),
    ]);
    const limits = await readReadingConfiguration(description);
    const tokenizer = await openTokenizer(vocabulary);
    const encoder = await unlessUnusable(
      'rejected',
      'tokenizer.json',
      async () => new ReadingEncoder(tokenizer, limits),
    );
    const reader = new ReaderNetwork(await Network.open(weights, settings), encoder);
    await unlessUnusable('rejected', 'model.onnx', () =>
      reader.run(reader.encode([{ question: 'a', headings: '', passage: 'b' }])),
    );
    return reader;
  }

  /**
   * @param {readonly ReadingTask[]} tasks
   * @returns {EncodedWindows}
   */
  encode(tasks) {
    return this.#encoder.encode(tasks);
  }

  /**
   * @param {EncodedPairs} windows ≥ 1
   * @returns {Promise<WindowLogits>}
   */
  async run({ ids, lengths, firstLengths }) {
    const { outputs, width } = await this.#network.run({ ids, lengths, firstLengths });
    const { span_logits: spans, verdict_logits: verdicts } = outputs;
    const [ofSpans, ofVerdicts] = [spans?.data, verdicts?.data];
    if (!(ofSpans instanceof Float32Array) || !(ofVerdicts instanceof Float32Array)) {
      throw new TypeError('model.onnx has no float outputs span_logits and verdict_logits');
    }
    const windows = lengths.length;
    if (ofSpans.length !== windows * width * SPAN_LOGITS || ofVerdicts.length !== windows * VERDICTS) {
      throw new TypeError(`span_logits are ${spans?.dims.join(' × ')}, verdict_logits ${verdicts?.dims.join(' × ')}`);
    }
    const kept = new Float32Array(ids.length * SPAN_LOGITS);
    let next = 0;
    lengths.forEach((length, window) => {
      const start = window * width * SPAN_LOGITS;
      kept.set(ofSpans.subarray(start, start + length * SPAN_LOGITS), next);
      next += length * SPAN_LOGITS;
    });
    return { spans: kept, verdicts: new Float32Array(ofVerdicts) };
  }

  /** @returns {Promise<void>} */
  async release() {
    await this.#network.release();
  }
}

/** Entry of the reader's thread. JavaScript, because Node loads it as it stands, from `src` as well as from `dist`. */
await serveCalls(load);

/**
 * @param {CrossEncoderSettings} settings
 * @returns {Promise<LoadedModel<ReaderCalls>>}
 */
async function load(settings) {
  const reader = await ReaderNetwork.load(settings);
  return {
    calls: {
      encode: ({ tasks }) => reader.encode(tasks),
      run: (windows) => reader.run(windows),
    },
    release: () => reader.release(),
  };
}
