import { ArbiterError, type ChangelogEvent, type GraphCorrectionEvent } from '@arbiter/contracts';

/** One event of a log. */
export interface NumberedEvent {
  /** Position in the log, from 1. */
  readonly id: number;
}

/**
 * Append-only logs of events, one per collection, which need not exist. Concurrent writers coordinate by the id that they
 * continue. Rejects with ArbiterError: UNAVAILABLE when the store does not answer, its disk is full or read-only, or a stored
 * event is damaged.
 */
export interface EventLog<E extends NumberedEvent> {
  /**
   * Appends all events or none. Resolves once they are on the disk.
   *
   * @param events with the ids `after + 1`, `after + 2`, …; none: nothing happens
   * @param after the last id that the caller knows; 0 for an empty log
   * @throws ArbiterError CONFLICT, with `details.lastId`, when the last stored id is another; INVALID_REQUEST for other ids;
   *   PAYLOAD_TOO_LARGE when the store cannot take as much at once
   */
  append(
    collection: string,
    events: readonly E[],
    { after }: { readonly after: number },
    signal: AbortSignal,
  ): Promise<void>;
  /** @param after absent: from the first event on. @returns in the order of ids */
  read(collection: string, { after }: { readonly after?: number }, signal: AbortSignal): Promise<readonly E[]>;
  /**
   * The id of the last event; 0 if there is none. Cheap enough to be asked before each question. Ids start again after `delete`,
   * and so a cache must not outlive a deleted collection.
   */
  lastId(collection: string, signal: AbortSignal): Promise<number>;
  /** Deletes the log. An unknown collection is no error. */
  delete(collection: string, signal: AbortSignal): Promise<void>;
}

/** What sessions changed in the world that documents describe. */
export type ChangelogStore = EventLog<ChangelogEvent>;

/** What people corrected in knowledge graphs. */
export type GraphCorrectionStore = EventLog<GraphCorrectionEvent>;

/**
 * What each `append` checks first.
 *
 * @param after as the caller of `append` said
 * @param lastId of the stored log
 * @throws ArbiterError CONFLICT, INVALID_REQUEST as `append` does
 */
export function assertContinues(
  collection: string,
  events: readonly NumberedEvent[],
  after: number,
  lastId: number,
): void {
  if (events.some(({ id }, index) => id !== after + 1 + index))
    throw new ArbiterError(
      'INVALID_REQUEST',
      `The ids of events after ${after} must be ${after + 1} and those that follow.`,
    );
  if (after === lastId) return;
  throw new ArbiterError('CONFLICT', `The log of "${collection}" was written to meanwhile: read it again.`, {
    details: { collection, lastId },
  });
}
