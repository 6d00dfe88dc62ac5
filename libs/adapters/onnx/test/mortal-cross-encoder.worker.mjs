/** The real worker, and a query that kills it the way a bug would: with an error that nobody catches. */
import { parentPort } from 'node:worker_threads';
// First, since a port delivers from the first listener on, and the real one listens once the model is loaded.
import '../src/cross-encoder/worker/cross-encoder.worker.mjs';

parentPort?.on('message', ({ call, input }) => {
  if (call === 'encode' && input.query === 'die') throw new RangeError('killed by the test');
});
