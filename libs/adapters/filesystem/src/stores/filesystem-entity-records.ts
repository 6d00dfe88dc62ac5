import { rm } from 'node:fs/promises';
import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, parseJson } from '@arbiter/contracts';
import { type DocumentEntities, DocumentEntitiesSchema, type EntityRecords } from '@arbiter/ports';
import type { DataDirectory } from '../data-directory.js';
import { fileNameOf, idOfFileName } from '../paths.js';
import { readFolder, readTextFile } from '../read-text-file.js';

const FOLDER = 'entities';
const ENDING = '.json';

/** A file for each document that has entities, `entities/<document id>.json`. The process that writes reads them once. */
export class FilesystemEntityRecords implements EntityRecords {
  readonly #changes = new SerialQueue();

  constructor(private readonly directory: DataDirectory) {}

  async put(documentId: string, held: DocumentEntities): Promise<void> {
    const path = this.#pathOf(documentId);
    if (path === null) throw new ArbiterError('INVALID_REQUEST', 'The id of a document is too long.');
    await this.#changes.run(documentId, () => this.directory.write(path, `${JSON.stringify(held)}\n`));
  }

  async get(documentId: string): Promise<DocumentEntities | null> {
    const path = this.#pathOf(documentId);
    const text = path && (await this.directory.attempt(path, () => readTextFile(path)));
    if (text === null) return null;
    const held = DocumentEntitiesSchema.safeParse(parseJson(text));
    if (held.success) return held.data;
    throw new ArbiterError(
      'UNAVAILABLE',
      `The entities of document "${documentId}" are damaged: delete ${FOLDER}/${fileNameOf(documentId) ?? ''}${ENDING} and ingest its source anew.`,
      { details: { documentId }, cause: held.error },
    );
  }

  async delete(documentId: string): Promise<void> {
    this.directory.refuseUnlessWritable();
    const path = this.#pathOf(documentId);
    if (path === null) return;
    await this.#changes.run(documentId, () => this.directory.attempt(path, () => rm(path, { force: true })));
  }

  async versions(): Promise<ReadonlyMap<string, string>> {
    const folder = this.directory.resolve(FOLDER);
    const names = await this.directory.attempt(folder, () => readFolder(folder));
    const ids = names
      .filter((name) => name.endsWith(ENDING))
      .map((name) => idOfFileName(name.slice(0, -ENDING.length)))
      .filter((id) => id !== null);
    return new Map(ids.map((id) => [id, '']));
  }

  state(): Promise<string> {
    return Promise.resolve('');
  }

  #pathOf(documentId: string): string | null {
    const name = fileNameOf(documentId);
    return name && this.directory.resolve(FOLDER, `${name}${ENDING}`);
  }
}
