/** The real worker, and a text that kills it the way a bug would: with an error that nobody catches. */
import { parentPort } from 'node:worker_threads';
// First, since a port delivers from the first listener on, and the real one listens once the model is loaded.
import '../src/worker/embedding.worker.mjs';

parentPort?.on('message', ({ call, input }) => {
  if (call === 'encode' && input.texts.includes('die')) throw new RangeError('killed by the test');
});
