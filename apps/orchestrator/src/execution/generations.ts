import type { ParentCall } from '@arbiter/messaging';

/** What collections hold, as a name: as long as it is the same, a search finds the same. */
export interface Generations {
  /**
   * @param collections empty for all of the library
   * @returns the same text as long as nothing was put into these collections or taken out of them, whichever process did;
   *   null when that cannot be told
   */
  of(collections: readonly string[], call: ParentCall): Promise<string | null>;
}
