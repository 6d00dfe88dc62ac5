import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { SessionMessage } from '@arbiter/contracts';
import { type DeletedDocuments, redactMessages, type SessionStore } from '@arbiter/ports';
import type { DataDirectory } from '../data-directory.js';
import { type LineChange, openForAppending, readLinesBackwards, rewriteLines, writeDurably } from '../line-files.js';
import { fileNameOf } from '../paths.js';
import { syncFolder } from '../private-files.js';
import { nullWhenMissing, parseJson } from '../read-text-file.js';

const FOLDER = 'sessions';
const ENDING = '.jsonl';

/**
 * One file per session, a message per line (`sessions/<id>.jsonl`). A call's messages go to the disk in one write; a line
 * that a crash has cut short is no message.
 */
export class FilesystemSessionStore implements SessionStore {
  readonly #changes = new SerialQueue();

  constructor(private readonly directory: DataDirectory) {}

  async append(sessionId: string, messages: readonly SessionMessage[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    if (messages.length === 0) return;
    const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
    const path = this.#pathOf(sessionId);
    await this.#changes.run(path, () =>
      this.directory.attempt(path, async () => {
        const file = await openForAppending(path);
        try {
          await appendDurably(file, lines);
        } finally {
          await file.close();
        }
      }),
    );
  }

  async recent(sessionId: string, limit: number, signal: AbortSignal): Promise<readonly SessionMessage[] | null> {
    signal.throwIfAborted();
    const path = this.#pathOf(sessionId);
    return this.directory.attempt(path, () => this.#read(path, limit, signal));
  }

  async #read(path: string, limit: number, signal: AbortSignal): Promise<readonly SessionMessage[] | null> {
    const file = await nullWhenMissing(() => open(path, 'r'));
    if (file === null) return null;
    try {
      return await lastMessages(file, limit, signal);
    } finally {
      await file.close();
    }
  }

  async delete(sessionId: string, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const path = this.#pathOf(sessionId);
    return this.#changes.run(path, () => this.directory.attempt(path, () => this.#remove(path)));
  }

  async deleteOlderThan(before: string, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    let gone = 0;
    // One after the other: a few thousand small reads once a day, beside which questions are answered.
    for (const path of await this.#paths()) {
      signal.throwIfAborted();
      // In turn with appends, so that a session which is written to just now is seen with its new message.
      const removed = await this.#changes.run(path, () =>
        this.directory.attempt(path, async () => {
          const last = (await this.#read(path, 1, signal))?.at(-1);
          return last !== undefined && last.timestamp < before && (await this.#remove(path));
        }),
      );
      if (removed) gone += 1;
    }
    return gone;
  }

  async redact(deleted: DeletedDocuments, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const change = (line: Buffer): LineChange => {
      const { data } = SessionMessage.safeParse(parseJson(line.toString('utf8')));
      // What a crash has left of a message may hold anything.
      if (!data) return null;
      const [redacted] = redactMessages([data], deleted) ?? [];
      return redacted ? Buffer.from(JSON.stringify(redacted)) : 'keep';
    };
    let changed = 0;
    for (const path of await this.#paths()) {
      signal.throwIfAborted();
      const lines = await this.#changes.run(path, () => rewriteLines(this.directory, path, change, signal));
      if (lines > 0) changed += 1;
    }
    return changed;
  }

  /** Of all sessions. */
  async #paths(): Promise<string[]> {
    const folder = this.directory.resolve(FOLDER);
    const names = await this.directory.attempt(folder, () => nullWhenMissing(() => readdir(folder)));
    return (names ?? []).filter((name) => name.endsWith(ENDING)).map((name) => this.directory.resolve(FOLDER, name));
  }

  /** @returns whether it was there */
  async #remove(path: string): Promise<boolean> {
    const removed = await nullWhenMissing(async () => {
      await rm(path);
      await syncFolder(this.directory.resolve(FOLDER));
      return true;
    });
    return removed ?? false;
  }

  #pathOf(sessionId: string): string {
    // An id whose escaped name would be too long is named by its hash; nothing lists sessions by id.
    const name = fileNameOf(sessionId) ?? `%${createHash('sha256').update(sessionId).digest('hex')}`;
    return this.directory.resolve(FOLDER, `${name}${ENDING}`);
  }
}

/** Appends all lines or none; a line that was cut short before is closed off first, so that it takes none with it. */
async function appendDurably(file: FileHandle, lines: string): Promise<void> {
  const { size } = await file.stat();
  const last = size === 0 ? null : (await file.read({ buffer: Buffer.alloc(1), position: size - 1 })).buffer;
  await writeDurably(file, Buffer.from(last === null || last[0] === 0x0a ? lines : `\n${lines}`), size);
}

async function lastMessages(file: FileHandle, limit: number, signal: AbortSignal): Promise<SessionMessage[]> {
  const messages: SessionMessage[] = [];
  const { size } = await file.stat();
  for await (const line of readLinesBackwards(file, size)) {
    signal.throwIfAborted();
    const message = SessionMessage.safeParse(parseJson(line.toString('utf8')));
    if (message.success) messages.push(message.data);
    if (messages.length >= limit) break;
  }
  return messages.reverse();
}
