import { Changelog } from '@arbiter/changelog';
import { ArbiterError } from '@arbiter/contracts';
import { CorrectionLog } from '@arbiter/knowledge-graph';
import type { ChangelogStore, EventLog, GraphCorrectionStore, NumberedEvent } from '@arbiter/ports';

/** Attempts to append to a log that other processes append to at the same time. */
const MOST_TRIES = 16;

/** What is to be appended to a log, as it was read. */
export interface PlannedEvents<E, R> {
  /** None: nothing is appended. */
  readonly events: readonly E[];
  /** Id of the last event that was read; 0 for an empty log. */
  readonly after: number;
  readonly result: R;
}

/**
 * Appends what a plan makes of the stored log, and plans again if another process appended meanwhile. The caller has its
 * requests take turns, so that they do not use up each other's attempts.
 *
 * @param plan reads the log; what it throws is thrown
 * @param crowded message for when others append all the time
 * @returns the result of the plan whose events were appended
 * @throws ArbiterError CONFLICT when others append all the time, UNAVAILABLE of the store
 */
export async function appendPlanned<E extends NumberedEvent, R>(
  log: Pick<EventLog<E>, 'append'>,
  collection: string,
  plan: () => Promise<PlannedEvents<E, R>>,
  { crowded, signal }: { readonly crowded: string; readonly signal: AbortSignal },
): Promise<R> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { events, after, result } = await plan();
    if (events.length === 0) return result;
    try {
      await log.append(collection, events, { after }, signal);
      return result;
    } catch (error) {
      if (!(error instanceof ArbiterError && error.code === 'CONFLICT')) throw error;
    }
  }
  throw new ArbiterError('CONFLICT', crowded, { details: { collection } });
}

/** @throws ArbiterError UNAVAILABLE for events that contradict each other: somebody else wrote them */
export function readChangelog(
  changelogs: Pick<ChangelogStore, 'read'>,
  collection: string,
  signal: AbortSignal,
): Promise<Changelog> {
  return readEvents(changelogs, collection, {
    damage: 'The changelog of NAME is damaged, restore it from a backup',
    from: (events) => Changelog.from(events),
    signal,
  });
}

/** @throws as {@link readChangelog} */
export function readCorrections(
  corrections: Pick<GraphCorrectionStore, 'read'>,
  collection: string,
  signal: AbortSignal,
): Promise<CorrectionLog> {
  return readEvents(corrections, collection, {
    damage: 'The corrections of NAME are damaged, restore them from a backup',
    from: (events) => CorrectionLog.from(events),
    signal,
  });
}

async function readEvents<E extends NumberedEvent, L>(
  store: Pick<EventLog<E>, 'read'>,
  collection: string,
  how: { readonly damage: string; readonly from: (events: readonly E[]) => L; readonly signal: AbortSignal },
): Promise<L> {
  const { damage, from, signal } = how;
  const events = await store.read(collection, {}, signal);
  try {
    return from(events);
  } catch (error) {
    const message = `${damage.replace('NAME', () => JSON.stringify(collection))}: ${ArbiterError.from(error).message}`;
    throw new ArbiterError('UNAVAILABLE', message, { details: { collection }, cause: error });
  }
}
