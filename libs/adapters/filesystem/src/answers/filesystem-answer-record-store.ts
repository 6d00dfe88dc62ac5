import { open, rename, stat, type FileHandle } from 'node:fs/promises';
import type { AnswerRecord, AnswerSummary } from '@arbiter/contracts';
import type { AnswerRecordStore, AnswerSelection } from '@arbiter/ports';
import type { DataDirectory } from '../data-directory/data-directory.js';
import { nullWhenMissing } from '../read-text-file.js';
import { readLines, readLinesBackwards } from '../read-lines.js';
import { Serial } from '../serial.js';
import { decodeAnswerLine, decodeSummaryLine, encodeAnswerLine } from './answer-line.js';
import { appendLine } from './append-line.js';

/** Size from which the file is put aside, in bytes: some thousand answers. With the one before it is all that is kept. */
const DEFAULT_MAX_BYTES = 32 * 1_024 * 1_024;

const FILE = 'answers.jsonl';
const FILE_BEFORE = 'answers.1.jsonl';

/** Stands for a line that does not name the session that is asked for: it need not be parsed. */
const OF_OTHERS = { sessionId: null };

/** A record per line, the oldest half of them gone when there are many. A line that a crash has cut short is no record. */
export class FilesystemAnswerRecordStore implements AnswerRecordStore {
  readonly #changes = new Serial();

  constructor(
    private readonly directory: DataDirectory,
    private readonly maxBytes: number = DEFAULT_MAX_BYTES,
  ) {}

  async save(record: AnswerRecord, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const line = await encodeAnswerLine(record);
    const path = this.directory.resolve(FILE);
    await this.#changes.run(() =>
      this.directory.attempt(path, async () => {
        const size = (await nullWhenMissing(() => stat(path)))?.size ?? 0;
        if (size >= this.maxBytes) await rename(path, this.directory.resolve(FILE_BEFORE));
        await appendLine(path, line);
      }),
    );
  }

  get(id: string, signal: AbortSignal): Promise<AnswerRecord | null> {
    return this.#read(async (lines) => {
      for await (const line of lines) {
        signal.throwIfAborted();
        // Most lines are other answers': they need not be parsed.
        if (!line.includes(id)) continue;
        const record = await decodeAnswerLine(line);
        if (record?.id === id) return record;
      }
      return null;
    });
  }

  async list({ sessionId, domain, before, limit }: AnswerSelection, signal: AbortSignal) {
    signal.throwIfAborted();
    return this.#read(async (lines) => {
      const found: AnswerSummary[] = [];
      let isBefore = before === undefined;
      for await (const line of lines) {
        signal.throwIfAborted();
        const wanted = isBefore ? [sessionId, domain] : [before];
        if (!wanted.every((name) => name === undefined || line.includes(name))) continue;
        const summary = decodeSummaryLine(line);
        if (!summary) continue;
        if (!isBefore) isBefore = summary.id === before;
        else if (
          (sessionId === undefined || summary.sessionId === sessionId) &&
          (domain === undefined || summary.domain === domain)
        )
          found.push(summary);
        if (found.length === limit) break;
      }
      return found;
    });
  }

  async deleteOfSession(sessionId: string, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    return this.#changes.run(async () => {
      let deleted = 0;
      for (const name of [FILE, FILE_BEFORE]) {
        const path = this.directory.resolve(name);
        const { kept, gone } = await this.directory.attempt(path, () => withoutSession(path, sessionId, signal));
        if (gone > 0) await this.directory.write(path, kept);
        deleted += gone;
      }
      return deleted;
    });
  }

  /** Gives the lines to a reader, the last written first. */
  async #read<T>(reader: (lines: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
    const path = this.directory.resolve(FILE);
    return this.directory.attempt(path, async () => {
      // Both are opened between two changes: what is renamed or replaced later is still read as it was.
      const files = await this.#changes.run(() => openAll([path, this.directory.resolve(FILE_BEFORE)]));
      try {
        return await reader(linesOf(files));
      } finally {
        for (const file of files) await file.close();
      }
    });
  }
}

async function openAll(paths: readonly string[]): Promise<FileHandle[]> {
  const files: FileHandle[] = [];
  for (const path of paths) {
    const file = await nullWhenMissing(() => open(path, 'r'));
    if (file) files.push(file);
  }
  return files;
}

async function* linesOf(files: readonly FileHandle[]): AsyncIterable<Buffer> {
  for (const file of files) {
    const { size } = await file.stat();
    yield* readLinesBackwards(file, size);
  }
}

/** The lines of a file that are not of a session, ends of line included; what a crash has left of one goes with it. */
async function withoutSession(
  path: string,
  sessionId: string,
  signal: AbortSignal,
): Promise<{ readonly kept: Buffer[]; readonly gone: number }> {
  const kept: Buffer[] = [];
  let gone = 0;
  const file = await nullWhenMissing(() => open(path, 'r'));
  if (file === null) return { kept, gone };
  try {
    for await (const { bytes, whole } of readLines(file)) {
      signal.throwIfAborted();
      const summary = bytes.includes(sessionId) ? decodeSummaryLine(bytes) : OF_OTHERS;
      if (summary?.sessionId === sessionId) gone += 1;
      else if (summary) kept.push(whole ? Buffer.concat([bytes, Buffer.of(0x0a)]) : bytes);
    }
  } finally {
    await file.close();
  }
  return { kept, gone };
}
