/**
 * A process of its own that uses the worker thread and ends in the way its argument says:
 * `exit` and `throw` in the middle of a batch, `close` by closing the thread and having nothing left to do.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import { createExitGuard, waitAtExit } from '../src/worker/exit-guard.mjs';

const [ending, model] = [process.argv[2], JSON.parse(readFileSync(0, 'utf8'))];
const guard = createExitGuard();
waitAtExit(guard);
const entry = fileURLToPath(new URL('../src/worker/embedding.worker.mjs', import.meta.url));
const worker = new Worker(entry, { env: SHARE_ENV, workerData: { model, threads: 2, stopWords: [], guard } });

worker.once('message', ({ type }) => {
  if (type !== 'ready') process.exit(3);
  const entered = new Int32Array(guard);
  const texts = 8;
  const ids = new Int32Array(texts * model.maxTokens).fill(2054);
  const lengths = new Int32Array(texts).fill(model.maxTokens);
  const input = { ids, lengths, kind: 'document', tokenForms: new Uint8Array(texts) };
  worker.postMessage({ id: 0, call: 'embed', input });
  if (ending === 'close') {
    worker.postMessage({ call: 'close' });
    return;
  }
  const leave = () => {
    if (Atomics.load(entered, 0) === 0) setTimeout(leave, 1);
    else if (ending === 'throw') throw new RangeError('thrown by the test');
    else process.exit(0);
  };
  // The flag is up a moment before the network runs.
  setTimeout(leave, 50);
});
