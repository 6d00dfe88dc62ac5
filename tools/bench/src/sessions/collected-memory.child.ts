import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as delay } from 'node:timers/promises';

// Loaded into the server before its own code (`node --import`): says what memory is left after a collection.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Objects finalised by the first collection are freed by the next. */
const COLLECTIONS = 4;
/** For sockets that close and timers that run out between two collections. */
const PAUSE_MS = 250;

process.on('message', () => {
  void answer();
});
// The channel alone must not keep the server alive.
process.channel?.unref();

async function answer(): Promise<void> {
  const uncollectedRss = process.memoryUsage.rss();
  for (let collected = 0; collected < COLLECTIONS; collected += 1) {
    collect();
    await delay(PAUSE_MS);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ uncollectedRss, rss, heapUsed, external });
}
