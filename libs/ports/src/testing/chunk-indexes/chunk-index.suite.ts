import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Chunk, ChunkIndex } from '../../chunk-index.js';
import { chunkOf, documentsOf } from './chunk.fixture.js';
import { describeFilters } from './filters.suite.js';
import { type ChunkIndexSubject, describeSearching } from './searching.suite.js';

/** A text with everything that breaks naive offsets: astral emoji, a ZWJ sequence, combining marks, a BOM, CRLF, NUL. */
const TRICKY_TEXT =
  'Flame 🔥, family 👨‍👩‍👧, e\u0301 and é, \uFEFFmark\r\n\ttab "quotes" \'single\' \\ back\u0000nul %_ end';

/** The tests that all chunk indexes share, whatever their ranking. Part of the suites of the two ports. */
export function describeChunkIndex<C extends Chunk, I extends ChunkIndex<C>>({
  create,
  findable,
  find,
}: ChunkIndexSubject<C, I>): void {
  const signal = new AbortController().signal;
  const chunk = (fields: Partial<Chunk> & Pick<Chunk, 'id'>): C => findable(chunkOf({ text: 'beacon', ...fields }));
  let index: I;
  beforeEach(async () => {
    index = await create();
  });
  afterEach(() => index.close());

  const write = (collection: string, ...chunks: readonly C[]): Promise<void> =>
    index.replaceDocuments(collection, documentsOf(...chunks), signal);
  const found = async (collection: string): Promise<string[]> =>
    (await find(index, collection, { limit: 2_000, signal })).map((hit) => hit.chunkId).sort();
  const textsOf = async (...ids: readonly string[]): Promise<string[]> =>
    [...(await index.chunks('c', ids, signal))].map(([id, { text }]) => `${id}: ${text}`).sort();

  it('names its engine, and no address, for manifests', () => {
    expect(index.engine).toMatch(/^[a-z]+$/);
  });

  describe('writing', () => {
    it('gives back every field exactly as it was written, in UTF-16 code units', async () => {
      const written = chunkOf({
        id: 'd#7',
        text: `beacon ${TRICKY_TEXT}`,
        ordinal: 7,
        start: 120,
        end: 120 + 7 + TRICKY_TEXT.length,
        title: `Title ${TRICKY_TEXT}`,
        source: 'folder/a file’s "name".md',
        section: ['Outer, with comma', 'Inner "quoted"', ''],
        page: 3,
        metadata: { kind: 'place', tags: ['a', 'b'], year: 1204, open: false, nested: { deep: [1, null] }, none: null },
      });
      await write('c', findable(written));
      expect(await index.chunks('c', ['d#7'], signal)).toEqual(new Map([['d#7', written]]));
    });

    it('gives chunks without what only serves to find them, and none that is not there', async () => {
      const ids = ["o'neil#0", 'd"#1', 'é🔥#2'];
      await write('c', ...ids.map((id) => chunk({ id })));
      const stored = await index.chunks('c', [...ids, ...ids, 'never', "x') OR ('1'='1"], signal);
      expect([...stored.keys()].sort()).toEqual([...ids].sort());
      const fields = Object.keys(chunkOf({ id: 'd#0', text: '' })).sort();
      for (const own of stored.values()) expect(Object.keys(own).sort()).toEqual(fields);
      expect(await index.chunks('c', [], signal)).toEqual(new Map());
    });

    it('keeps apart a chunk without page, section or metadata', async () => {
      await write('c', chunk({ id: 'd#0' }));
      const stored = await index.chunks('c', ['d#0'], signal);
      expect(stored.get('d#0')).toEqual(chunkOf({ id: 'd#0', text: 'beacon' }));
    });

    it('replaces all chunks of a document, and leaves the other documents alone', async () => {
      await write('c', chunk({ id: 'd#0' }), chunk({ id: 'd#1' }), chunk({ id: 'd#2' }), chunk({ id: 'e#0' }));
      await write('c', chunk({ id: 'd#1', text: 'beacon, newly lit' }), chunk({ id: 'd#9' }));
      expect(await found('c')).toEqual(['d#1', 'd#9', 'e#0']);
      expect((await index.chunks('c', ['d#0', 'd#1', 'e#0'], signal)).get('d#1')?.text).toBe('beacon, newly lit');
      expect(await textsOf('d#0', 'e#0')).toEqual(['e#0: beacon']);
    });

    it('changes nothing when the same documents are written again', async () => {
      const chunks = [chunk({ id: 'd#0' }), chunk({ id: 'd#1' })];
      await write('c', ...chunks);
      const ids = chunks.map(({ id }) => id);
      const before = await index.chunks('c', ids, signal);
      expect(before.size).toBe(2);
      await write('c', ...chunks);
      expect(await index.count('c', signal)).toBe(2);
      expect(await index.chunks('c', ids, signal)).toEqual(before);
    });

    it('removes the chunks of a document that is written without any', async () => {
      await write('c', chunk({ id: 'd#0' }), chunk({ id: 'e#0' }));
      await index.replaceDocuments('c', [{ documentId: 'd', chunks: [] }], signal);
      expect(await found('c')).toEqual(['e#0']);
    });

    it('makes an empty collection of documents that hold no text, which is not a missing one', async () => {
      await index.replaceDocuments('c', [{ documentId: 'd', chunks: [] }], signal);
      expect(await index.count('c', signal)).toBe(0);
      expect(await index.documentIds('c', signal)).toEqual([]);
      expect(await found('c')).toEqual([]);
      await write('c', chunk({ id: 'd#0' }));
      expect(await found('c')).toEqual(['d#0']);
    });

    it('shows a reader the old chunks or the new ones of a document, never a mixture', async () => {
      const idsOf = (n: number): string[] => Array.from({ length: 6 }, (_, i) => `d#${n % 2 ? i : i + 3}`);
      const version = (n: number): C[] => idsOf(n).map((id) => chunk({ id, ordinal: n, text: `beacon ${n}` }));
      await write('c', ...version(0));
      const writer = { done: false };
      const writes = (async () => {
        for (let n = 1; n <= 12; n++) await write('c', ...version(n));
        writer.done = true;
      })();
      let reads = 0;
      do {
        const ids = await found('c');
        expect([idsOf(0), idsOf(1)]).toContainEqual(ids);
        const stored = [...(await index.chunks('c', [...idsOf(0), ...idsOf(1)], signal)).values()];
        expect(stored).toHaveLength(6);
        expect(new Set(stored.map(({ ordinal }) => ordinal)).size).toBe(1);
        reads++;
      } while (!writer.done);
      await writes;
      expect(reads).toBeGreaterThan(0);
      const last = await index.chunks('c', idsOf(12), signal);
      expect([...last.values()].map(({ ordinal }) => ordinal)).toEqual(Array(6).fill(12));
    });

    it('takes writes to one collection at the same time, one after the other', async () => {
      await Promise.all(
        Array.from({ length: 8 }, (_, i) => write('c', chunk({ id: `d${i}#0` }), chunk({ id: `d${i}#1` }))),
      );
      expect(await index.count('c', signal)).toBe(16);
    });

    it('holds 1,000 chunks, and finds each', async () => {
      const chunks = Array.from({ length: 1_000 }, (_, i) => chunk({ id: `d${i % 50}#${i}`, ordinal: i }));
      await write('c', ...chunks);
      expect(await index.count('c', signal)).toBe(1_000);
      expect(await index.documentIds('c', signal)).toHaveLength(50);
      expect(await found('c')).toEqual(chunks.map(({ id }) => id).sort());
      await index.optimize('c', signal);
      expect(await found('c')).toHaveLength(1_000);
    });

    it('finds the same when what was deleted and replaced is erased, also twice', async () => {
      await write('c', chunk({ id: 'gone#0' }), chunk({ id: 'stays#0' }), chunk({ id: 'changes#0' }));
      await index.deleteDocuments('c', ['gone'], signal);
      await write('c', chunk({ id: 'changes#0' }), chunk({ id: 'changes#1', ordinal: 1 }));
      for (let round = 0; round < 2; round += 1) {
        await index.optimize('c', signal, { erase: true });
        expect(await found('c')).toEqual(['changes#0', 'changes#1', 'stays#0']);
        expect(await index.documentIds('c', signal)).toEqual(['changes', 'stays']);
      }
      await write('c', chunk({ id: 'new#0' }));
      expect(await index.count('c', signal)).toBe(4);
    });

    it.each([
      [
        'a document twice',
        [
          { documentId: 'd', chunks: [] },
          { documentId: 'd', chunks: [] },
        ],
      ],
      ['a chunk twice', [{ documentId: 'd', chunks: [chunk({ id: 'd#0' }), chunk({ id: 'd#0' })] }]],
      ['a chunk of another document', [{ documentId: 'd', chunks: [chunk({ id: 'e#0' })] }]],
      ['half of a surrogate pair', [{ documentId: 'd', chunks: [chunk({ id: 'd#0', text: '\uD83D' })] }]],
    ])('refuses %s, and writes nothing', async (_, documents) => {
      await write('c', chunk({ id: 'before#0' }));
      await expect(index.replaceDocuments('c', documents, signal)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      expect(await found('c')).toEqual(['before#0']);
    });
  });

  describe('deleting', () => {
    it('removes documents and counts the chunks removed', async () => {
      await write('c', chunk({ id: 'd#0' }), chunk({ id: 'd#1' }), chunk({ id: 'e#0' }));
      expect(await index.deleteDocuments('c', ['d', 'never there'], signal)).toBe(2);
      expect(await index.deleteDocuments('c', ['d'], signal)).toBe(0);
      expect(await index.deleteDocuments('c', [], signal)).toBe(0);
      expect(await found('c')).toEqual(['e#0']);
    });

    it('takes ids of documents literally', async () => {
      const ids = [
        "o'neil",
        'back\\slash',
        '100%_',
        '"quoted"',
        'line\nbreak',
        'é🔥',
        "x') OR ('1'='1",
        '',
        'a/b?c=d#e',
      ];
      const chunks = ids.map((documentId, i) => chunk({ id: `${i}#0`, documentId }));
      await write('c', ...chunks);
      await write('c', ...chunks);
      expect(await index.documentIds('c', signal)).toEqual([...ids].sort());
      for (const [i, id] of ids.entries()) {
        expect(await index.deleteDocuments('c', [id], signal)).toBe(1);
        expect(await index.count('c', signal)).toBe(ids.length - i - 1);
      }
    });

    it('drops a collection with all in it; one that is not there is no error', async () => {
      await write('c', chunk({ id: 'd#0' }));
      await index.drop('c', signal);
      await index.drop('c', signal);
      await expect(index.count('c', signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await write('c', chunk({ id: 'e#0' }));
      expect(await found('c')).toEqual(['e#0']);
    });
  });

  describe('collections', () => {
    it('lists the documents that have chunks, ascending', async () => {
      await write('c', chunk({ id: 'é#0' }), chunk({ id: 'b#0' }), chunk({ id: 'B#0' }), chunk({ id: 'a#0' }));
      await index.replaceDocuments('c', [{ documentId: 'empty', chunks: [] }], signal);
      expect(await index.documentIds('c', signal)).toEqual(['B', 'a', 'b', 'é']);
    });

    it('are independent of each other, also when their names differ by case or a suffix only', async () => {
      const names = [
        'notes',
        'Notes',
        'notes.vectors',
        'notes.keywords',
        'no-tes',
        'n',
        'n'.repeat(128),
        'N'.repeat(128),
      ];
      for (const name of names) await write(name, chunk({ id: `${name}#0` }));
      for (const name of names) expect(await found(name)).toEqual([`${name}#0`]);
      await index.drop('Notes', signal);
      expect(await found('notes')).toEqual(['notes#0']);
    });

    it('that were never written to are NOT_FOUND', async () => {
      const missing = { code: 'NOT_FOUND' };
      await expect(index.count('none', signal)).rejects.toMatchObject(missing);
      await expect(index.documentIds('none', signal)).rejects.toMatchObject(missing);
      await expect(index.chunks('none', ['d#0'], signal)).rejects.toMatchObject(missing);
      await expect(index.deleteDocuments('none', ['d'], signal)).rejects.toMatchObject(missing);
      await expect(index.optimize('none', signal)).rejects.toMatchObject(missing);
      await expect(find(index, 'none', { limit: 1, signal })).rejects.toMatchObject(missing);
    });

    it('say that they are well', async () => {
      expect(await index.health(signal)).toMatchObject({ ok: true });
    });
  });

  describeSearching({ create, findable, find });
  describeFilters({ create, findable, find });
}
