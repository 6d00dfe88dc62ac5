import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { Changelog, entitiesOf, entryKey, type RecordedChange as Change } from '@arbiter/changelog';
import {
  addChanges,
  ArbiterError,
  type ChangelogEntry,
  type ChangelogEvent,
  listChanges,
  type OperationInput,
  type OperationOutput,
  type RecordedChange,
  revertChange,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext, OperationCtx, OperationPayload } from '@arbiter/messaging';
import type { ChangelogStore, Clock } from '@arbiter/ports';
import { slugOf } from '@arbiter/text';
import { Controller, Inject } from '@nestjs/common';
import { GraphRefresher } from '../graph/graph-refresher.js';
import { CHANGELOG_STORE, CLOCK } from '../ingestion-worker.tokens.js';
import { KnownEntities } from './known-entities.js';

/** Attempts to append to a changelog that other processes append to at the same time. */
const MOST_TRIES = 16;
/** Most UTF-16 code units of a page of changes, beyond its first one: every transport carries that. */
const MAX_PAGE_LENGTH = 200_000;

type Page = OperationInput<typeof listChanges>;

@Controller()
export class ChangelogReadingController {
  constructor(@Inject(CHANGELOG_STORE) private readonly changelogs: ChangelogStore) {}

  @HandlesOperation(listChanges)
  async list(
    @OperationPayload() page: OperationInput<typeof listChanges>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof listChanges>> {
    const log = await readLog(this.changelogs, page.collection, signal);
    const found = selectChanges(log, page).map(shown);
    const changes: RecordedChange[] = [];
    let length = 0;
    for (const change of found.slice(0, page.limit)) {
      length += JSON.stringify(change).length;
      if (changes.length > 0 && length > MAX_PAGE_LENGTH) break;
      changes.push(change);
    }
    const last = changes.length < found.length ? changes.at(-1) : undefined;
    return { changes, next: last ? `${last.entry.session_id}.${last.id}` : null, lastId: log.events.length };
  }
}

@Controller()
export class ChangelogController {
  /** Requests to this process take turns, so that they do not use up each other's attempts. */
  private readonly turns = new SerialQueue();

  constructor(
    @Inject(CHANGELOG_STORE) private readonly changelogs: ChangelogStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(KnownEntities) private readonly known: Pick<KnownEntities, 'unknownIn'>,
    @Inject(GraphRefresher) private readonly graphs: Pick<GraphRefresher, 'soon'>,
  ) {}

  @HandlesOperation(addChanges)
  async add(
    @OperationPayload() { collection, entries, idempotencyKey: key }: OperationInput<typeof addChanges>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof addChanges>> {
    const unknownEntities = await this.known.unknownIn(collection, entries, signal);
    const { events, before, repeated } = await this.change(collection, signal, (log) => {
      const added = addedWith(key, log);
      if (added.length === 0) return { events: entryEvents(log, entries, this.timeAfter(log), key), repeated: false };
      if (!areSame(contentsOf(added), entries)) throw keyTaken(collection, key);
      return { events: added, repeated: true };
    });
    const ids = events.map(({ id }) => id);
    return { collection, ids, repeated, unknownEntities, late: lateOf(before, events) };
  }

  @HandlesOperation(revertChange)
  async revert(
    @OperationPayload() { collection, id }: OperationInput<typeof revertChange>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof revertChange>> {
    const { events, before, repeated } = await this.change(collection, signal, (log) => {
      const former = log.events.find((event) => event.kind === 'revert' && event.of === id);
      if (former) return { events: [former], repeated: true };
      return { events: log.revert(id, this.timeAfter(log)).events.slice(log.events.length), repeated: false };
    });
    const after = repeated ? before : Changelog.from([...before.events, ...events]);
    const change = after.changes().find((one) => one.id === id);
    if (!change) throw new ArbiterError('NOT_FOUND', `The changelog has no entry ${id}.`, { details: { id } });
    return { change: shown(change), repeated };
  }

  /** Appends what `plan` makes of the stored log, again if another process appended meanwhile. Repeated events are not appended. */
  private change(
    collection: string,
    signal: AbortSignal,
    plan: (log: Changelog) => { readonly events: readonly ChangelogEvent[]; readonly repeated: boolean },
  ): Promise<{ readonly events: readonly ChangelogEvent[]; readonly before: Changelog; readonly repeated: boolean }> {
    return this.turns.run(collection, async () => {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const before = await readLog(this.changelogs, collection, signal);
        const planned = plan(before);
        if (planned.repeated) return { ...planned, before };
        try {
          await this.changelogs.append(collection, planned.events, { after: before.events.length }, signal);
          this.graphs.soon(collection);
          return { ...planned, before };
        } catch (error) {
          if (!(error instanceof ArbiterError && error.code === 'CONFLICT')) throw error;
        }
      }
      throw new ArbiterError('CONFLICT', `Others write to the changelog of "${collection}" all the time; try again.`, {
        details: { collection },
      });
    });
  }

  /** A clock that was set back must not make time run backwards along the log. */
  private timeAfter(log: Changelog): number {
    return Math.max(this.clock.now(), log.events.at(-1)?.recordedAt ?? -Infinity);
  }
}

/** @throws ArbiterError UNAVAILABLE for events that contradict each other: somebody else wrote them */
async function readLog(changelogs: ChangelogStore, collection: string, signal: AbortSignal): Promise<Changelog> {
  const events = await changelogs.read(collection, {}, signal);
  try {
    return Changelog.from(events);
  } catch (error) {
    const message = `The changelog of "${collection}" is damaged, restore it from a backup: ${ArbiterError.from(error).message}`;
    throw new ArbiterError('UNAVAILABLE', message, { details: { collection }, cause: error });
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

/** What a page asks for, from its position on. */
function selectChanges(log: Changelog, page: Page): Change[] {
  const { asOfSession, date, recordedBy, sinceId = 0, sinceSession = -1, entity, includeReverted, after } = page;
  const asOf = {
    ...(asOfSession !== undefined && { session: asOfSession }),
    ...(date !== undefined && { date }),
    ...(recordedBy !== undefined && { recordedBy: Date.parse(recordedBy) }),
  };
  const [session = -1, position = -1] = after?.split('.').map(Number) ?? [];
  const slug = entity === undefined ? null : slugOf(entity);
  return log
    .changes(asOf)
    .filter(({ revertedBy }) => includeReverted || revertedBy === null)
    .filter(({ id, revertedBy }) => Math.max(id, revertedBy?.id ?? 0) > sinceId)
    .filter(({ entry }) => entry.session_id > sinceSession)
    .filter(({ entry }) => slug === null || entitiesOf(entry).some((id) => slugOf(id) === slug))
    .filter(({ id, entry }) => entry.session_id > session || (entry.session_id === session && id > position));
}

function shown({ id, recordedAt, entry, revertedBy }: Change): RecordedChange {
  const at = (time: number): string => new Date(time).toISOString();
  return {
    id,
    recordedAt: at(recordedAt),
    entry,
    revertedBy: revertedBy && { id: revertedBy.id, recordedAt: at(revertedBy.recordedAt) },
  };
}
