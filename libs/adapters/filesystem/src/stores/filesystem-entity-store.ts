import { rm } from 'node:fs/promises';
import { mapConcurrently, SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, CollectionName, compareCodeUnits, type EntityName } from '@arbiter/contracts';
import {
  EntityIndex,
  type EntityNamesQuery,
  type EntityQuery,
  type EntityStore,
  namedEntities,
  type NamedEntity,
  PARSED_ENTITY_SHAPE,
  type ParsedEntity,
  placeOfEntity,
  type StoredEntity,
} from '@arbiter/ports';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.js';
import { fileNameOf, idOfFileName } from '../paths.js';
import { parseJson, readFolder, readTextFile } from '../read-text-file.js';

const FOLDER = 'entities';
const ENDING = '.json';
const FILES_READ_AT_ONCE = 8;

/** The content of a file of entities: all of one document. */
export const EntityFile = z.object({
  collection: CollectionName,
  entities: z.array(z.object(PARSED_ENTITY_SHAPE)),
});
export type EntityFile = z.output<typeof EntityFile>;

interface Indexed {
  readonly collection: string;
  readonly named: readonly NamedEntity[];
}

/**
 * One file per document that has entities, `entities/<document id>.json`. All names are kept in memory, read with the first
 * use: one instance per directory, which is the one that writes.
 */
export class FilesystemEntityStore implements EntityStore {
  readonly #changes = new SerialQueue();
  readonly #names = new EntityIndex();
  #index: Promise<Map<string, Indexed>> | undefined;

  constructor(private readonly directory: DataDirectory) {}

  async replace(
    document: { readonly id: string; readonly collection: string },
    entities: readonly ParsedEntity[],
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    if (entities.length === 0) return this.delete([document.id], signal);
    this.directory.refuseUnlessWritable();
    const path = this.#pathOf(document.id);
    if (path === null) throw new ArbiterError('INVALID_REQUEST', 'The id of a document is too long.');
    const file = { collection: document.collection, entities };
    const index = await this.#opened(signal);
    await this.#changes.run(document.id, async () => {
      await this.directory.write(path, `${JSON.stringify(file)}\n`);
      const named = namedEntities(document, entities);
      index.set(document.id, { collection: document.collection, named });
      this.#names.put(document.id, named);
    });
  }

  async ofDocument(documentId: string, signal: AbortSignal): Promise<readonly ParsedEntity[]> {
    signal.throwIfAborted();
    return (await this.#read(documentId))?.entities ?? [];
  }

  async get(entityId: string, signal: AbortSignal): Promise<StoredEntity | null> {
    const index = await this.#opened(signal);
    const place = placeOfEntity(entityId);
    return (place && index.get(place.documentId)?.named[place.ordinal]?.entity) ?? null;
  }

  async data(entityId: string, signal: AbortSignal): Promise<string | null> {
    const place = placeOfEntity(entityId);
    if (!place) return null;
    return (await this.ofDocument(place.documentId, signal))[place.ordinal]?.data ?? null;
  }

  async find(query: EntityQuery, signal: AbortSignal): Promise<readonly StoredEntity[]> {
    await this.#opened(signal);
    return this.#names.find(query);
  }

  async names(query: EntityNamesQuery, signal: AbortSignal): Promise<readonly EntityName[]> {
    await this.#opened(signal);
    return this.#names.names(query);
  }

  async delete(documentIds: readonly string[], signal: AbortSignal): Promise<void> {
    const index = await this.#opened(signal);
    for (const id of documentIds.filter((one) => index.has(one))) {
      this.directory.refuseUnlessWritable();
      const path = this.#pathOf(id);
      await this.#changes.run(id, async () => {
        if (path !== null) await this.directory.attempt(path, () => rm(path, { force: true }));
        index.delete(id);
        this.#names.delete(id);
      });
    }
  }

  async documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]> {
    const index = await this.#opened(signal);
    const held = [...index].filter(([, indexed]) => indexed.collection === collection);
    return held.map(([id]) => id).sort(compareCodeUnits);
  }

  async #opened(signal: AbortSignal): Promise<Map<string, Indexed>> {
    signal.throwIfAborted();
    const index = (this.#index ??= this.#readAll());
    // What went wrong once may go well the next time.
    void index.catch(() => (this.#index = undefined));
    return index;
  }

  async #readAll(): Promise<Map<string, Indexed>> {
    const folder = this.directory.resolve(FOLDER);
    const names = await this.directory.attempt(folder, () => readFolder(folder));
    const ids = names
      .filter((name) => name.endsWith(ENDING))
      .map((name) => idOfFileName(name.slice(0, -ENDING.length)))
      .filter((id) => id !== null);
    const index = new Map<string, Indexed>();
    await mapConcurrently(ids, FILES_READ_AT_ONCE, async (id) => {
      const file = await this.#read(id);
      if (!file) return;
      const { collection, entities } = file;
      const named = namedEntities({ id, collection }, entities);
      index.set(id, { collection, named });
      this.#names.put(id, named);
    });
    return index;
  }

  async #read(documentId: string): Promise<EntityFile | null> {
    const path = this.#pathOf(documentId);
    const text = path && (await this.directory.attempt(path, () => readTextFile(path)));
    if (text === null) return null;
    const file = EntityFile.safeParse(parseJson(text));
    if (file.success) return file.data;
    throw new ArbiterError(
      'UNAVAILABLE',
      `The entities of document "${documentId}" are damaged: delete ${FOLDER}/${fileNameOf(documentId) ?? ''}${ENDING} and ingest its source anew.`,
      { details: { documentId }, cause: file.error },
    );
  }

  #pathOf(documentId: string): string | null {
    const name = fileNameOf(documentId);
    return name && this.directory.resolve(FOLDER, `${name}${ENDING}`);
  }
}
