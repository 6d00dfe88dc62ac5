import { open, rename, stat } from 'node:fs/promises';
import { AnswerRecord } from '@arbiter/contracts';
import type { AnswerRecordStore } from '@arbiter/ports';
import type { DataDirectory } from '../data-directory/data-directory.js';
import { nullWhenMissing, parseJson } from '../read-text-file.js';
import { readLinesBackwards } from '../read-lines.js';
import { Serial } from '../serial.js';
import { appendLine } from './append-line.js';

/** Size from which the file is put aside, in bytes: a few thousand answers. With the one before it is all that is kept. */
const DEFAULT_MAX_BYTES = 32 * 1_024 * 1_024;

const FILE = 'answers.jsonl';
const FILE_BEFORE = 'answers.1.jsonl';

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
    const path = this.directory.resolve(FILE);
    await this.#changes.run(() =>
      this.directory.attempt(path, async () => {
        const size = (await nullWhenMissing(() => stat(path)))?.size ?? 0;
        if (size >= this.maxBytes) await rename(path, this.directory.resolve(FILE_BEFORE));
        await appendLine(path, record);
      }),
    );
  }

  async get(id: string, signal: AbortSignal): Promise<AnswerRecord | null> {
    for (const name of [FILE, FILE_BEFORE]) {
      signal.throwIfAborted();
      const path = this.directory.resolve(name);
      const found = await this.directory.attempt(path, () => findLast(path, id, signal));
      if (found) return found;
    }
    return null;
  }
}

async function findLast(path: string, id: string, signal: AbortSignal): Promise<AnswerRecord | null> {
  const file = await nullWhenMissing(() => open(path, 'r'));
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    for await (const line of readLinesBackwards(file, size)) {
      signal.throwIfAborted();
      // Most lines are other answers': they need not be parsed.
      if (!line.includes(id)) continue;
      const record = AnswerRecord.safeParse(parseJson(line.toString('utf8')));
      if (record.success && record.data.id === id) return record.data;
    }
    return null;
  } finally {
    await file.close();
  }
}
