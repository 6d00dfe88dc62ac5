import { describe, expect, it } from '@jest/globals';
import { listEntityNames, parseEntityNameCursor, type Principal } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import {
  documentOf,
  entityOf,
  InMemoryDocumentStore,
  InMemoryEntityStore,
  InMemoryGraphStore,
} from '@arbiter/ports/testing';
import { LibraryAccess } from '../access/library-access.js';
import { SnapshotReader } from '../graph/stored-graph.js';
import { EntitiesController } from './entities.controller.js';

const { signal } = new AbortController();
const context = { signal, principal: null } as OperationContext;

async function controllerOf(...entities: ReturnType<typeof entityOf>[]) {
  const store = new InMemoryEntityStore();
  await store.replace({ id: 'doc-1', collection: 'units' }, entities, signal);
  const nothing = new InMemoryDocumentStore();
  return new EntitiesController(store, new LibraryAccess(nothing, new SnapshotReader(new InMemoryGraphStore())));
}

describe('EntitiesController', () => {
  it('finds entities of a collection by name', async () => {
    const sut = await controllerOf(entityOf('Thornguard', { aliases: ['Muster'] }), entityOf('Boar'));
    const found = async (collection: string) =>
      (await sut.find({ name: 'muster', collection, offset: 0, limit: 5 }, context)).entities.map(({ id }) => id);
    expect(await found('units')).toEqual(['doc-1:0']);
    expect(await found('rules')).toEqual([]);
  });

  it.each(['10 Necron Warriors', 'a Necron Warrior', 'two Necron warriors', '5x necron warriors'])(
    'finds what is counted: %s',
    async (name) => {
      const sut = await controllerOf(entityOf('Necron Warriors'), entityOf('The Silent King'));
      const { entities } = await sut.find({ name, offset: 0, limit: 5 }, context);
      expect(entities.map((one) => one.name)).toEqual(['Necron Warriors']);
      const { entities: king } = await sut.find({ name: 'the silent king', offset: 0, limit: 5 }, context);
      expect(king).toHaveLength(1);
    },
  );

  it('lists names page by page, and says which page is the last', async () => {
    const sut = await controllerOf(...['Boar', 'Ash', 'Crow', 'Ash'].map((name) => entityOf(name)));
    const first = await sut.listNames({ limit: 2 }, context);
    expect(first.entities.map(({ name }) => name)).toEqual(['Ash', 'Boar']);
    const { after } = listEntityNames.input.parse({ after: first.next });
    expect(await sut.listNames({ limit: 2, after }, context)).toEqual({
      entities: [{ collection: 'units', type: 'unit', name: 'Crow' }],
      next: null,
    });
    expect((await sut.listNames({ limit: 3 }, context)).next).toBeNull();
    expect(await sut.listNames({ limit: 2, collection: 'rules' }, context)).toEqual({ entities: [], next: null });
  });

  it('puts no name into a cursor that its reader may not see', async () => {
    const store = new InMemoryEntityStore();
    const names = {
      'acme.hall': ['Ash', 'Boar'],
      'acme.vault': ['Crow', 'Dove', 'Eel'],
      'acme.yard': ['Finch', 'Gull'],
    };
    for (const [collection, called] of Object.entries(names))
      await store.replace(
        { id: collection, collection },
        called.map((name) => entityOf(name)),
        signal,
      );
    const readsAll = (collection: string): Promise<boolean> => Promise.resolve(collection !== 'acme.vault');
    const sut = new EntitiesController(store, { readsAll, readsEntity: readsAll as never });
    const reader = { signal, principal: { name: 'ann', role: 'reader', tenant: 'acme', groups: [] } };
    for (const limit of [1, 2, 3, 4]) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = listEntityNames.input.parse({ limit, ...(typeof cursor === 'string' && { after: cursor }) });
        const { entities, next } = await sut.listNames(page, reader as unknown as OperationContext);
        seen.push(...entities.map(({ name }) => name));
        if (next !== null) expect(parseEntityNameCursor(next)?.name).toBe(seen.at(-1));
        cursor = next;
      } while (typeof cursor === 'string');
      expect(seen).toEqual(['Ash', 'Boar', 'Finch', 'Gull']);
    }
    const closed = { limit: 2, collection: 'acme.vault' };
    expect(await sut.listNames(closed, reader as unknown as OperationContext)).toEqual({ entities: [], next: null });
  });

  it('hands out what tools read in parts that make the whole, cutting no character', async () => {
    const sut = await controllerOf(entityOf('Faction', { data: 'ab🦔cd' }));
    const parts: string[] = [];
    for (let start = 0, total = 1; start < total;) {
      const part = await sut.data({ entityId: 'doc-1:0', start, length: 3 }, context);
      expect(part.data.isWellFormed()).toBe(true);
      parts.push(part.data);
      start += part.data.length;
      total = part.total;
    }
    expect(parts.join('')).toBe('ab🦔cd');
  });

  it('pages through what a reader may read, as if there were nothing else', async () => {
    const store = new InMemoryEntityStore();
    const documents = new InMemoryDocumentStore();
    for (const [id, groups] of [
      ['open', []],
      ['closed', ['crew']],
    ] as const) {
      const metadata = groups.length > 0 ? { access_groups: groups } : {};
      await documents.put(documentOf('Text.', { id, collection: 'units', metadata }), 'Text.', signal);
      const names = ['Ash', 'Boar', 'Crow'].map((name) => entityOf(`${name} of the ${id}`));
      await store.replace({ id, collection: 'units' }, names, signal);
    }
    const access = new LibraryAccess(documents, new SnapshotReader(new InMemoryGraphStore()));
    const sut = new EntitiesController(store, access);
    const outsider: Principal = { name: 'x', role: 'reader', tenant: null, groups: [] };
    const pageFor = async (principal: OperationContext['principal'], offset: number) =>
      (await sut.find({ offset, limit: 2 }, { ...context, principal })).entities.map(({ name }) => name);
    expect(await pageFor(outsider, 0)).toEqual(['Ash of the open', 'Boar of the open']);
    expect(await pageFor(outsider, 2)).toEqual(['Crow of the open']);
    expect(await pageFor(null, 2)).toHaveLength(2);
    // Without a graph, too, names are for whoever may read all documents.
    const namesFor = async (principal: OperationContext['principal']) =>
      (await sut.listNames({ limit: 9 }, { ...context, principal })).entities.length;
    expect(await namesFor(outsider)).toBe(0);
    expect(await namesFor({ ...outsider, groups: ['crew'] })).toBe(6);
  });

  it('says what is not there', async () => {
    const sut = await controllerOf(entityOf('Guard'));
    await expect(sut.get({ entityId: 'doc-9:0' }, context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(sut.data({ entityId: 'doc-1:0', start: 0, length: 1 }, context)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
