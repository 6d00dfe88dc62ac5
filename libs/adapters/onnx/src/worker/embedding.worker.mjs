import { parentPort, workerData } from 'node:worker_threads';
import { ModelUnusableError } from './read-model-file.mjs';
import { SentenceEncoder } from './sentence-encoder.mjs';

/** @import { EmbeddedBatch, EncodedTexts, WorkerReply, WorkerRequest, WorkerSettings } from './worker-protocol.js' */

/** Entry of the worker thread. JavaScript, because Node loads it as it stands, from `src` as well as from `dist`. */

const port = parentPort;
if (!port) throw new TypeError('embedding.worker.mjs runs in a worker thread only');

const post = (/** @type {WorkerReply} */ reply, /** @type {ArrayBuffer[]} */ transfer = []) =>
  port.postMessage(reply, transfer);

try {
  const encoder = await SentenceEncoder.load(/** @type {WorkerSettings} */ (workerData));
  // One after the other: a request must not meet a network that an earlier one still uses, or has released.
  let last = Promise.resolve();
  port.on('message', (/** @type {WorkerRequest} */ request) => {
    last = last.then(() => serve(encoder, request));
  });
  post({ type: 'ready' });
} catch (error) {
  if (!(error instanceof ModelUnusableError)) throw error;
  post({ type: 'unusable', problem: error.problem });
  port.close();
}

/**
 * @param {SentenceEncoder} encoder
 * @param {WorkerRequest} request
 */
async function serve(encoder, request) {
  if (request.call === 'close') {
    await encoder.release();
    port?.close();
    return;
  }
  const { id } = request;
  try {
    const output = await answer(encoder, request);
    post({ type: 'done', id, output }, buffersOf(output));
  } catch (error) {
    post({ type: 'failed', id, reason: String(error) });
  }
}

/**
 * @param {SentenceEncoder} encoder
 * @param {Exclude<WorkerRequest, { call: 'close' }>} request
 */
function answer(encoder, request) {
  switch (request.call) {
    case 'encode':
      return encoder.encode(request.input.texts);
    case 'count':
      return encoder.count(request.input.texts);
    case 'embed':
      return encoder.embed(request.input);
  }
}

/**
 * @param {EncodedTexts | EmbeddedBatch | Int32Array} output
 * @returns {ArrayBuffer[]}
 */
function buffersOf(output) {
  /** @type {ArrayBufferView[]} */
  const arrays = ArrayBuffer.isView(output) ? [output] : Object.values(output);
  return arrays.map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer));
}
