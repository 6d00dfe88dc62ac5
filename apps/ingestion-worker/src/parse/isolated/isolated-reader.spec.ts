import { afterEach, describe, expect, it } from '@jest/globals';
import { documentParsers } from '../document-parsers.js';
import { IsolatedReader } from './isolated-reader.js';
import { ParserThread } from './parser-thread.js';

const HOSTILE = new URL('../../../test/hostile.thread.mjs', import.meta.url);
const requestOf = (name: string) => ({
  name,
  bytes: new TextEncoder().encode('text'),
  signal: new AbortController().signal,
});

let reader: IsolatedReader;
const open = (threads: number, timeMs: number) =>
  (reader = new IsolatedReader({
    parsers: documentParsers(),
    threads,
    limits: { timeMs, memoryMib: 256 },
    createThread: (limits) => new ParserThread(limits, null, HOSTILE),
  }));
afterEach(() => reader.close());

describe('IsolatedReader', () => {
  it('lets documents wait for a thread, and serves all of them', async () => {
    open(1, 50_000);
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
    const read = await Promise.all(names.map((name) => reader.read(requestOf(name))));
    expect(read.map(({ parsed }) => parsed.text)).toEqual(names);
  });

  it('reads in a second thread while a document holds the first', async () => {
    open(2, 3_000);
    const held = reader.read(requestOf('endless.pdf')).catch((error: unknown) => error);
    expect((await reader.read(requestOf('a.txt'))).parsed.text).toBe('a.txt');
    expect(await held).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('lets a caller who waits go, and the next one in', async () => {
    open(1, 3_000);
    const held = reader.read(requestOf('endless.pdf')).catch((error: unknown) => error);
    const controller = new AbortController();
    const left = reader.read({ ...requestOf('a.txt'), signal: controller.signal });
    const waits = reader.read(requestOf('b.txt'));
    const gone = new Error('gone');
    controller.abort(gone);
    await expect(left).rejects.toBe(gone);
    expect((await waits).parsed.text).toBe('b.txt');
    expect(await held).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('refuses an ending that no parser takes without a thread', async () => {
    open(1, 50_000);
    await expect(reader.read(requestOf('a.xyz'))).rejects.toMatchObject({ message: 'No parser reads "a.xyz".' });
  });
});
