import { open, rm } from 'node:fs/promises';
import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, ChangelogEvent, GraphCorrectionEvent, parseJson } from '@arbiter/contracts';
import {
  assertContinues,
  type ChangelogStore,
  type EventLog,
  type GraphCorrectionStore,
  type NumberedEvent,
} from '@arbiter/ports';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.js';
import { findLastLine, openForAppending, readLines, writeDurably } from '../line-files.js';
import { fileNameOf } from '../paths.js';
import { syncFolder } from '../private-files.js';
import { fileStateOf, nullWhenMissing } from '../read-text-file.js';

interface LogFormat<E> {
  readonly folder: string;
  /** What a damaged file holds, in words: "changelog". */
  readonly holds: string;
  /** Without a backup, people may delete the file and do this. */
  readonly otherwise: string;
  readonly event: z.ZodType<E>;
}

/**
 * One file per collection, `<folder>/<name>.jsonl`, with the events of one append per line: a crash leaves all of them or none.
 * A line without its end was not acknowledged; readers ignore it, and the next append cuts it off. Another process may read along.
 */
class FilesystemEventLog<E extends NumberedEvent> implements EventLog<E> {
  readonly #changes = new SerialQueue();
  /** Last ids, by path: every question asks for them. */
  readonly #lastIds = new Map<string, { readonly state: string; readonly id: number }>();

  constructor(
    private readonly directory: DataDirectory,
    private readonly format: LogFormat<E>,
  ) {}

  async append(
    collection: string,
    events: readonly E[],
    { after }: { readonly after: number },
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    if (events.length === 0) return;
    const path = this.#pathOf(collection);
    if (path === null) throw new ArbiterError('INVALID_REQUEST', 'The name of the collection is too long.');
    await this.#changes.run(path, async () => {
      assertContinues(collection, events, after, await this.lastId(collection, signal));
      await this.directory.attempt(path, async () => {
        const file = await openForAppending(path);
        try {
          const { end } = await findLastLine(file);
          await file.truncate(end);
          await writeDurably(file, Buffer.from(`${JSON.stringify(events)}\n`), end);
        } finally {
          await file.close();
        }
      });
    });
  }

  async read(
    collection: string,
    { after = 0 }: { readonly after?: number },
    signal: AbortSignal,
  ): Promise<readonly E[]> {
    signal.throwIfAborted();
    const path = this.#pathOf(collection);
    if (path === null) return [];
    return this.directory.attempt(path, async () => {
      const found: E[] = [];
      const file = await nullWhenMissing(() => open(path, 'r'));
      if (file === null) return found;
      let [last, number] = [0, 0];
      try {
        for await (const { bytes, whole } of readLines(file)) {
          signal.throwIfAborted();
          if (!whole) break;
          number += 1;
          for (const event of this.#eventsOf(bytes, collection, `line ${number}`)) {
            last += 1;
            if (event.id !== last) throw this.#damaged(collection, `line ${number}`);
            if (event.id > after) found.push(event);
          }
        }
        return found;
      } finally {
        await file.close();
      }
    });
  }

  async lastId(collection: string, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    const path = this.#pathOf(collection);
    if (path === null) return 0;
    return this.directory.attempt(path, async () => {
      // Taken before the file is read: an id that is kept under a state is never older than the state.
      const state = await fileStateOf(path);
      const known = this.#lastIds.get(path);
      if (state !== null && known?.state === state) return known.id;
      this.#lastIds.delete(path);
      const file = state && (await nullWhenMissing(() => open(path, 'r')));
      if (!file) return 0;
      try {
        const { line } = await findLastLine(file);
        const id = line === null ? 0 : (this.#eventsOf(line, collection, 'the last line').at(-1)?.id ?? 0);
        this.#lastIds.set(path, { state, id });
        return id;
      } finally {
        await file.close();
      }
    });
  }

  async delete(collection: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const path = this.#pathOf(collection);
    if (path === null) return;
    await this.#changes.run(path, () =>
      this.directory.attempt(path, async () => {
        await nullWhenMissing(async () => {
          await rm(path);
          await syncFolder(this.directory.resolve(this.format.folder));
        });
      }),
    );
  }

  #pathOf(collection: string): string | null {
    const file = fileNameOf(collection);
    return file === null ? null : this.directory.resolve(this.format.folder, `${file}.jsonl`);
  }

  /** @throws ArbiterError UNAVAILABLE for a line that was changed after it was written */
  #eventsOf(bytes: Buffer, collection: string, where: string): readonly E[] {
    const line = z
      .array(this.format.event)
      .min(1)
      .safeParse(parseJson(bytes.toString('utf8')));
    if (line.success) return line.data;
    throw this.#damaged(collection, where, line.error);
  }

  #damaged(collection: string, where: string, cause?: unknown): ArbiterError {
    const { folder, holds, otherwise } = this.format;
    return new ArbiterError(
      'UNAVAILABLE',
      `The ${holds} ${folder}/${fileNameOf(collection) ?? ''}.jsonl is damaged (${where}): restore it from a backup, or delete the file and ${otherwise}.`,
      { details: { collection }, cause },
    );
  }
}

/** Changelogs, in `changelogs/<collection>.jsonl`. */
export class FilesystemChangelogStore extends FilesystemEventLog<ChangelogEvent> implements ChangelogStore {
  constructor(directory: DataDirectory) {
    const otherwise = 'add its changes anew';
    super(directory, { folder: 'changelogs', holds: 'changelog', otherwise, event: ChangelogEvent });
  }
}

/** Corrections of graphs, in `corrections/<collection>.jsonl`. */
export class FilesystemGraphCorrectionStore
  extends FilesystemEventLog<GraphCorrectionEvent>
  implements GraphCorrectionStore
{
  constructor(directory: DataDirectory) {
    const otherwise = 'correct the graph anew';
    super(directory, { folder: 'corrections', holds: 'file of corrections', otherwise, event: GraphCorrectionEvent });
  }
}
