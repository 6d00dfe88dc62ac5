import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ParsedEntity } from '../document-parser.js';
import type { EntityStore } from '../entity-store.js';
import type { EntityNamesQuery, EntityQuery } from '../stored-entity.js';

const live = new AbortController().signal;
const FIRST = { id: 'doc-1', collection: 'units' };
const SECOND = { id: 'doc-2', collection: 'rules' };

/** An entity, for tests. */
export function entityOf(name: string, overrides: Partial<ParsedEntity> = {}): ParsedEntity {
  return { type: 'unit', name, aliases: [], attributes: {}, start: 0, end: 10, ...overrides };
}

/** Conformance suite of EntityStore. `create` gives an empty store for each test. */
export function describeEntityStore(name: string, create: () => EntityStore | Promise<EntityStore>): void {
  describe(`${name}, as an entity store`, () => {
    let store: EntityStore;
    beforeEach(async () => {
      store = await create();
    });
    const namesOf = async (query: Partial<EntityQuery>): Promise<string[]> =>
      (await store.find({ limit: 100, ...query }, live)).map((found) => found.name);
    /** The pages of a list, including the final empty one. */
    const pagesOf = async (query: EntityNamesQuery): Promise<string[][]> => {
      const page = await store.names(query, live);
      const shown = page.map(({ collection, name, type }) => `${collection}/${name}/${type}`);
      const last = page.at(-1);
      return last ? [shown, ...(await pagesOf({ ...query, after: last }))] : [shown];
    };

    it('gives back what was put, by id', async () => {
      const guard = entityOf('Guard', { aliases: ['Muster'], attributes: { costs: { pts: 90 } }, start: 3, end: 90 });
      await store.replace(FIRST, [entityOf('Other'), guard], live);
      const [found] = await store.find({ name: 'Guard', limit: 1 }, live);
      expect(found).toEqual({ ...guard, id: 'doc-1:1', documentId: 'doc-1', collection: 'units', dataLength: 0 });
      expect(await store.get('doc-1:1', live)).toEqual(found);
      expect(await store.ofDocument('doc-1', live)).toEqual([entityOf('Other'), guard]);
    });

    it('keeps what tools read apart from what is found', async () => {
      await store.replace(FIRST, [entityOf('Faction', { data: '{"é":1}' }), entityOf('Guard')], live);
      expect(await store.get('doc-1:0', live)).not.toHaveProperty('data');
      expect((await store.get('doc-1:0', live))?.dataLength).toBe(7);
      expect(await store.data('doc-1:0', live)).toBe('{"é":1}');
      expect(await store.data('doc-1:1', live)).toBeNull();
    });

    it('finds by name and alias, whatever their case, accents and punctuation', async () => {
      await store.replace(FIRST, [entityOf("Émile's Guard", { aliases: ['The Old-Watch'] }), entityOf('Emil')], live);
      expect(await namesOf({ name: 'emile s GUARD' })).toEqual(["Émile's Guard"]);
      expect(await namesOf({ name: 'the old watch' })).toEqual(["Émile's Guard"]);
      expect(await namesOf({ name: 'old wat' })).toEqual(["Émile's Guard"]);
      expect(await namesOf({ name: 'mile' })).toEqual([]);
      expect(await namesOf({ name: '—' })).toEqual([]);
    });

    it('finds by a plural what is called by its singular, and only where nothing is called so', async () => {
      await store.replace(FIRST, [entityOf('Old Witch'), entityOf('Moss Fury'), entityOf('Guard')], live);
      expect(await namesOf({ name: 'old witches' })).toEqual(['Old Witch']);
      expect(await namesOf({ name: 'Moss Furies' })).toEqual(['Moss Fury']);
      expect(await namesOf({ name: 'guards' })).toEqual(['Guard']);
      await store.replace(SECOND, [entityOf('Guards')], live);
      expect(await namesOf({ name: 'guards' })).toEqual(['Guards']);
    });

    it('puts the name before an alias, and both before beginnings of words', async () => {
      await store.replace(
        FIRST,
        [entityOf('Guard Captain'), entityOf('Zeal', { aliases: ['Guard'] }), entityOf('Guard'), entityOf('A Guard')],
        live,
      );
      expect(await namesOf({ name: 'guard' })).toEqual(['Guard', 'Zeal', 'A Guard', 'Guard Captain']);
      expect(await namesOf({ name: 'guard', offset: 1, limit: 2 })).toEqual(['Zeal', 'A Guard']);
    });

    it('keeps types and collections apart', async () => {
      await store.replace(FIRST, [entityOf('Bow', { type: 'weapon' }), entityOf('Bowman')], live);
      await store.replace(SECOND, [entityOf('Bow', { type: 'rule' })], live);
      expect(await namesOf({ type: 'weapon' })).toEqual(['Bow']);
      expect(await namesOf({ collections: ['units'] })).toEqual(['Bow', 'Bowman']);
      expect(await namesOf({ collections: [] })).toEqual([]);
      expect(await store.documentIds('rules', live)).toEqual(['doc-2']);
    });

    it('lists by what there is to ask for, each name once, page by page', async () => {
      const shared = [entityOf('Bow', { type: 'weapon' }), entityOf('Bow', { type: 'weapon' }), entityOf('Bow')];
      await store.replace(FIRST, [entityOf('Zeal'), ...shared, entityOf('—'), entityOf('L'.repeat(257))], live);
      await store.replace(SECOND, [entityOf('Bow', { type: 'rule' }), entityOf('Aim', { type: 'rule' })], live);
      await store.replace({ id: 'doc-0', collection: 'units' }, [entityOf('Bow'), entityOf('Aim')], live);
      const rules = ['rules/Aim/rule', 'rules/Bow/rule'];
      const units = ['units/Aim/unit', 'units/Bow/unit', 'units/Bow/weapon', 'units/Zeal/unit'];
      expect(await pagesOf({ limit: 2 })).toEqual([rules, units.slice(0, 2), units.slice(2), []]);
      expect(await pagesOf({ collection: 'rules', limit: 100 })).toEqual([rules, []]);
      expect(await pagesOf({ collection: 'units', limit: 3 })).toEqual([units.slice(0, 3), units.slice(3), []]);
      expect(await pagesOf({ collection: 'never-there', limit: 3 })).toEqual([[]]);
    });

    it('goes on with a list from where something has gone, and shows what has come', async () => {
      await store.replace(FIRST, [entityOf('Aim'), entityOf('Zeal')], live);
      const after = { collection: 'units', type: 'unit', name: 'Aim' };
      expect(await store.names({ limit: 1 }, live)).toEqual([after]);
      await store.replace(FIRST, [entityOf('Bow'), entityOf('Zeal')], live);
      expect((await store.names({ limit: 5, after }, live)).map(({ name }) => name)).toEqual(['Bow', 'Zeal']);
      await store.delete(['doc-1'], live);
      expect(await store.names({ limit: 5 }, live)).toEqual([]);
    });

    it('leaves nothing of what a document had before', async () => {
      await store.replace(FIRST, [entityOf('Old', { data: 'old' }), entityOf('Older')], live);
      await store.replace(FIRST, [entityOf('New')], live);
      expect(await namesOf({})).toEqual(['New']);
      expect(await store.get('doc-1:1', live)).toBeNull();
      expect(await store.data('doc-1:0', live)).toBeNull();
      await store.replace(FIRST, [], live);
      expect(await store.documentIds('units', live)).toEqual([]);
    });

    it('moves with its document to another collection', async () => {
      await store.replace(FIRST, [entityOf('Guard')], live);
      await store.replace({ ...FIRST, collection: 'rules' }, [entityOf('Guard')], live);
      expect(await namesOf({ collections: ['units'] })).toEqual([]);
      expect(await namesOf({ collections: ['rules'] })).toEqual(['Guard']);
    });

    it('forgets those of deleted documents', async () => {
      await store.replace(FIRST, [entityOf('Guard', { data: 'x' })], live);
      await store.replace(SECOND, [entityOf('Rule')], live);
      await store.delete(['doc-1', 'never-there'], live);
      expect(await namesOf({})).toEqual(['Rule']);
      expect(await store.ofDocument('doc-1', live)).toEqual([]);
      expect(await store.data('doc-1:0', live)).toBeNull();
    });

    it('knows nothing of what is no id', async () => {
      for (const id of ['', 'doc-1', 'doc-1:', ':0', '../doc-1:0', 'doc-1:99']) {
        expect(await store.get(id, live)).toBeNull();
      }
    });

    it('does nothing under an aborted signal', async () => {
      const aborted = AbortSignal.abort();
      await expect(store.replace(FIRST, [entityOf('Guard')], aborted)).rejects.toThrow();
      await expect(store.find({ limit: 1 }, aborted)).rejects.toThrow();
      await expect(store.names({ limit: 1 }, aborted)).rejects.toThrow();
      expect(await namesOf({})).toEqual([]);
    });
  });
}
