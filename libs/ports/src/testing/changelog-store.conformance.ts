import type { ChangelogEvent } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangelogStore } from '../changelog-store.js';

const live = new AbortController().signal;

/** An event that says that an inn has a status. */
export function changelogEventOf(id: number, status: string, key?: string): ChangelogEvent {
  const update = { entity_id: 'inn', entity_type: 'place', status, cause: 'a lamp 🕯️' };
  const entry = { session_id: id, date: '2025-01-11', entity_updates: [update], relationship_updates: [] };
  return { id, recordedAt: 1_000 + id, kind: 'entry', entry, ...(key !== undefined && { idempotencyKey: key }) };
}

/** Conformance suite of ChangelogStore. `create` gives an empty store for each test. */
export function describeChangelogStore(name: string, create: () => ChangelogStore | Promise<ChangelogStore>): void {
  describe(`${name}, as a store of changelogs`, () => {
    let store: ChangelogStore;
    beforeEach(async () => {
      store = await create();
    });
    const append = (events: readonly ChangelogEvent[], after: number) => store.append('lore', events, { after }, live);
    const idsAfter = async (after?: number) =>
      (await store.read('lore', after === undefined ? {} : { after }, live)).map(({ id }) => id);

    it('gives back what was appended, with all its fields, in the order of ids', async () => {
      const first = [changelogEventOf(1, 'closed', 'key-1'), changelogEventOf(2, 'open')];
      const revert: ChangelogEvent = { id: 3, recordedAt: 2_000.5, kind: 'revert', of: 1 };
      await append(first, 0);
      await append([revert], 2);
      expect(await store.read('lore', {}, live)).toEqual([...first, revert]);
      expect(await store.lastId('lore', live)).toBe(3);
    });

    it('is empty for a collection without a log', async () => {
      expect(await store.read('lore', {}, live)).toEqual([]);
      expect(await store.lastId('lore', live)).toBe(0);
      await expect(store.delete('lore', live)).resolves.toBeUndefined();
    });

    it('reads on after an id, also inside an append', async () => {
      await append(
        [1, 2, 3].map((id) => changelogEventOf(id, 'open')),
        0,
      );
      await append([changelogEventOf(4, 'shut')], 3);
      expect([await idsAfter(0), await idsAfter(2), await idsAfter(4), await idsAfter(9)]).toEqual([
        [1, 2, 3, 4],
        [3, 4],
        [],
        [],
      ]);
    });

    it.each([0, 1, 3])('refuses an append after %p where the last id is 2', async (after) => {
      await append([changelogEventOf(1, 'open'), changelogEventOf(2, 'shut')], 0);
      await expect(append([changelogEventOf(after + 1, 'open')], after)).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { lastId: 2 },
      });
      expect(await idsAfter()).toEqual([1, 2]);
    });

    it.each([[[2]], [[1, 3]], [[1, 1]]])('refuses the ids %j after 0', async (ids) => {
      const events = ids.map((id) => changelogEventOf(id, 'open'));
      await expect(append(events, 0)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      expect(await store.lastId('lore', live)).toBe(0);
    });

    it('does nothing for no events', async () => {
      await append([], 7);
      expect(await store.lastId('lore', live)).toBe(0);
    });

    it('lets one of many that append at the same time win', async () => {
      await append([changelogEventOf(1, 'open')], 0);
      const tries = Array.from({ length: 8 }, (_, index) =>
        append([changelogEventOf(2, `${index}`)].concat(index % 2 ? changelogEventOf(3, `${index}`) : []), 1).then(
          () => index,
          () => null,
        ),
      );
      const won = (await Promise.all(tries)).filter((index) => index !== null);
      expect(won).toHaveLength(1);
      const stored = await store.read('lore', { after: 1 }, live);
      const [winner = NaN] = won;
      expect(stored[0]).toEqual(changelogEventOf(2, `${winner}`));
      expect(stored).toHaveLength(winner % 2 === 1 ? 2 : 1);
    });

    it('keeps the logs of collections apart, whatever their names', async () => {
      for (const collection of ['lore', 'Lore', 'lore.2', 'lore-2'])
        await store.append(collection, [changelogEventOf(1, collection)], { after: 0 }, live);
      await store.delete('lore', live);
      expect(await store.lastId('lore', live)).toBe(0);
      for (const collection of ['Lore', 'lore.2', 'lore-2'])
        expect(await store.read(collection, {}, live)).toEqual([changelogEventOf(1, collection)]);
    });

    it('begins again after it was deleted', async () => {
      await append([changelogEventOf(1, 'open'), changelogEventOf(2, 'shut')], 0);
      await store.delete('lore', live);
      await append([changelogEventOf(1, 'new')], 0);
      expect(await store.read('lore', {}, live)).toEqual([changelogEventOf(1, 'new')]);
    });

    it('does nothing under an aborted signal', async () => {
      const gone = AbortSignal.abort();
      await expect(store.append('lore', [changelogEventOf(1, 'open')], { after: 0 }, gone)).rejects.toThrow();
      expect(await store.lastId('lore', live)).toBe(0);
    });
  });
}
