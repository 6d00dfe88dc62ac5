import { readFile, rm } from 'node:fs/promises';
import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, parseJson } from '@arbiter/contracts';
import {
  assertSnapshot,
  damagedGraph,
  type GraphSnapshot,
  type GraphStore,
  graphVersionTaken,
  isGraphVersion,
} from '@arbiter/ports';
import { z } from 'zod';
import { bytesAfterHead, headOf } from '../checked-bytes.js';
import type { DataDirectory } from '../data-directory.js';
import { fileNameOf } from '../paths.js';
import { nullWhenMissing, readFolder, readTextFile } from '../read-text-file.js';

const FOLDER = 'graphs';
const ENDING = '.graph';
const POINTER_FILE = 'current.json';

const FORMAT = 'arbiter-graph 1';

const Pointer = z.strictObject({ version: z.string().min(1), previous: z.string().min(1).nullable() });
type Pointer = z.output<typeof Pointer>;

/**
 * A folder per collection with a file per snapshot, `graphs/<collection>/<version>.graph`. `current.json` beside them names the
 * current one, and is replaced once its file is there. Another process may read along.
 */
export class FilesystemGraphStore implements GraphStore {
  readonly #changes = new SerialQueue();

  constructor(private readonly directory: DataDirectory) {}

  async put(collection: string, snapshot: GraphSnapshot, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    assertSnapshot(snapshot);
    this.directory.refuseUnlessWritable();
    const { version, bytes } = snapshot;
    const folder = this.#folderOf(collection);
    if (folder === null) throw new ArbiterError('INVALID_REQUEST', 'The name of the collection is too long.');
    await this.#changes.run(collection, async () => {
      const present = await this.read(collection, version, signal).catch(nullWhenDamaged);
      if (present && Buffer.compare(present, bytes) !== 0) throw graphVersionTaken(collection, version);
      if (!present) await this.directory.write(this.#pathOf(folder, version), [headOf(FORMAT, bytes), bytes]);
      const pointer = await this.#pointer(collection).catch(nullWhenDamaged);
      const next: Pointer = pointer?.version === version ? pointer : { version, previous: pointer?.version ?? null };
      if (next !== pointer)
        await this.directory.write(this.directory.resolve(folder, POINTER_FILE), `${JSON.stringify(next)}\n`);
      await this.#deleteExcept(folder, [next.version, next.previous]);
    });
  }

  async currentVersion(collection: string, signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted();
    return (await this.#pointer(collection))?.version ?? null;
  }

  async read(collection: string, version: string, signal: AbortSignal): Promise<Uint8Array | null> {
    signal.throwIfAborted();
    const folder = this.#folderOf(collection);
    if (folder === null || !isGraphVersion(version)) return null;
    const path = this.#pathOf(folder, version);
    const file = await this.directory.attempt(path, () => nullWhenMissing(() => readFile(path)));
    if (file === null) return null;
    const bytes = bytesAfterHead(FORMAT, file);
    if (bytes) return bytes;
    throw damagedGraph(collection, `${FOLDER}/${fileNameOf(collection) ?? ''}/${version}${ENDING}`);
  }

  async prune(collection: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const folder = this.#folderOf(collection);
    if (folder === null) return;
    await this.#changes.run(collection, async () => {
      const pointer = await this.#pointer(collection).catch(nullWhenDamaged);
      await this.#deleteExcept(folder, [pointer?.version ?? null]);
    });
  }

  async delete(collection: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const folder = this.#folderOf(collection);
    if (folder === null) return;
    await this.#changes.run(collection, async () => {
      const path = this.directory.resolve(folder);
      await this.directory.attempt(path, async () => {
        // First: what it names must be there.
        await rm(this.directory.resolve(folder, POINTER_FILE), { force: true });
        await rm(path, { recursive: true, force: true });
      });
    });
  }

  async #pointer(collection: string): Promise<Pointer | null> {
    const folder = this.#folderOf(collection);
    if (folder === null) return null;
    const path = this.directory.resolve(folder, POINTER_FILE);
    const text = await this.directory.attempt(path, () => readTextFile(path));
    if (text === null) return null;
    const pointer = Pointer.safeParse(parseJson(text));
    if (pointer.success) return pointer.data;
    throw damagedGraph(collection, `${folder}/${POINTER_FILE}`, pointer.error);
  }

  async #deleteExcept(folder: string, versions: readonly (string | null)[]): Promise<void> {
    const path = this.directory.resolve(folder);
    const kept = versions.map((version) => `${version}${ENDING}`);
    await this.directory.attempt(path, async () => {
      const files = (await readFolder(path)).filter((name) => name.endsWith(ENDING) && !kept.includes(name));
      for (const name of files) await rm(this.directory.resolve(folder, name), { force: true });
    });
  }

  /** Relative to the data directory. */
  #folderOf(collection: string): string | null {
    const name = fileNameOf(collection);
    return name === null ? null : `${FOLDER}/${name}`;
  }

  #pathOf(folder: string, version: string): string {
    return this.directory.resolve(folder, `${version}${ENDING}`);
  }
}

/** For a write that replaces what is damaged. */
function nullWhenDamaged(error: unknown): null {
  if (error instanceof ArbiterError && error.details.damaged === true) return null;
  throw error;
}
