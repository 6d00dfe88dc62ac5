import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError } from '@arbiter/contracts';
import { cancelled, type OpenedFile } from './model-source.js';
import { ifThere } from './models-directory.js';

/** Broken connections in a row, without a byte in between, after which it is left to the user. */
const MAX_FAILURES_IN_A_ROW = 5;

/** A server that asks for a longer pause than this is not waited for. */
const LONGEST_PAUSE_MS = 60_000;

export interface DownloadTimeouts {
  /** Pause after a broken connection, in milliseconds; doubled with each one in a row. */
  readonly pauseMs: number;
  /** Without a byte for so long, a connection counts as broken, in milliseconds. */
  readonly stallMs: number;
}

export interface DownloadOptions {
  /** Starts at an offset, or at 0 where it cannot. */
  readonly open: (offset: number, signal: AbortSignal) => Promise<OpenedFile>;
  /** Grows to the whole file; what an earlier run left in it is continued. */
  readonly part: string;
  /** Of the whole file. */
  readonly bytes: number;
  readonly timeouts: DownloadTimeouts;
  /** Told how much of the file is there. */
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Loads a file to its end, through broken connections.
 *
 * @throws ArbiterError UNAVAILABLE when connections keep breaking or the file is longer than announced; what the source
 *   says; CANCELLED. What is there so far stays.
 */
export async function downloadFile(options: DownloadOptions): Promise<void> {
  const { part, bytes, timeouts, signal } = options;
  let failures = 0;
  for (;;) {
    const before = await sizeOf(part);
    if (before === bytes && before > 0) return;
    if (before > bytes) await rm(part);
    try {
      await append(before > bytes ? 0 : before, options);
      if ((await sizeOf(part)) === bytes) return;
      // The connection ended in good order, and too early.
      throw new ArbiterError('UNAVAILABLE', 'The connection ended early.');
    } catch (error) {
      if (signal.aborted) throw cancelled(signal);
      if (!(error instanceof ArbiterError)) throw error;
      failures = (await sizeOf(part)) > before ? 1 : failures + 1;
      const pauseMs = pauseOf(error, timeouts.pauseMs * 2 ** (failures - 1));
      if (!error.retryable || failures >= MAX_FAILURES_IN_A_ROW || pauseMs > LONGEST_PAUSE_MS) throw error;
      await delay(pauseMs, undefined, { signal }).catch(() => {
        throw cancelled(signal);
      });
    }
  }
}

async function append(from: number, { open: openSource, part, bytes, timeouts, onProgress, signal }: DownloadOptions) {
  const stall = new AbortController();
  const watch = setTimeout(() => stall.abort(), timeouts.stallMs);
  const either = AbortSignal.any([signal, stall.signal]);
  try {
    const { offset, bytes: content } = await openSource(from, either).catch((error: unknown) => {
      // For the source one signal is like the other: the user has not cancelled anything.
      throw stall.signal.aborted && !signal.aborted ? brokenConnection(error) : error;
    });
    const file = await open(part, offset === 0 ? 'w' : 'a');
    try {
      let written = offset;
      onProgress(written);
      for await (const chunk of broken(content)) {
        watch.refresh();
        written += chunk.length;
        if (written > bytes) throw tooLong(bytes);
        await file.writeFile(chunk);
        onProgress(written);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    clearTimeout(watch);
  }
}

/** The chunks as they come; a connection that breaks in between is UNAVAILABLE. */
async function* broken(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((cause: unknown) => {
        throw brokenConnection(cause);
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.().catch(() => undefined);
  }
}

function brokenConnection(cause: unknown): ArbiterError {
  return new ArbiterError('UNAVAILABLE', 'The connection broke: the same command continues where it did.', { cause });
}

function tooLong(bytes: number): ArbiterError {
  return new ArbiterError('INTERNAL', `The source sends more than the ${bytes} bytes that it announced.`, {
    details: { bytes },
  });
}

function pauseOf({ details }: ArbiterError, usual: number): number {
  return typeof details.retryAfterMs === 'number' ? details.retryAfterMs : usual;
}

async function sizeOf(path: string): Promise<number> {
  return (await ifThere(stat(path)))?.size ?? 0;
}
