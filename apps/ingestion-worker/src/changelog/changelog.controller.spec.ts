import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type DataDirectory, FilesystemChangelogStore, openDataDirectory } from '@arbiter/adapters-filesystem';
import { addChanges, GraphSchema, listChanges, type OperationRequest } from '@arbiter/contracts';
import { buildSnapshot, encodeSnapshot } from '@arbiter/knowledge-graph';
import type { OperationContext } from '@arbiter/messaging';
import type { ChangelogStore } from '@arbiter/ports';
import {
  changelogEventOf,
  InMemoryDocumentStore,
  InMemoryEntityStore,
  InMemoryGraphStore,
  ManualClock,
} from '@arbiter/ports/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ChangelogController, ChangelogReadingController } from './changelog.controller.js';
import { ChangelogWriter } from './changelog-writer.js';
import { LibraryAccess } from '../access/library-access.js';
import { SnapshotReader } from '../graph/stored-graph.js';
import { KnownEntities } from './known-entities.js';

const { signal } = new AbortController();
const context = { signal, principal: null } as OperationContext;
const STARTED = Date.UTC(2026, 2, 14);

type Entry = OperationRequest<typeof addChanges>['entries'][number];

/** An entry about one entity. */
function entryOf(session: number, entity: string, status: string, more: object = {}): Entry {
  return { session_id: session, entity_updates: [{ entity_id: entity, status }], ...more };
}

let folder: string;
let directory: DataDirectory;
let store: FilesystemChangelogStore;
let clock: ManualClock;
let entities: InMemoryEntityStore;
let graphs: InMemoryGraphStore;
let sut: ReturnType<typeof controllersOver>;

function controllersOver(changelogs: ChangelogStore) {
  const snapshots = new SnapshotReader(graphs);
  const known = new KnownEntities(entities, snapshots);
  const writer = new ChangelogController(
    new ChangelogWriter(changelogs, clock, known, {
      soon: () => undefined,
    }),
  );
  const reader = new ChangelogReadingController(
    changelogs,
    known,
    new LibraryAccess(new InMemoryDocumentStore(), snapshots),
  );
  return {
    add: (entries: readonly Entry[], more: { readonly idempotencyKey?: string } = {}) =>
      writer.add(addChanges.input.parse({ collection: 'lore', entries, ...more }), context),
    revert: (id: number) => writer.revert({ collection: 'lore', id }, context),
    list: (page: object = {}) => reader.list(listChanges.input.parse({ collection: 'lore', ...page }), context),
    statuses: async (page: object = {}) =>
      (await reader.list(listChanges.input.parse({ collection: 'lore', ...page }), context)).changes.map(
        ({ entry }) => entry.entity_updates[0]?.status,
      ),
  };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbiter-changelog-'));
  clock = new ManualClock(STARTED);
  directory = await openDataDirectory({ path: folder, mode: 'write', clock });
  store = new FilesystemChangelogStore(directory);
  entities = new InMemoryEntityStore();
  graphs = new InMemoryGraphStore();
  sut = controllersOver(store);
});

afterEach(async () => {
  await directory.close();
  await rm(folder, { recursive: true });
});

describe('adding changes', () => {
  it('records them in their order, with the time, and lists them', async () => {
    const burnt = entryOf(6, 'inn', 'destroyed', { date: '2026-03-14', scribe: 'Ann' });
    expect(await sut.add([burnt, entryOf(6, 'mara', 'missing')])).toEqual({
      collection: 'lore',
      ids: [1, 2],
      repeated: false,
      unknownEntities: ['inn', 'mara'],
      late: [],
      contradictions: [],
    });
    clock.advance(1_000);
    expect((await sut.add([entryOf(7, 'inn', 'rebuilt')])).ids).toEqual([3]);
    const { changes, next, lastId } = await sut.list();
    expect(changes.map(({ id, recordedAt }) => [id, recordedAt])).toEqual([
      [1, '2026-03-14T00:00:00.000Z'],
      [2, '2026-03-14T00:00:00.000Z'],
      [3, '2026-03-14T00:00:01.000Z'],
    ]);
    expect(changes[0]).toMatchObject({ entry: { ...burnt, relationship_updates: [] }, revertedBy: null });
    expect([next, lastId]).toEqual([null, 3]);
  });

  it('accepts entities that no document describes, and names them', async () => {
    const described = [
      { name: 'The Drowned Heron', aliases: ['Heron Inn'] },
      { name: 'Mara Fell', aliases: [] },
    ].map(({ name, aliases }) => ({ type: 'thing', name, aliases, attributes: {}, start: 0, end: 1, data: '' }));
    await entities.replace({ id: 'd1', collection: 'lore' }, described, signal);
    await entities.replace({ id: 'd2', collection: 'other' }, [{ ...described[0]!, name: 'Old Pell' }], signal);
    const { unknownEntities } = await sut.add([
      entryOf(1, 'drowned-heron', 'closed', {
        relationship_updates: [{ from: 'mara-fell', to: '---', new_status: 'ally' }],
      }),
      entryOf(1, 'heron_inn', 'closed'),
      entryOf(1, 'the-drowned-heron', 'closed'),
      entryOf(1, 'd1:1', 'closed'),
      entryOf(1, 'heron', 'closed'),
      entryOf(1, 'old-pell', 'closed'),
      entryOf(1, 'old-pell', 'open'),
    ]);
    expect(unknownEntities).toEqual(['---', 'heron', 'old-pell']);
    expect((await sut.list()).changes).toHaveLength(7);
  });

  it('knows the entities of the graph, and records all the same where it is damaged', async () => {
    const text = 'Tidehouse is an infirmary. It was founded by Ambry Fell in 310.';
    const document = {
      id: 'd1',
      source: 'a.md',
      title: 'Tidehouse',
      contentHash: 'a',
      sections: [],
      metadata: {},
      text,
    };
    const blocks = [{ kind: 'paragraph' as const, start: 0, end: text.length }];
    const graph = buildSnapshot([{ ...document, blocks, session: null }], {
      collection: 'lore',
      schema: GraphSchema.parse({}),
      version: 'v1',
    });
    const names = graph.entities.map(({ name }) => name);
    expect(names).toContain('Tidehouse');
    await graphs.put('lore', { version: graph.version, bytes: encodeSnapshot(graph, gzipSync) }, signal);
    const entries = [entryOf(1, 'tidehouse', 'closed'), entryOf(1, 'eel-bridge', 'closed')];
    expect((await sut.add(entries)).unknownEntities).toEqual(['eel-bridge']);
    await graphs.put('lore', { version: 'damaged', bytes: new Uint8Array([1, 2, 3]) }, signal);
    expect(await sut.add(entries)).toMatchObject({ ids: [3, 4], unknownEntities: ['tidehouse', 'eel-bridge'] });
  });

  it('adds nothing twice under one key, and nothing else under it', async () => {
    const [a, b] = [entryOf(1, 'inn', 'closed'), entryOf(1, 'inn', 'open')];
    const first = await sut.add([a, b], { idempotencyKey: 'k' });
    const repeated = await sut.add([a, b], { idempotencyKey: 'k' });
    expect(repeated).toEqual({ ...first, repeated: true });
    await expect(sut.add([b], { idempotencyKey: 'k' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await sut.add([a, b])).ids).toEqual([3, 4]);
    expect((await sut.add([a, b], { idempotencyKey: 'l' })).ids).toEqual([5, 6]);
  });

  it('lets late sessions count from their own time, and says which are late', async () => {
    await sut.add([entryOf(1, 'inn', 'open'), entryOf(6, 'inn', 'destroyed')]);
    expect(
      (await sut.add([entryOf(2, 'inn', 'closed'), entryOf(7, 'inn', 'rebuilt'), entryOf(6, 'a', 'b')])).late,
    ).toEqual([3, 5]);
    expect(await sut.statuses({ entity: 'Inn' })).toEqual(['open', 'closed', 'destroyed', 'rebuilt']);
    expect(await sut.statuses({ asOfSession: 2 })).toEqual(['open', 'closed']);
  });

  it('reports what contradicts the world at its time, and counts it all the same', async () => {
    await sut.add([entryOf(1, 'inn', 'destroyed')]);
    const update = { entity_id: 'inn', status: 'closed', old_status: 'open' };
    const { ids, contradictions } = await sut.add([{ session_id: 4, entity_updates: [update] }]);
    const contradiction = { entry: 2, about: ['inn'], kind: 'before', said: 'open', found: 'destroyed', foundIn: 1 };
    expect([ids, contradictions]).toMatchObject([[2], [contradiction]]);
    expect(await sut.statuses()).toEqual(['destroyed', 'closed']);
    expect((await sut.list()).contradictions).toMatchObject([contradiction]);
    expect((await sut.list({ asOfSession: 3 })).contradictions).toEqual([]);
    await sut.revert(1);
    expect((await sut.list()).contradictions).toEqual([]);
  });

  it('reports the entry that a late one contradicts, once', async () => {
    const update = { entity_id: 'inn', status: 'destroyed', old_status: 'open' };
    expect((await sut.add([{ session_id: 6, entity_updates: [update] }])).contradictions).toEqual([]);
    const late = await sut.add([entryOf(3, 'Inn', 'closed')]);
    expect(late).toMatchObject({
      late: [2],
      contradictions: [{ entry: 1, said: 'open', found: 'closed', foundIn: 2 }],
    });
    expect((await sut.add([entryOf(2, 'mill', 'open')])).contradictions).toEqual([]);
    expect((await sut.list({ recordedBy: '2026-03-13T00:00:00Z' })).contradictions).toEqual([]);
  });

  it('compares relations with those of the documents', async () => {
    const text = 'The Old Mill is a mill. It is kept by Mara Fell. Mara Fell is a miller. Joss Orr is a miller.';
    const document = {
      id: 'd1',
      source: 'a.md',
      title: 'Old Mill',
      contentHash: 'a',
      sections: [],
      metadata: {},
      text,
    };
    const graph = buildSnapshot(
      [{ ...document, blocks: [{ kind: 'paragraph' as const, start: 0, end: text.length }], session: null }],
      { collection: 'lore', schema: GraphSchema.parse({}), version: 'v1' },
    );
    await graphs.put('lore', { version: graph.version, bytes: encodeSnapshot(graph, gzipSync) }, signal);
    const named = (name: string): string => graph.entities.find((one) => one.name === name)!.id;
    const [from, mara] = [named('Old Mill'), named('Mara Fell')];
    const sold = (to: string): Entry => ({
      session_id: 1,
      relationship_updates: [{ from, to, old_status: 'kept_by', new_status: 'none' }],
    });
    const { contradictions } = await sut.add([sold('joss-orr')]);
    expect(contradictions).toMatchObject([{ about: [from, 'joss-orr'], found: `kept_by ${mara}`, foundIn: null }]);
    expect((await sut.add([sold(mara)])).contradictions).toEqual([]);
    expect((await sut.add([{ ...sold(mara), session_id: 2 }])).contradictions).toMatchObject([
      { said: 'kept_by', found: 'none', foundIn: 2 },
    ]);
  });

  it('keeps all of what one session says against itself, the last one last', async () => {
    await sut.add([entryOf(3, 'mara', 'dead'), entryOf(3, 'mara', 'alive')]);
    expect(await sut.statuses({ asOfSession: 3 })).toEqual(['dead', 'alive']);
  });

  it('records no time before the one that came before, though the clock was set back', async () => {
    await sut.add([entryOf(1, 'inn', 'open')]);
    clock.advance(-60_000);
    await sut.add([entryOf(2, 'inn', 'closed')]);
    const times = (await sut.list()).changes.map(({ recordedAt }) => recordedAt);
    expect(times).toEqual(['2026-03-14T00:00:00.000Z', '2026-03-14T00:00:00.000Z']);
  });

  it('loses none of many that are added at once', async () => {
    const added = await Promise.all(
      Array.from({ length: 40 }, (_, index) => sut.add([entryOf(1, 'inn', `status ${index}`)])),
    );
    expect(added.flatMap(({ ids }) => ids).sort((a, b) => a - b)).toEqual(added.map((_, index) => index + 1));
  });

  it('tries again where another process was first, and gives up where it always is', async () => {
    let others = 2;
    const contested: ChangelogStore = {
      read: (...given) => store.read(...given),
      lastId: (...given) => store.lastId(...given),
      delete: (...given) => store.delete(...given),
      append: async (collection, events, { after }, live) => {
        // Another worker appends between the reading and the writing.
        if (others > 0)
          await store.append(
            'lore',
            [{ ...changelogEventOf(after + 1, 'other'), recordedAt: STARTED }],
            { after },
            live,
          );
        others -= 1;
        return store.append(collection, events, { after }, live);
      },
    };
    clock = new ManualClock(STARTED);
    expect((await controllersOver(contested).add([entryOf(9, 'inn', 'open')])).ids).toEqual([3]);
    others = 1_000;
    await expect(controllersOver(contested).add([entryOf(9, 'inn', 'shut')])).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await sut.statuses({ sinceSession: 8, entity: 'inn' })).toContain('open');
    expect(others).toBeGreaterThan(900);
  });
});

describe('a revert', () => {
  it('takes an entry back, which stays on record, and does so once', async () => {
    await sut.add([entryOf(1, 'inn', 'open'), entryOf(2, 'inn', 'destroyed')]);
    clock.advance(5_000);
    const { change, repeated } = await sut.revert(2);
    expect(change).toMatchObject({ id: 2, revertedBy: { id: 3, recordedAt: '2026-03-14T00:00:05.000Z' } });
    expect(repeated).toBe(false);
    clock.advance(5_000);
    expect(await sut.revert(2)).toEqual({ change, repeated: true });
    expect(await sut.statuses()).toEqual(['open']);
    expect(await sut.statuses({ includeReverted: true })).toEqual(['open', 'destroyed']);
    expect(await sut.statuses({ recordedBy: '2026-03-14T00:00:04Z' })).toEqual(['open', 'destroyed']);
    expect(await sut.statuses({ recordedBy: '2026-03-14T01:00:04+01:00' })).toEqual(['open', 'destroyed']);
    expect(await sut.statuses({ recordedBy: '2026-03-13T00:00:00Z' })).toEqual([]);
  });

  it('is not reverted itself; the entry is added again', async () => {
    await sut.add([entryOf(1, 'inn', 'open')]);
    await sut.revert(1);
    await expect(sut.revert(2)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(sut.revert(9)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await sut.add([entryOf(1, 'inn', 'open')]);
    expect(await sut.statuses()).toEqual(['open']);
  });
});

describe('what changed since', () => {
  beforeEach(async () => {
    await sut.add([entryOf(1, 'inn', 'open'), entryOf(4, 'inn', 'closed'), entryOf(2, 'mara', 'missing')]);
    await sut.revert(1);
  });

  it('an event is what was recorded after it, and what was taken back after it', async () => {
    expect(await sut.statuses({ sinceId: 2 })).toEqual(['missing']);
    expect(await sut.statuses({ sinceId: 3, includeReverted: true })).toEqual(['open']);
    expect(await sut.statuses({ sinceId: 4, includeReverted: true })).toEqual([]);
  });

  it('a session is what happened after it', async () => {
    expect(await sut.statuses({ sinceSession: 2 })).toEqual(['closed']);
  });
});

describe('a page of changes', () => {
  it('goes on where the one before ended, in the order of sessions', async () => {
    const sessions = [5, 1, 3, 3, 2];
    await sut.add(sessions.map((session, index) => entryOf(session, 'inn', `${session}:${index + 1}`)));
    const seen: (string | undefined)[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof sut.list>> = await sut.list({ limit: 2, ...(after !== null && { after }) });
      expect(page.changes.length).toBeLessThanOrEqual(2);
      seen.push(...page.changes.map(({ entry }) => entry.entity_updates[0]?.status));
      after = page.next;
    } while (after !== null);
    expect(seen).toEqual(['1:2', '2:5', '3:3', '3:4', '5:1']);
  });

  it('is cut where its entries are long, and holds one entry however long it is', async () => {
    const long = 'x'.repeat(120_000);
    await sut.add([1, 2, 3].map((session) => entryOf(session, 'inn', 'open', { notes: long })));
    const first = await sut.list();
    expect([first.changes.length, first.next]).toEqual([1, '1.1']);
    expect((await sut.list({ after: '2.2' })).next).toBeNull();
  });
});

describe('a changelog that a crash or a hand has touched', () => {
  const path = () => directory.resolve('changelogs/lore.jsonl');

  it('goes on before a line that a crash cut short', async () => {
    await sut.add([entryOf(1, 'inn', 'open')]);
    await appendFile(path(), '[{"id":2,"recordedAt":17');
    expect(await sut.statuses()).toEqual(['open']);
    expect((await sut.add([entryOf(2, 'inn', 'closed')])).ids).toEqual([2]);
    expect(await controllersOver(new FilesystemChangelogStore(directory)).statuses()).toEqual(['open', 'closed']);
  });

  it('is neither read nor written where a line is damaged, and the file is left as it is', async () => {
    await sut.add([entryOf(1, 'inn', 'open')]);
    await sut.add([entryOf(2, 'inn', 'closed')]);
    const damaged = (await readFile(path(), 'utf8')).replace('"inn"', '"inn');
    await writeFile(path(), damaged);
    for (const call of [() => sut.list(), () => sut.add([entryOf(3, 'a', 'b')]), () => sut.revert(1)])
      await expect(call()).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('changelogs/lore.jsonl is damaged (line 1)'),
      });
    expect(await readFile(path(), 'utf8')).toBe(damaged);
  });

  it('does not accept a revert of what is no entry', async () => {
    await store.append('lore', [{ id: 1, recordedAt: 1, kind: 'revert', of: 7 }], { after: 0 }, signal);
    await expect(sut.list()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('has no entry 7'),
    });
  });
});
