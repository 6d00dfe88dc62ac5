import { sleep } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import type { QdrantConnection } from './qdrant-connection.js';

/** Milliseconds between two looks; building a graph takes seconds to minutes. */
const INTERVAL_MS = 250;

/**
 * Waits until the server has no more to build ("green"). Only the signal bounds it: a million vectors take minutes.
 *
 * @throws ArbiterError UNAVAILABLE when the server gives up ("red")
 */
export async function untilOptimized(
  connection: QdrantConnection,
  collection: string,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const { status, optimizer_status: optimizer } = await connection.request({ signal, collection }, (api, init) =>
      api.getCollection({ collection_name: name }, init),
    );
    if (status === 'green') return;
    if (status === 'red')
      throw new ArbiterError('UNAVAILABLE', `Qdrant cannot optimise collection "${collection}"; its log says why.`, {
        details: { collection, ...(typeof optimizer === 'object' && { optimizer: optimizer.error }) },
      });
    await sleep(INTERVAL_MS, signal);
  }
}
