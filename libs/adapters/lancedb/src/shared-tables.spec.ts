import { ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import type { Table } from '@lancedb/lancedb';
import { type OpenedTable, SharedTables } from './lance-tables.js';

/** Tables that are numbered in the order in which they were opened, and say when they are closed. */
function opener() {
  const opened: string[] = [];
  const closed: string[] = [];
  const open = (): Promise<OpenedTable> => {
    const version = String(opened.push('open'));
    const table = { close: () => closed.push(version) } as unknown as Table;
    return Promise.resolve({ collection: 'c', table, version });
  };
  return { open, opened, closed };
}

const versionOf = ({ version }: OpenedTable): Promise<string> => Promise.resolve(version);

describe('SharedTables', () => {
  it('shares a table among reads at the same time, and closes it after the last', async () => {
    const { open, closed } = opener();
    const sut = new SharedTables(new ManualClock());
    const release: (() => void)[] = [];
    const hold = ({ version }: OpenedTable): Promise<string> =>
      new Promise((resolve) => release.push(() => resolve(version)));
    const reads = [sut.read('t', open, hold), sut.read('t', open, hold)];
    expect(await sut.read('t', open, versionOf)).toBe('1');
    expect(await sut.read('other', open, versionOf)).toBe('2');
    expect(closed).toEqual(['2']);
    for (const each of release) each();
    expect(await Promise.all(reads)).toEqual(['1', '1']);
    expect(closed).toEqual(['2', '1']);
  });

  it('opens anew for a read that comes alone, comes late, or comes after a write', async () => {
    const { open, closed } = opener();
    const clock = new ManualClock();
    const sut = new SharedTables(clock);
    expect(await sut.read('t', open, versionOf)).toBe('1');
    expect(await sut.read('t', open, versionOf)).toBe('2');
    await sut.read('t', open, async ({ version }) => {
      expect(version).toBe('3');
      expect(await sut.read('t', open, versionOf)).toBe('3');
      clock.advance(21);
      expect(await sut.read('t', open, versionOf)).toBe('4');
    });
    await sut.read('t', open, async () => {
      sut.forget('t');
      expect(await sut.read('t', open, versionOf)).toBe('6');
    });
    expect([...closed].sort()).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('tells every reader that a table cannot be opened, and tries again for the next', async () => {
    const { open } = opener();
    const sut = new SharedTables(new ManualClock());
    const fail = (): Promise<never> => Promise.reject(new Error('gone'));
    const reads = [sut.read('t', fail, versionOf), sut.read('t', open, versionOf)];
    for (const read of reads) await expect(read).rejects.toThrow('gone');
    expect(await sut.read('t', open, versionOf)).toBe('1');
  });
});
