import { describeContext, type OperationOutput } from '@arbiter/contracts';
import type { OperationClient, ParentCall } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import type { Generations } from './result-cache.js';

export type ContextDescription = OperationOutput<typeof describeContext>;

/**
 * An answer waits no longer for what it can do without: this share of the time that is left for it, 0–1, and in a hurry so many
 * milliseconds. On a busy machine a fixed wait would leave expansions out, and the same question would get another prompt.
 */
const PATIENCE = 0.1;

/** @returns how long a call waits for what it can do without, in milliseconds */
export function patienceOf({ deadline }: ParentCall, clock: Pick<Clock, 'now'>, leastMs: number): number {
  return Math.max(leastMs, PATIENCE * (deadline - clock.now()));
}

/**
 * What one run needs to know of collections, as the retriever tells it, which reads what the ingestion worker has written, in
 * whichever process that runs. It is asked once: a change of the library counts from the next question on.
 */
export class LibraryContext implements Generations {
  private readonly asked = new Map<string, Promise<ContextDescription | null>>();

  /** @param client of the run */
  constructor(
    private readonly client: OperationClient,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * @param collections absent or empty for all of the library
   * @returns null if the retriever does not say, for all of the run
   * @throws the reason of the call's signal
   */
  describe(collections: readonly string[] | undefined, parent: ParentCall): Promise<ContextDescription | null> {
    const named = collections && collections.length > 0 ? { collections: [...collections] } : {};
    const key = JSON.stringify(named);
    const known = this.asked.get(key);
    if (known) return known;
    const deadlineMs = patienceOf(parent, this.clock, describeContext.deadlineMs);
    const asked = this.client.request(describeContext, named, { parent, deadlineMs }).catch((): null => {
      if (!parent.signal.aborted) return null;
      // Whoever shares this run may still wait.
      this.asked.delete(key);
      throw parent.signal.reason;
    });
    this.asked.set(key, asked);
    return asked;
  }

  async of(collections: readonly string[], parent: ParentCall): Promise<string | null> {
    const description = await this.describe(collections, parent);
    // Without it nothing is answered from the cache, which is counted there.
    return description && JSON.stringify(description.generations.map((one) => [one.collection, one.generation]));
  }

  forget(): void {
    this.asked.clear();
  }
}
