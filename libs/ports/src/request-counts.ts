/**
 * Counts the requests of clients in the present minute over all replicas of an arm. Asked for every request, so it answers
 * from memory; what other replicas have counted may be a moment old.
 */
export interface RequestCounts {
  /**
   * Counts one request.
   *
   * @param client an address, or the name of a key
   * @returns requests of this client so far in this minute: here, and elsewhere as far as that is known
   */
  count(client: string): number;
}
