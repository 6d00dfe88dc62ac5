import { rm } from 'node:fs/promises';
import { mapConcurrently, SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, CollectionManifest, compareCodeUnits, parseJson } from '@arbiter/contracts';
import { type CollectionCatalog, differingSettings, SourceCursor } from '@arbiter/ports';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.js';
import { fileNameOf, idOfFileName } from '../paths.js';
import { fileStateOf, readFolder, readTextFile } from '../read-text-file.js';

const FOLDER = 'collections';
const ENDING = '.json';
/** Beside the manifest: how often what the collection holds has changed. */
const GENERATION_ENDING = '.generation';
/** Beside the manifest: how far sources were read. */
const CURSORS_ENDING = '.cursors';
const FILES_READ_AT_ONCE = 16;

/** By the digests of their sources. */
const Cursors = z.record(z.string(), SourceCursor);

/** One file per manifest, `collections/<name>.json`, and beside it its count of changes and its cursors. Another process may read along. */
export class FilesystemCollectionCatalog implements CollectionCatalog {
  readonly #changes = new SerialQueue();
  /** Manifests as they were read, by path: every search asks for them, and they hardly ever change. */
  readonly #read = new Map<string, { readonly state: string; readonly manifest: CollectionManifest }>();

  constructor(private readonly directory: DataDirectory) {}

  async list(signal: AbortSignal): Promise<readonly CollectionManifest[]> {
    signal.throwIfAborted();
    const folder = this.directory.resolve(FOLDER);
    const names = namesOf(await this.directory.attempt(folder, () => readFolder(folder)));
    const manifests = await mapConcurrently(names, FILES_READ_AT_ONCE, (name) => this.get(name, signal));
    return manifests.filter((manifest) => manifest !== null);
  }

  async get(name: string, signal: AbortSignal): Promise<CollectionManifest | null> {
    signal.throwIfAborted();
    const path = this.#pathOf(name);
    if (path === null) return null;
    // Taken before the file is read: a manifest that is kept under a state is never older than the state.
    const state = await this.directory.attempt(path, () => fileStateOf(path));
    const known = this.#read.get(path);
    if (known?.state === state) return known.manifest;
    this.#read.delete(path);
    const text = await this.directory.attempt(path, () => readTextFile(path));
    if (state === null || text === null) return null;
    const manifest = CollectionManifest.safeParse(parseJson(text));
    if (manifest.success) {
      this.#read.set(path, { state, manifest: manifest.data });
      return manifest.data;
    }
    throw new ArbiterError(
      'UNAVAILABLE',
      `The manifest ${FOLDER}/${fileNameOf(name) ?? name}${ENDING} is damaged: restore it from a backup, or delete it and ingest the collection anew.`,
      { cause: manifest.error },
    );
  }

  async create(manifest: CollectionManifest, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const path = this.#pathOf(manifest.name);
    if (path === null) throw new ArbiterError('INVALID_REQUEST', 'The name of the collection is too long.');
    await this.#changes.run(manifest.name, async () => {
      const present = await this.get(manifest.name, signal);
      if (present === null) {
        await this.directory.write(path, `${JSON.stringify(manifest, null, 2)}\n`);
        return;
      }
      const differing = differingSettings(present, manifest);
      if (differing.length === 0) return;
      throw new ArbiterError(
        'CONFLICT',
        `Collection "${manifest.name}" was made with other settings (${differing.join(', ')}). Use those, or delete the collection and ingest it anew.`,
        { details: { collection: manifest.name, differing } },
      );
    });
  }

  async replace(manifest: CollectionManifest, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const { name } = manifest;
    const path = this.#pathOf(name);
    await this.#changes.run(name, async () => {
      if (path === null || (await this.get(name, signal)) === null) {
        throw new ArbiterError('NOT_FOUND', `There is no collection "${name}".`, { details: { collection: name } });
      }
      await this.directory.write(path, `${JSON.stringify(manifest, null, 2)}\n`);
    });
  }

  async generation(name: string, signal: AbortSignal): Promise<string | null> {
    const manifest = await this.get(name, signal);
    // A collection that was made anew begins to count anew, at another time.
    return manifest ? `${manifest.createdAt}#${await this.#changesOf(name)}` : null;
  }

  async advance(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const path = this.#pathOf(name, GENERATION_ENDING);
    if (path === null) return;
    await this.#changes.run(name, async () => {
      if ((await this.get(name, signal)) === null) return;
      await this.directory.write(path, `${(await this.#changesOf(name)) + 1}\n`);
    });
  }

  async delete(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const path = this.#pathOf(name);
    if (path === null) return;
    const generation = this.#pathOf(name, GENERATION_ENDING);
    const cursors = this.#pathOf(name, CURSORS_ENDING);
    await this.#changes.run(name, async () => {
      if (cursors !== null) await this.directory.attempt(cursors, () => rm(cursors, { force: true }));
      await this.directory.attempt(path, () => rm(path, { force: true }));
      // Last: without it a collection that is still there would seem to hold what it held at first.
      if (generation !== null) await this.directory.attempt(generation, () => rm(generation, { force: true }));
    });
  }

  async cursor(collection: string, source: string, signal: AbortSignal): Promise<SourceCursor | null> {
    signal.throwIfAborted();
    return (await this.#cursorsOf(collection)).get(source) ?? null;
  }

  async keepCursor(collection: string, source: string, cursor: SourceCursor, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const path = this.#pathOf(collection, CURSORS_ENDING);
    if (path === null) return;
    await this.#changes.run(collection, async () => {
      if ((await this.get(collection, signal)) === null) return;
      const cursors = (await this.#cursorsOf(collection)).set(source, cursor);
      await this.directory.write(path, `${JSON.stringify(Object.fromEntries(cursors), null, 2)}\n`);
    });
  }

  /** None where the file is damaged: sources are then read anew, and it is written anew. */
  async #cursorsOf(name: string): Promise<Map<string, SourceCursor>> {
    const path = this.#pathOf(name, CURSORS_ENDING);
    if (path === null) return new Map();
    const text = await this.directory.attempt(path, () => readTextFile(path));
    const cursors = text === null ? undefined : Cursors.safeParse(parseJson(text)).data;
    return new Map(Object.entries(cursors ?? {}));
  }

  async #changesOf(name: string): Promise<number> {
    const path = this.#pathOf(name, GENERATION_ENDING);
    if (path === null) return 0;
    return Number((await this.directory.attempt(path, () => readTextFile(path))) ?? 0);
  }

  #pathOf(name: string, ending = ENDING): string | null {
    const file = fileNameOf(name);
    return file === null ? null : this.directory.resolve(FOLDER, `${file}${ending}`);
  }
}

function namesOf(files: readonly string[]): string[] {
  return files
    .filter((file) => file.endsWith(ENDING))
    .map((file) => idOfFileName(file.slice(0, -ENDING.length)))
    .filter((name) => name !== null)
    .sort(compareCodeUnits);
}
