// Does to the parser thread what a hostile document does: takes its time, its memory, or its life.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ name }) => {
  if (name === 'endless.pdf') for (;;);
  if (name === 'greedy.pdf') for (let kept = []; ; kept.push(Array.from({ length: 100_000 }, (_, n) => ({ n }))));
  if (name === 'fatal.pdf') process.exit(3);
  parentPort.postMessage({ type: 'done', output: { parsed: { text: name }, mediaType: 'text/plain' } });
});
