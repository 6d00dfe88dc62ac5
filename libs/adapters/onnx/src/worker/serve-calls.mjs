import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { loadRuntime } from './network.mjs';
import { ModelUnusableError } from './read-model-file.mjs';

/** @import { MessagePort } from 'node:worker_threads' */
/** @import { CallTable, LoadedModel, ThreadReply, ThreadRequest, ThreadSettings } from './thread-protocol.js' */

/**
 * The life of a worker thread: loads its model and answers calls with it, until it is told to close or the model turns
 * out to be unusable.
 *
 * @template {CallTable<C>} C
 * @template {ThreadSettings} S
 * @param {(settings: S) => Promise<LoadedModel<C>>} load rejects with ModelUnusableError where something can be done about it
 * @returns {Promise<void>} settles once the thread listens, or is about to end
 */
export async function serveCalls(load) {
  const port = parentPort;
  if (!port) throw new TypeError('a model is served in a worker thread only');
  const loading = /** @type {Promise<S>} */ (settingsOf(port)).then(load);
  const loaded = loading.catch(() => null);
  // One after the other: a request must not meet a network that an earlier one still uses, or has released.
  let last = Promise.resolve();
  port.on('message', (/** @type {ThreadRequest<C> | { readonly settings: S }} */ request) => {
    if ('settings' in request) return;
    last = last.then(async () => {
      const model = await loaded;
      if (model) await serve(port, model, request);
    });
  });
  try {
    await loading;
    post(port, { type: 'ready' });
  } catch (error) {
    if (!(error instanceof ModelUnusableError)) throw error;
    post(port, { type: 'unusable', problem: error.problem });
    port.close();
  }
}

/**
 * @template {ThreadSettings} S
 * @param {MessagePort} port
 * @returns {Promise<S>} of a thread that was started early, those of its first message
 */
async function settingsOf(port) {
  const { guard, awaitsSettings } = workerData;
  if (!awaitsSettings) return workerData;
  const message = once(port, 'message');
  // Meanwhile. A runtime that is missing is reported by the model that needs it.
  await loadRuntime(guard).catch(() => undefined);
  const [{ settings }] = await message;
  return { ...settings, guard };
}

/**
 * @template {CallTable<C>} C
 * @param {MessagePort} port
 * @param {LoadedModel<C>} model
 * @param {ThreadRequest<C>} request
 */
async function serve(port, model, request) {
  if (!('id' in request)) {
    await model.release();
    port.close();
    return;
  }
  const { id, call, input } = request;
  try {
    const output = await model.calls[call](input);
    post(port, { type: 'done', id, output }, buffersOf(output));
  } catch (error) {
    post(port, { type: 'failed', id, reason: String(error) });
  }
}

/**
 * @template {CallTable<C>} C
 * @param {MessagePort} port
 * @param {ThreadReply<C>} reply
 * @param {ArrayBuffer[]} [transfer]
 */
function post(port, reply, transfer = []) {
  port.postMessage(reply, transfer);
}

/**
 * @param {unknown} output an array of numbers, or an object of them
 * @returns {ArrayBuffer[]}
 */
function buffersOf(output) {
  const arrays = ArrayBuffer.isView(output) ? [output] : Object.values(/** @type {object} */ (output));
  return arrays.map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer));
}
