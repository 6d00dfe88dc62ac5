import { ArbiterError, type ChangelogEntry, type ChangelogEvent, type ProposalDecision } from '@arbiter/contracts';

export interface RecordedEntry {
  readonly id: number;
  readonly recordedAt: number;
  readonly entry: ChangelogEntry;
}

export type Verdict = 'accepted' | 'rejected';

/** An entry, and the event that took it back. */
export interface RecordedChange extends RecordedEntry {
  /** Null while the entry counts. */
  readonly revertedBy: { readonly id: number; readonly recordedAt: number } | null;
  /** Of a person, on a proposed change that the entry decides. */
  readonly decision?: ProposalDecision & { readonly verdict: Verdict };
}

/** Both times of a bitemporal log (Snodgrass, "Developing Time-Oriented Database Applications in SQL", 1999). */
export interface AsOf {
  /** Valid time: the world after this session. Default: after the last. */
  readonly session?: number;
  /** Valid time: the world at the end of this day, ISO 8601. Entries without a date count by their session alone. */
  readonly date?: string;
  /** Recorded time, in milliseconds since 1970: what the log said then. Default: what it says now. */
  readonly recordedBy?: number;
}

/**
 * An append-only log of what sessions changed. An entry may come late: its session says when it was true, its place in the log
 * when it was known.
 */
export class Changelog {
  private constructor(readonly events: readonly ChangelogEvent[]) {}

  static readonly empty = new Changelog([]);

  /**
   * A log as it was stored.
   *
   * @throws ArbiterError INVALID_REQUEST where ids do not count from 1, time runs backwards, or a revert names no entry that
   *   stands
   */
  static from(events: readonly ChangelogEvent[]): Changelog {
    const checked: ChangelogEvent[] = [];
    const log = new Changelog(checked);
    for (const event of events) {
      if (event.id !== checked.length + 1)
        throw new ArbiterError(
          'INVALID_REQUEST',
          `Event ${checked.length + 1} of the changelog has the id ${event.id}.`,
        );
      log.checkNext(event);
      checked.push(event);
    }
    return log;
  }

  /** @returns the log with the entry at its end */
  append(entry: ChangelogEntry, recordedAt: number): Changelog {
    return this.with({ kind: 'entry', entry }, recordedAt);
  }

  /**
   * @returns the log in which the entry, or the rejection, counts no more
   * @throws ArbiterError NOT_FOUND for an id of no entry, CONFLICT for an entry that was reverted before
   */
  revert(id: number, recordedAt: number): Changelog {
    return this.with({ kind: 'revert', of: id }, recordedAt);
  }

  /** The entries that count, in the order in which they were true: by session, then as they were recorded. */
  entries(asOf: AsOf = {}): RecordedEntry[] {
    return this.changes(asOf)
      .filter(({ revertedBy }) => revertedBy === null)
      .map(({ id, recordedAt, entry }) => ({ id, recordedAt, entry }));
  }

  /** As `entries`, with those that were reverted by the time `recordedBy`. */
  changes({ session = Infinity, date, recordedBy = Infinity }: AsOf = {}): RecordedChange[] {
    return this.recorded(recordedBy)
      .filter(({ decision }) => decision?.verdict !== 'rejected')
      .filter(({ entry }) => entry.session_id <= session && !isLater(entry.date, date))
      .sort((a, b) => a.entry.session_id - b.entry.session_id || a.id - b.id);
  }

  /** What people decided of proposed changes, in the order of recording, with what was taken back since. */
  decisions(): RecordedChange[] {
    return this.recorded(Infinity).filter(({ decision }) => decision !== undefined);
  }

  /** An entry, or a rejection, by its id. */
  change(id: number): RecordedChange | undefined {
    return this.recorded(Infinity).find((one) => one.id === id);
  }

  private recorded(recordedBy: number): RecordedChange[] {
    const known = this.events.filter(({ recordedAt }) => recordedAt <= recordedBy);
    const reverts = new Map(
      known.flatMap((event) =>
        event.kind === 'revert' ? [[event.of, { id: event.id, recordedAt: event.recordedAt }] as const] : [],
      ),
    );
    return known.flatMap((event): RecordedChange[] => {
      if (event.kind === 'revert') return [];
      const { id, recordedAt, entry, decision } = event;
      const verdict = event.kind === 'entry' ? 'accepted' : 'rejected';
      const revertedBy = reverts.get(id) ?? null;
      return [{ id, recordedAt, entry, revertedBy, ...(decision && { decision: { ...decision, verdict } }) }];
    });
  }

  private with(
    event: { kind: 'entry'; entry: ChangelogEntry } | { kind: 'revert'; of: number },
    recordedAt: number,
  ): Changelog {
    const next = { id: this.events.length + 1, recordedAt, ...event };
    this.checkNext(next);
    return new Changelog([...this.events, next]);
  }

  private checkNext(event: ChangelogEvent): void {
    if (event.kind === 'revert') this.checkStands(event.of);
    const last = this.events.at(-1)?.recordedAt ?? -Infinity;
    if (!(event.recordedAt >= last))
      throw new ArbiterError('INVALID_REQUEST', 'A changelog event cannot be recorded before the one it follows.');
  }

  private checkStands(id: number): void {
    const kind = this.events[id - 1]?.kind;
    if (kind === undefined || kind === 'revert')
      throw new ArbiterError('NOT_FOUND', `The changelog has no entry ${id}.`, { details: { id } });
    if (this.events.some((event) => event.kind === 'revert' && event.of === id))
      throw new ArbiterError('CONFLICT', `Entry ${id} of the changelog was reverted before.`, { details: { id } });
  }
}

/** ISO dates compare as text. */
function isLater(date: string | undefined, limit: string | undefined): boolean {
  return date !== undefined && limit !== undefined && date > limit;
}
