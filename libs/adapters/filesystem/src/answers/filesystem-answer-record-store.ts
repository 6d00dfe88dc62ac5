import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AnswerRecord, AnswerSummary, flightJson, FlightRecord, MAX_FLIGHT_BYTES, parseJson } from '@arbiter/contracts';
import {
  type AnswerRecordStore,
  type AnswerRetention,
  type AnswerSelection,
  type DeletedDocuments,
  redactAnswerRecord,
} from '@arbiter/ports';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.js';
import { appendLines, type LineChange, readLinesBackwards, rewriteLines, Serial } from '../line-files.js';
import { nullWhenMissing } from '../read-text-file.js';

/** Size from which the file is put aside, in bytes: some thousand answers. With the one before it is all that is kept. */
const DEFAULT_MAX_BYTES = 32 * 1_024 * 1_024;

const FILE = 'answers.jsonl';
const FILE_BEFORE = 'answers.1.jsonl';

/** Longer than any flight may be, so that a damaged line does not fill the memory. */
const LONGEST_FLIGHT = 4 * MAX_FLIGHT_BYTES;

/** A record per line, the oldest half of them gone when there are many. A line that a crash has cut short is no record. */
export class FilesystemAnswerRecordStore implements AnswerRecordStore {
  readonly #changes = new Serial();
  /** Lines on their way to the file; those that come while others are written go together with the next. */
  #waiting: string[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly directory: DataDirectory,
    private readonly maxBytes: number = DEFAULT_MAX_BYTES,
  ) {}

  async save(record: AnswerRecord, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const line = await encodeAnswerLine(record);
    if (this.#waiting.push(line) === 1) this.#writing = this.#changes.run(() => this.#append());
    await this.#writing;
  }

  async #append(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = [];
    const path = this.directory.resolve(FILE);
    await this.directory.attempt(path, async () => {
      const size = (await nullWhenMissing(() => stat(path)))?.size ?? 0;
      if (size >= this.maxBytes) await rename(path, this.directory.resolve(FILE_BEFORE));
      await appendLines(path, lines);
    });
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

  async list({ sessionId, domain, askedBy, before, limit }: AnswerSelection, signal: AbortSignal) {
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
          (domain === undefined || summary.domain === domain) &&
          (askedBy?.(summary.principal) ?? true)
        )
          found.push(summary);
        if (found.length === limit) break;
      }
      return found;
    });
  }

  async deleteOfSession(sessionId: string, signal: AbortSignal): Promise<number> {
    let deleted = 0;
    await this.#rewrite((line) => {
      // Most lines are other sessions': they need not be parsed.
      if (!line.includes(sessionId)) return 'keep';
      const summary = decodeSummaryLine(line);
      if (summary !== null && summary.sessionId !== sessionId) return 'keep';
      if (summary) deleted += 1;
      // The remains of a record after a crash go with the others.
      return null;
    }, signal);
    return deleted;
  }

  async redact(deleted: DeletedDocuments, signal: AbortSignal): Promise<number> {
    const gone = new Set(deleted.documents);
    let changed = 0;
    await this.#rewrite(async (line) => {
      const documents = documentsInLine(line);
      // Only a record that does not list its documents has to be unpacked to find them.
      if (documents && !documents.some((id) => gone.has(id))) return 'keep';
      const record = await decodeAnswerLine(line);
      // What a crash has left of a record may hold anything.
      if (!record) return null;
      const redacted = redactAnswerRecord(record, deleted);
      if (!redacted) return 'keep';
      changed += 1;
      return Buffer.from(await encodeAnswerLine(redacted));
    }, signal);
    return changed;
  }

  async prune({ before, keep }: AnswerRetention, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const newestFirst = await this.list({ limit: Number.MAX_SAFE_INTEGER }, signal);
    const gone = new Set(
      newestFirst
        .filter(({ createdAt }, index) => (keep !== null && index >= keep) || (before !== null && createdAt < before))
        .map(({ id }) => id),
    );
    if (gone.size === 0) return 0;
    await this.#rewrite((line) => (gone.has(decodeSummaryLine(line)?.id ?? '') ? null : 'keep'), signal);
    return gone.size;
  }

  /** Changes the lines of both files. */
  async #rewrite(change: (line: Buffer) => LineChange | Promise<LineChange>, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    await this.#changes.run(async () => {
      for (const name of [FILE, FILE_BEFORE]) {
        await rewriteLines(this.directory, this.directory.resolve(name), change, signal);
      }
    });
  }

  /** Gives the lines to a reader, the last written first. */
  async #read<T>(reader: (lines: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
    const path = this.directory.resolve(FILE);
    return this.directory.attempt(path, async () => {
      // Both are opened between two changes: a file that is renamed or replaced later is still read as it was.
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

const compress = promisify(gzip);
/** A third of the time of the usual level, and a seventh more bytes: each answer is compressed, and few are ever read. */
const LEVEL = 1;
const expand = promisify(gunzip);

/** A record on disk. The flight is ten times as long as the rest and compresses to a fifth: gzip, in base64. */
const AnswerLine = AnswerRecord.extend({ flight: z.string().nullable().default(null) });
/** Only what lists show. */
const SummaryLine = z.object(AnswerSummary.shape);

/** Only the documents that were read. */
const DocumentsLine = AnswerRecord.pick({ documents: true });

async function encodeAnswerLine({ flight, ...record }: AnswerRecord): Promise<string> {
  const packed = flight && (await compress(flightJson(flight), { level: LEVEL })).toString('base64');
  return JSON.stringify({ ...record, flight: packed });
}

/**
 * @returns null for what is no record: a line that a crash has cut short. A flight that cannot be read, such as one of a
 *   later version, costs the record nothing else
 */
async function decodeAnswerLine(line: Buffer): Promise<AnswerRecord | null> {
  const { data } = AnswerLine.safeParse(parseJson(line.toString('utf8')));
  return data ? { ...data, flight: data.flight === null ? null : await decodeFlight(data.flight) } : null;
}

/** As {@link decodeAnswerLine}, without the work for the flight. */
function decodeSummaryLine(line: Buffer): AnswerSummary | null {
  return SummaryLine.safeParse(parseJson(line.toString('utf8'))).data ?? null;
}

/** @returns null for a line that does not say which documents were read */
function documentsInLine(line: Buffer): readonly string[] | null {
  return z.object(DocumentsLine.shape).safeParse(parseJson(line.toString('utf8'))).data?.documents ?? null;
}

async function decodeFlight(encoded: string): Promise<FlightRecord | null> {
  try {
    const bytes = await expand(Buffer.from(encoded, 'base64'), { maxOutputLength: LONGEST_FLIGHT });
    return FlightRecord.safeParse(parseJson(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
