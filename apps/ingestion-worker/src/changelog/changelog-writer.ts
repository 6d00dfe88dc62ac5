import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { Changelog, entryKey, findContradictions, type RecordedChange, type Verdict } from '@arbiter/changelog';
import {
  type addChanges,
  ArbiterError,
  type ChangeContradiction,
  type ChangelogEntry,
  type ChangelogEvent,
  type OperationOutput,
  type ProposalDecision,
} from '@arbiter/contracts';
import type { ChangelogStore, Clock } from '@arbiter/ports';
import type { GraphRefresher } from '../graph/graph-refresher.js';
import { appendPlanned, readChangelog } from '../library/event-logs.js';
import type { KnownEntities } from './known-entities.js';

/** What a person decided of a proposed change, to be recorded. */
export interface DecisionEvent {
  readonly verdict: Verdict;
  readonly entry: ChangelogEntry;
  readonly decision: ProposalDecision;
}

/** The one way into changelogs: adds and reverts entries, and has the graph follow. */
export class ChangelogWriter {
  /** Requests to this process take turns, so that they do not use up each other's attempts. */
  private readonly turns = new SerialQueue();

  constructor(
    private readonly changelogs: ChangelogStore,
    private readonly clock: Clock,
    private readonly known: Pick<KnownEntities, 'unknownIn' | 'worldBefore'>,
    private readonly graphs: Pick<GraphRefresher, 'soon'>,
  ) {}

  /**
   * @param key of the request: the same key with the same entries adds nothing
   * @throws ArbiterError CONFLICT for a key of other entries, UNAVAILABLE of the store
   */
  async add(
    collection: string,
    entries: readonly ChangelogEntry[],
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<OperationOutput<typeof addChanges>> {
    const unknownEntities = await this.known.unknownIn(collection, entries, signal);
    const { events, before, repeated } = await this.change(collection, signal, (log) => {
      const added = addedWith(key, log);
      if (added.length === 0) return { events: entryEvents(log, entries, this.timeAfter(log), key), repeated: false };
      if (!areSame(contentsOf(added), entries)) throw keyTaken(collection, key);
      return { events: added, repeated: true };
    });
    const ids = events.map(({ id }) => id);
    const late = lateOf(before, events);
    const after = repeated ? before : Changelog.from([...before.events, ...events]);
    const contradictions = await this.contradictions(collection, { before, after, added: { ids, late } }, signal);
    return { collection, ids, repeated, unknownEntities, late, contradictions };
  }

  /** Those of added entries, and those that a late one brings about in others. */
  private async contradictions(
    collection: string,
    { before, after, added }: { before: Changelog; after: Changelog; added: { ids: number[]; late: number[] } },
    signal: AbortSignal,
  ): Promise<ChangeContradiction[]> {
    const entries = after.entries();
    const world = await this.known.worldBefore(
      collection,
      entries.map(({ entry }) => entry),
      signal,
    );
    const own = new Set(added.ids);
    const found = findContradictions(entries, world).map((one) => ({ ...one, about: [...one.about] }));
    if (added.late.length === 0) return found.filter(({ entry }) => own.has(entry));
    const former = new Set(findContradictions(before.entries(), world).map(({ entry }) => entry));
    return found.filter(({ entry }) => own.has(entry) || !former.has(entry));
  }

  /** @throws ArbiterError NOT_FOUND for an id of no entry, UNAVAILABLE of the store */
  async revert(
    collection: string,
    id: number,
    signal: AbortSignal,
  ): Promise<{ readonly change: RecordedChange; readonly repeated: boolean }> {
    const { events, before, repeated } = await this.change(collection, signal, (log) => {
      const former = log.events.find((event) => event.kind === 'revert' && event.of === id);
      if (former) return { events: [former], repeated: true };
      return { events: log.revert(id, this.timeAfter(log)).events.slice(log.events.length), repeated: false };
    });
    const after = repeated ? before : Changelog.from([...before.events, ...events]);
    const change = after.change(id);
    if (!change) throw new ArbiterError('NOT_FOUND', `The changelog has no entry ${id}.`, { details: { id } });
    return { change, repeated };
  }

  /**
   * Records decisions, and takes others back.
   *
   * @param plan of the log as it is stored: what to record, and the ids of events to revert; what it throws is thrown
   * @returns the log with them
   * @throws ArbiterError UNAVAILABLE of the store
   */
  async decide(
    collection: string,
    plan: (log: Changelog) => { readonly decided: readonly DecisionEvent[]; readonly reverted: readonly number[] },
    signal: AbortSignal,
  ): Promise<Changelog> {
    const { events, before } = await this.change(collection, signal, (log) => {
      const { decided, reverted } = plan(log);
      const at = { first: log.events.length + 1, recordedAt: this.timeAfter(log) };
      const decisions = decided.map((one, index) => decisionEvent(one, at.first + index, at.recordedAt));
      const reverts = reverted.map((of, index) => ({
        id: at.first + decisions.length + index,
        recordedAt: at.recordedAt,
        kind: 'revert' as const,
        of,
      }));
      return { events: [...decisions, ...reverts], repeated: decisions.length + reverts.length === 0 };
    });
    return Changelog.from([...before.events, ...events]);
  }

  /** Appends what `plan` makes of the stored log, again if another process appended meanwhile. Repeated events are not appended. */
  private change(
    collection: string,
    signal: AbortSignal,
    plan: (log: Changelog) => { readonly events: readonly ChangelogEvent[]; readonly repeated: boolean },
  ): Promise<{ readonly events: readonly ChangelogEvent[]; readonly before: Changelog; readonly repeated: boolean }> {
    const planned = async () => {
      const before = await readChangelog(this.changelogs, collection, signal);
      const result = { ...plan(before), before };
      return { events: result.repeated ? [] : result.events, after: before.events.length, result };
    };
    const crowded = `Others write to the changelog of "${collection}" all the time; try again.`;
    return this.turns.run(collection, async () => {
      const result = await appendPlanned(this.changelogs, collection, planned, { crowded, signal });
      if (!result.repeated) this.graphs.soon(collection);
      return result;
    });
  }

  /** A clock that was set back must not make time run backwards along the log. */
  private timeAfter(log: Changelog): number {
    return Math.max(this.clock.now(), log.events.at(-1)?.recordedAt ?? -Infinity);
  }
}

function entryEvents(
  log: Changelog,
  entries: readonly ChangelogEntry[],
  recordedAt: number,
  key: string | undefined,
): ChangelogEvent[] {
  const first = log.events.length + 1;
  return entries.map((entry, index) => ({
    id: first + index,
    recordedAt,
    kind: 'entry',
    entry,
    ...(key !== undefined && { idempotencyKey: key }),
  }));
}

function decisionEvent({ verdict, entry, decision }: DecisionEvent, id: number, recordedAt: number): ChangelogEvent {
  return { id, recordedAt, kind: verdict === 'accepted' ? 'entry' : 'rejection', entry, decision };
}

function addedWith(key: string | undefined, log: Changelog): readonly ChangelogEvent[] {
  if (key === undefined) return [];
  return log.events.filter((event) => event.kind === 'entry' && event.idempotencyKey === key);
}

function contentsOf(events: readonly ChangelogEvent[]): ChangelogEntry[] {
  return events.flatMap((event) => (event.kind === 'entry' ? [event.entry] : []));
}

function areSame(some: readonly ChangelogEntry[], others: readonly ChangelogEntry[]): boolean {
  return some.map(entryKey).join() === others.map(entryKey).join();
}

function keyTaken(collection: string, key: string | undefined): ArbiterError {
  return new ArbiterError(
    'CONFLICT',
    `The idempotency key "${key ?? ''}" was used for other entries of "${collection}".`,
    {
      details: { collection, idempotencyKey: key },
    },
  );
}

/** Ids of events whose session comes before one that an earlier event names. */
function lateOf(before: Changelog, events: readonly ChangelogEvent[]): number[] {
  const first = events[0]?.id ?? 1;
  let latest = Math.max(-1, ...contentsOf(before.events.slice(0, first - 1)).map(({ session_id }) => session_id));
  return events.flatMap((event) => {
    if (event.kind !== 'entry') return [];
    const isLate = event.entry.session_id < latest;
    latest = Math.max(latest, event.entry.session_id);
    return isLate ? [event.id] : [];
  });
}
