import type { ChangelogEvent, GraphCorrection, GraphCorrectionEvent } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangelogStore, EventLog, GraphCorrectionStore, NumberedEvent } from '../event-log.js';

const live = new AbortController().signal;

/** An event that says that an inn has a status. */
export function changelogEventOf(id: number, status: string, key?: string): ChangelogEvent {
  const update = { entity_id: 'inn', entity_type: 'place', status, cause: 'a lamp 🕯️' };
  const entry = { session_id: id, date: '2025-01-11', entity_updates: [update], relationship_updates: [] };
  return { id, recordedAt: 1_000 + id, kind: 'entry', entry, ...(key !== undefined && { idempotencyKey: key }) };
}

/** An acceptance and a rejection of a proposed change with all their fields, after the event before. */
export function decisionEvents(after: number): ChangelogEvent[] {
  const decision = { proposal: '1-k3f9q1c2', by: 'Ann 🕯️', reason: 'seen', answer: 'knocked out' };
  const entry = {
    session_id: 1,
    entity_updates: [],
    relationship_updates: [{ from: 'a', to: 'b', new_status: 'none' }],
  };
  return [
    { id: after + 1, recordedAt: 2_000, kind: 'entry', entry, decision },
    { id: after + 2, recordedAt: 2_000, kind: 'rejection', entry, decision },
  ];
}

/** An event that renames an inn. */
export function graphCorrectionEventOf(id: number, name: string, reason?: string): GraphCorrectionEvent {
  const correction = { kind: 'rename', entity: 'inn', name } as const;
  const event = { id, recordedAt: 1_000 + id, by: 'Ann 🕯️', kind: 'correction', correction } as const;
  return { ...event, ...(reason !== undefined && { reason }) };
}

/** A correction of every kind with all its fields, and an undo. */
export function correctionEvents(): GraphCorrectionEvent[] {
  const relation = { from: 'mara', type: 'keeps', to: 'inn' };
  const corrections: GraphCorrection[] = [
    { kind: 'merge', entities: ['tavern', 'old-inn'], into: 'inn', type: 'place' },
    {
      kind: 'split',
      entity: 'mara',
      name: 'Mara II',
      id: 'mara-ii',
      type: 'person',
      aliases: ['M.'],
      documents: ['a'],
    },
    { kind: 'retype', entity: 'inn', type: 'ruin' },
    { kind: 'add-entity', name: 'Yard', type: 'place', id: 'yard', aliases: ['court'], definition: 'A yard.' },
    { kind: 'edit-entity', entity: 'inn', addAliases: ['Eel'], removeAliases: ['Heron'], definition: 'A ruin.' },
    { kind: 'delete-entity', entity: 'yard' },
    { kind: 'add-relation', ...relation },
    { kind: 'edit-relation', ...relation, becomes: { from: 'inn', type: 'kept_by', to: 'mara' } },
    { kind: 'delete-relation', ...relation },
  ];
  const events = corrections.map((correction, index): GraphCorrectionEvent => ({
    ...{ id: index + 2, recordedAt: 1_500, by: 'Ann', reason: 'seen', kind: 'correction', correction },
  }));
  const undo: GraphCorrectionEvent = { id: events.length + 2, recordedAt: 2_000, by: 'Ben', kind: 'undo', of: 1 };
  return [graphCorrectionEventOf(1, 'The Eel', 'a new sign'), ...events, undo];
}

/** Conformance suite of ChangelogStore. `create` gives an empty store for each test. */
export function describeChangelogStore(name: string, create: () => ChangelogStore | Promise<ChangelogStore>): void {
  const revert: ChangelogEvent = { id: 3, recordedAt: 2_000.5, kind: 'revert', of: 1 };
  describeEventLog(`${name}, as a store of changelogs`, { create, eventOf: changelogEventOf, takesBack: revert });
}

/** Conformance suite of GraphCorrectionStore. `create` gives an empty store for each test. */
export function describeGraphCorrectionStore(
  name: string,
  create: () => GraphCorrectionStore | Promise<GraphCorrectionStore>,
): void {
  const undo: GraphCorrectionEvent = { id: 3, recordedAt: 2_000.5, by: 'Ben', kind: 'undo', of: 1 };
  describeEventLog(`${name}, as a store of corrections`, { create, eventOf: graphCorrectionEventOf, takesBack: undo });
}

interface LogSamples<E extends NumberedEvent> {
  readonly create: () => EventLog<E> | Promise<EventLog<E>>;
  /** @param word by which events of one id differ @param extra sets an optional field */
  readonly eventOf: (id: number, word: string, extra?: string) => E;
  /** An event with the id 3 that takes event 1 back. */
  readonly takesBack: E;
}

/** What all logs of events have in common. */
function describeEventLog<E extends NumberedEvent>(name: string, { create, eventOf, takesBack }: LogSamples<E>): void {
  describe(name, () => {
    let store: EventLog<E>;
    beforeEach(async () => {
      store = await create();
    });
    const append = (events: readonly E[], after: number) => store.append('lore', events, { after }, live);
    const idsAfter = async (after?: number) =>
      (await store.read('lore', after === undefined ? {} : { after }, live)).map(({ id }) => id);

    it('gives back what was appended, with all its fields, in the order of ids', async () => {
      const first = [eventOf(1, 'closed', 'key-1'), eventOf(2, 'open')];
      await append(first, 0);
      await append([takesBack], 2);
      expect(await store.read('lore', {}, live)).toEqual([...first, takesBack]);
      expect(await store.lastId('lore', live)).toBe(3);
    });

    it('is empty for a collection without a log', async () => {
      expect(await store.read('lore', {}, live)).toEqual([]);
      expect(await store.lastId('lore', live)).toBe(0);
      await expect(store.delete('lore', live)).resolves.toBeUndefined();
    });

    it('reads on after an id, also inside an append', async () => {
      await append(
        [1, 2, 3].map((id) => eventOf(id, 'open')),
        0,
      );
      await append([eventOf(4, 'shut')], 3);
      expect([await idsAfter(0), await idsAfter(2), await idsAfter(4), await idsAfter(9)]).toEqual([
        [1, 2, 3, 4],
        [3, 4],
        [],
        [],
      ]);
    });

    it.each([0, 1, 3])('refuses an append after %p where the last id is 2', async (after) => {
      await append([eventOf(1, 'open'), eventOf(2, 'shut')], 0);
      await expect(append([eventOf(after + 1, 'open')], after)).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { lastId: 2 },
      });
      expect(await idsAfter()).toEqual([1, 2]);
    });

    it.each([[[2]], [[1, 3]], [[1, 1]]])('refuses the ids %j after 0', async (ids) => {
      const events = ids.map((id) => eventOf(id, 'open'));
      await expect(append(events, 0)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      expect(await store.lastId('lore', live)).toBe(0);
    });

    it('does nothing for no events', async () => {
      await append([], 7);
      expect(await store.lastId('lore', live)).toBe(0);
    });

    it('lets one of many that append at the same time win', async () => {
      await append([eventOf(1, 'open')], 0);
      const tries = Array.from({ length: 8 }, (_, index) =>
        append([eventOf(2, `${index}`)].concat(index % 2 ? eventOf(3, `${index}`) : []), 1).then(
          () => index,
          () => null,
        ),
      );
      const won = (await Promise.all(tries)).filter((index) => index !== null);
      expect(won).toHaveLength(1);
      const stored = await store.read('lore', { after: 1 }, live);
      const [winner = NaN] = won;
      expect(stored[0]).toEqual(eventOf(2, `${winner}`));
      expect(stored).toHaveLength(winner % 2 === 1 ? 2 : 1);
    });

    it('keeps the logs of collections apart, whatever their names', async () => {
      for (const collection of ['lore', 'Lore', 'lore.2', 'lore-2'])
        await store.append(collection, [eventOf(1, collection)], { after: 0 }, live);
      await store.delete('lore', live);
      expect(await store.lastId('lore', live)).toBe(0);
      for (const collection of ['Lore', 'lore.2', 'lore-2'])
        expect(await store.read(collection, {}, live)).toEqual([eventOf(1, collection)]);
    });

    it('begins again after it was deleted', async () => {
      await append([eventOf(1, 'open'), eventOf(2, 'shut')], 0);
      await store.delete('lore', live);
      await append([eventOf(1, 'new')], 0);
      expect(await store.read('lore', {}, live)).toEqual([eventOf(1, 'new')]);
    });

    it('does nothing under an aborted signal', async () => {
      const gone = AbortSignal.abort();
      await expect(store.append('lore', [eventOf(1, 'open')], { after: 0 }, gone)).rejects.toThrow();
      expect(await store.lastId('lore', live)).toBe(0);
    });
  });
}
