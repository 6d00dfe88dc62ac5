/** The real worker, and a query that kills it the way a bug would: with an error that nobody catches. */
import { parentPort } from 'node:worker_threads';

if (!parentPort) throw new TypeError('this is the module of a thread');
const listen = parentPort.on.bind(parentPort);
// A second listener would miss what the real one hears before it.
parentPort.on = (event, listener) =>
  listen(event, (message) => {
    const { call, input } = message;
    if (call === 'encode' && input.query === 'die') throw new RangeError('killed by the test');
    listener(message);
  });
await import('../src/cross-encoder/worker/cross-encoder.worker.mjs');
