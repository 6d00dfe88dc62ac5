import { beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { GroupedLog, LogReading } from '../record-log.js';

const live = new AbortController().signal;

/** A record for tests. */
export const Note = z.strictObject({ text: z.string(), at: z.int() });
export type Note = z.output<typeof Note>;

function noteOf(text: string, at = 0): Note {
  return { text, at };
}

/** Conformance suite of GroupedLog. `create` gives an empty log for each test. */
export function describeGroupedLog(name: string, create: () => GroupedLog<Note> | Promise<GroupedLog<Note>>): void {
  describe(`${name}, as a log of records in groups`, () => {
    let log: GroupedLog<Note>;
    beforeEach(async () => {
      log = await create();
    });

    const append = (group: string, ...texts: readonly string[]): Promise<void> =>
      log.append(
        group,
        texts.map((text) => noteOf(text)),
        live,
      );
    const texts = async (group: string, reading: LogReading<Note> = {}): Promise<string[]> => {
      const found: string[] = [];
      for await (const { text } of log.read(group, reading, live)) found.push(text);
      return found;
    };

    it('gives back records in the order of their appending, with all that they hold', async () => {
      const question = 'Who keeps the light?\nAnd since when? 🕯️ \u2028';
      await append('a', question, 'The Watch.');
      await append('a', 'Mara.');
      expect(await texts('a')).toEqual([question, 'The Watch.', 'Mara.']);
    });

    it('gives the newest first, and only those that are wanted', async () => {
      await append('a', 'one', 'two');
      await append('a', 'three');
      expect(await texts('a', { newestFirst: true })).toEqual(['three', 'two', 'one']);
      expect(await texts('a', { where: ({ text }) => text !== 'two' })).toEqual(['one', 'three']);
    });

    it('finds the newest of a long group with long records', async () => {
      const long = Array.from({ length: 20 }, (_, index) => `${index} ${'é'.repeat(20_000)}`);
      for (const text of long) await append('a', text);
      const found: string[] = [];
      for await (const { text } of log.read('a', { newestFirst: true }, live)) if (found.push(text) === 3) break;
      expect(found).toEqual(long.slice(-3).reverse());
    });

    it('knows no group before its first record', async () => {
      await append('a');
      expect(await texts('a')).toEqual([]);
      expect(await log.delete('a', live)).toBe(false);
    });

    it('keeps groups apart, also those whose names differ only in case, and takes names of full length', async () => {
      const longest = 'A'.repeat(128);
      for (const group of ['Abc', 'abc', longest]) await append(group, group);
      for (const group of ['Abc', 'abc', longest]) expect(await texts(group)).toEqual([group]);
    });

    it('loses none of what comes at the same time', async () => {
      const all = Array.from({ length: 30 }, (_, index) => String(index).padStart(2, '0'));
      await Promise.all(all.map((text) => append('a', text)));
      expect((await texts('a')).sort()).toEqual(all);
    });

    it('replaces and deletes records of all groups, and leaves each in its place', async () => {
      await append('a', 'old', 'gone');
      await append('a', 'kept');
      await append('b', 'gone');
      await append('c', 'kept');
      const change = (note: Note): Note | null =>
        note.text === 'gone' ? null : note.text === 'old' ? { ...note, text: 'new' } : note;
      expect(await log.change(change, live)).toEqual({ records: 3, groups: 2 });
      expect(await log.change(change, live)).toEqual({ records: 0, groups: 0 });
      await append('a', 'last');
      expect(await texts('a')).toEqual(['new', 'kept', 'last']);
      expect(await texts('a', { newestFirst: true })).toEqual(['last', 'kept', 'new']);
      expect([await texts('b'), await texts('c')]).toEqual([[], ['kept']]);
    });

    it('lists the groups whose names begin so, each with its newest record, also where a change has touched an older one', async () => {
      const groups = async (prefix: string): Promise<[string, string][]> =>
        Array.from(await log.groups(prefix, live), ([group, { text }]): [string, string] => [group, text]).sort();
      expect(await groups('')).toEqual([]);
      await append('a-1', 'one', 'two');
      await append('a-1', 'three');
      await append('a-Z', 'four');
      await append('b-1', 'five');
      await log.change((note) => (note.text === 'one' ? { ...note, text: 'changed' } : note), live);
      expect(await groups('a-')).toEqual([
        ['a-1', 'three'],
        ['a-Z', 'four'],
      ]);
      expect(await groups('')).toHaveLength(3);
      expect(await groups('c')).toEqual([]);
      await log.delete('a-Z', live);
      expect(await groups('a-')).toEqual([['a-1', 'three']]);
      const many = Array.from({ length: 70 }, (_, index) => `m-${index}`);
      for (const group of many) await append(group, group);
      expect((await groups('m-')).map(([group]) => group)).toEqual(many.toSorted());
      await expect(log.groups('', AbortSignal.abort())).rejects.toThrow();
    });

    it('forgets a deleted group', async () => {
      await append('a', 'one');
      await append('ab', 'two');
      expect(await log.delete('a', live)).toBe(true);
      expect(await log.delete('a', live)).toBe(false);
      expect([await texts('a'), await texts('ab')]).toEqual([[], ['two']]);
    });

    it('deletes the groups whose newest record is stale, also where a change has touched an older one', async () => {
      const isStale = ({ at }: Note): boolean => at < 10;
      expect(await log.deleteStale(isStale, live)).toBe(0);
      await log.append('old', [noteOf('a', 1), noteOf('b', 9)], live);
      await log.append('edge', [noteOf('a', 10)], live);
      await log.append('revived', [noteOf('a', 1)], live);
      await log.append('revived', [noteOf('b', 20)], live);
      await log.change((note) => (note.text === 'a' ? { ...note, text: 'changed' } : note), live);
      expect(await log.deleteStale(isStale, live)).toBe(1);
      expect(await log.deleteStale(isStale, live)).toBe(0);
      expect([await texts('old'), await texts('edge')]).toEqual([[], ['changed']]);
      expect(await texts('revived')).toEqual(['changed', 'b']);
    });

    it('does nothing under an aborted signal', async () => {
      const aborted = AbortSignal.abort();
      await append('a', 'one');
      await expect(log.append('a', [noteOf('two')], aborted)).rejects.toThrow();
      await expect(log.change(() => null, aborted)).rejects.toThrow();
      await expect(log.delete('a', aborted)).rejects.toThrow();
      expect(await texts('a')).toEqual(['one']);
    });
  });
}
