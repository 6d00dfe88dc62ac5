import { ArbiterError } from '@arbiter/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { documentParsers } from '../document-parsers.js';
import { parseDocument } from '../parse-document.js';
import { ParserThread } from './parser-thread.js';

const HOSTILE = new URL('../../../test/hostile.thread.mjs', import.meta.url);
const GENEROUS = { timeMs: 50_000, memoryMib: 512 };
const requestOf = (name: string, text = 'text', signal = new AbortController().signal) => ({
  name,
  bytes: new TextEncoder().encode(text),
  signal,
});

let thread: ParserThread;
afterEach(() => thread.close());

describe('ParserThread', () => {
  it('reads what the parsers read in this thread, one document after the other', async () => {
    thread = new ParserThread(GENEROUS);
    for (const request of [
      requestOf('pell.md', '# Pell\n\nThe lamp burns *whale oil*.'),
      requestOf('ports.csv', 'name,depth\nPell,4\nMirren,7\n'),
      // “й” in windows-1251, which is “é” where the language is not known.
      { ...requestOf('quote.txt'), bytes: Uint8Array.from([0x93, 0xe9, 0x94]), language: 'ru' },
    ]) {
      expect(await thread.read(request)).toEqual(await parseDocument(request, documentParsers()));
    }
  });

  it('passes on why a document is refused, and reads the next', async () => {
    thread = new ParserThread(GENEROUS);
    const failure = await thread.read(requestOf('old.pdf', 'no PDF')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ArbiterError);
    expect(failure).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'old.pdf is not a readable PDF file: it is broken, cut short or of another format.',
    });
    expect((await thread.read(requestOf('a.txt'))).parsed.text).toBe('text');
  });

  it('ends a document that takes too long while this thread goes on, and reads the next', async () => {
    thread = new ParserThread({ ...GENEROUS, timeMs: 1_500 }, null, HOSTILE);
    let beats = 0;
    const heart = setInterval(() => beats++, 50);
    await expect(thread.read(requestOf('endless.pdf'))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'endless.pdf could not be read within 1.5 seconds.',
    });
    clearInterval(heart);
    expect(beats).toBeGreaterThan(5);
    thread = new ParserThread(GENEROUS, null, HOSTILE);
    expect((await thread.read(requestOf('next.txt'))).parsed.text).toBe('next.txt');
  });

  it.each([
    ['greedy.pdf', 'greedy.pdf needs more than 64 MiB of memory to be read.'],
    ['fatal.pdf', 'fatal.pdf made its reader stop.'],
  ])('survives %s and reads the next', async (name, message) => {
    thread = new ParserThread({ ...GENEROUS, memoryMib: 64 }, null, HOSTILE);
    await expect(thread.read(requestOf(name))).rejects.toMatchObject({ code: 'INVALID_REQUEST', message });
    expect((await thread.read(requestOf('next.txt'))).parsed.text).toBe('next.txt');
  });

  it('stops at once when the caller has gone', async () => {
    thread = new ParserThread(GENEROUS, null, HOSTILE);
    const controller = new AbortController();
    const reading = thread.read(requestOf('endless.pdf', '', controller.signal));
    const gone = new ArbiterError('CANCELLED', 'The caller has gone.');
    controller.abort(gone);
    await expect(reading).rejects.toBe(gone);
    await expect(thread.read(requestOf('a.txt', '', AbortSignal.abort(gone)))).rejects.toBe(gone);
    expect((await thread.read(requestOf('next.txt'))).parsed.text).toBe('next.txt');
  });
});
