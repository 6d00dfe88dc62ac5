import { listGenerations } from '@arbiter/contracts';
import type { OperationClient, ParentCall } from '@arbiter/messaging';
import type { Generations } from './generations.js';

/** As the retriever tells them, which reads what the ingestion worker has written, in whichever process that runs. */
export class LibraryGenerations implements Generations {
  /** Under way, by collections: searches that begin together ask once. */
  private readonly asked = new Map<string, Promise<string | null>>();

  /** @param client of one run, whose deadline all who ask share */
  constructor(private readonly client: OperationClient) {}

  of(collections: readonly string[], parent: ParentCall): Promise<string | null> {
    const key = JSON.stringify(collections);
    const known = this.asked.get(key);
    if (known) return known;
    const asked = this.ask(collections, parent).finally(() => this.asked.delete(key));
    this.asked.set(key, asked);
    return asked;
  }

  private async ask(collections: readonly string[], parent: ParentCall): Promise<string | null> {
    try {
      const input = collections.length > 0 ? { collections: [...collections] } : {};
      const { generations } = await this.client.request(listGenerations, input, { parent });
      return JSON.stringify(generations.map(({ collection, generation }) => [collection, generation]));
    } catch {
      // Without it nothing is answered from the cache, which is counted there.
      parent.signal.throwIfAborted();
      return null;
    }
  }
}
