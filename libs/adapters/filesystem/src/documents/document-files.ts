import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError, compareCodeUnits, parseJson } from '@arbiter/contracts';
import { type StoredDocument, StoredDocumentSchema } from '@arbiter/ports';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.js';
import { fileNameOf, idOfFileName } from '../paths.js';
import { syncFolder } from '../private-files.js';
import { nullWhenMissing, readFolder, readTextFile } from '../read-text-file.js';

const ROOT = 'documents';
const DESCRIPTION_ENDING = '.json';
/** `<id>.<first 16 hex digits of the text's sha256>.txt` */
const TEXT_NAME = /^(.+)\.[0-9a-f]{16}\.txt$/;

/** The content of a description file. `text` is the name of the text file that belongs to it. */
export const DescriptionFile = z.object({ text: z.string().min(1), document: StoredDocumentSchema });
export type DescriptionFile = z.output<typeof DescriptionFile>;

/**
 * The files of stored documents: `documents/<collection>/descriptions/<id>.json`, which names its text in
 * `documents/<collection>/texts/<id>.<hash>.txt`. A document is there when its description is; a text that no description
 * names is left over from a crash. Since a text's name follows from its content, a description never names a newer text.
 */
export class DocumentFiles {
  constructor(private readonly directory: DataDirectory) {}

  async collections(): Promise<string[]> {
    const folder = this.directory.resolve(ROOT);
    const names = await this.directory.attempt(folder, () => readFolder(folder));
    return names.map(idOfFileName).filter((name) => name !== null);
  }

  /** @returns the collections that hold the document: one, or none, or two after a crash in the middle of a move */
  async collectionsOf(id: string): Promise<string[]> {
    const held: string[] = [];
    for (const collection of await this.collections()) {
      const path = this.#description(collection, id);
      if (path === null) continue;
      const found = await this.directory.attempt(path, () => nullWhenMissing(() => stat(path)));
      if (found !== null) held.push(collection);
    }
    return held;
  }

  /** @returns the ids in a collection, ascending */
  async ids(collection: string): Promise<string[]> {
    const folder = this.#folder(collection, 'descriptions');
    if (folder === null) return [];
    return (await this.directory.attempt(folder, () => readFolder(folder)))
      .filter((name) => name.endsWith(DESCRIPTION_ENDING))
      .map((name) => idOfFileName(name.slice(0, -DESCRIPTION_ENDING.length)))
      .filter((id) => id !== null)
      .sort(compareCodeUnits);
  }

  /** @returns null when it is not there; @throws ArbiterError UNAVAILABLE when it is damaged */
  async describe(collection: string, id: string): Promise<DescriptionFile | null> {
    const path = this.#description(collection, id);
    if (path === null) return null;
    const content = await this.directory.attempt(path, () => readTextFile(path));
    if (content === null) return null;
    const description = DescriptionFile.safeParse(parseJson(content));
    if (description.success && description.data.document.id === id) return description.data;
    throw this.#damaged(collection, id, description.error);
  }

  /** @returns null when the text file is not there (any more) */
  async text(description: DescriptionFile): Promise<string | null> {
    const { collection } = description.document;
    const folder = this.#folder(collection, 'texts');
    if (folder === null) return null;
    const path = join(folder, description.text);
    const text = await this.directory.attempt(path, () => readTextFile(path));
    if (text !== null && text.length !== description.document.length) {
      throw this.#damaged(collection, description.document.id, undefined);
    }
    return text;
  }

  /** Text first; the description is the commit. */
  async put(document: StoredDocument, text: string): Promise<DescriptionFile> {
    const [texts, description] = [
      this.#folder(document.collection, 'texts'),
      this.#description(document.collection, document.id),
    ];
    const name = textNameOf(document.id, text);
    if (texts === null || description === null || name === null) {
      throw new ArbiterError('INVALID_REQUEST', 'The id of a document or the name of its collection is too long.');
    }
    const file: DescriptionFile = { text: name, document: DescriptionFile.shape.document.parse(document) };
    const bytes = Buffer.from(text, 'utf8');
    const path = join(texts, name);
    const present = await this.directory.attempt(path, () => nullWhenMissing(() => stat(path)));
    if (present?.size !== bytes.length) await this.directory.write(path, bytes);
    await this.directory.write(description, `${JSON.stringify(file)}\n`);
    return file;
  }

  /** Removes the description for good; no description then names the text. */
  async removeDescription(collection: string, id: string): Promise<void> {
    const path = this.#description(collection, id);
    const folder = this.#folder(collection, 'descriptions');
    if (path === null || folder === null) return;
    await this.directory.attempt(path, async () => {
      await rm(path, { force: true });
      await syncFolder(folder);
    });
  }

  async removeText(collection: string, name: string): Promise<void> {
    const folder = this.#folder(collection, 'texts');
    if (folder === null) return;
    const path = join(folder, name);
    await this.directory.attempt(path, () => rm(path, { force: true }));
  }

  /**
   * Removes what a crash has left behind: texts that no description names, and the older half of an interrupted move.
   * Only without other writers. Descriptions are read only where a document has more than one text, or place.
   */
  async sweep(): Promise<void> {
    const places = new Map<string, string>();
    for (const collection of await this.collections()) {
      const ids = await this.ids(collection);
      for (const id of ids) {
        const other = places.get(id);
        places.set(id, other === undefined ? collection : await this.#settleMove(id, other, collection));
      }
    }
    for (const collection of await this.collections()) {
      await this.#sweepTexts(collection, (id) => places.get(id) === collection);
    }
  }

  async #settleMove(id: string, first: string, second: string): Promise<string> {
    const [a, b] = [await this.describe(first, id), await this.describe(second, id)];
    const secondIsNewer = (b?.document.updatedAt ?? '') > (a?.document.updatedAt ?? '');
    await this.removeDescription(secondIsNewer ? first : second, id);
    return secondIsNewer ? second : first;
  }

  async #sweepTexts(collection: string, holds: (id: string) => boolean): Promise<void> {
    const folder = this.#folder(collection, 'texts');
    if (folder === null) return;
    const textsOf = new Map<string, string[]>();
    for (const name of await this.directory.attempt(folder, () => readFolder(folder))) {
      const id = idOfFileName(TEXT_NAME.exec(name)?.[1] ?? '');
      if (id !== null) textsOf.set(id, [...(textsOf.get(id) ?? []), name]);
    }
    for (const [id, names] of textsOf) {
      if (holds(id) && names.length === 1) continue;
      const named = holds(id) ? (await this.describe(collection, id))?.text : undefined;
      for (const name of names.filter((one) => one !== named)) await this.removeText(collection, name);
    }
  }

  #folder(collection: string, kind: 'descriptions' | 'texts'): string | null {
    const name = fileNameOf(collection);
    return name === null ? null : this.directory.resolve(ROOT, name, kind);
  }

  #description(collection: string, id: string): string | null {
    const folder = this.#folder(collection, 'descriptions');
    const name = fileNameOf(id);
    return folder === null || name === null ? null : join(folder, `${name}${DESCRIPTION_ENDING}`);
  }

  #damaged(collection: string, id: string, cause: unknown): ArbiterError {
    return new ArbiterError(
      'UNAVAILABLE',
      `The files of document "${id}" in collection "${collection}" are damaged: delete the document and ingest its source anew.`,
      { details: { documentId: id, collection }, cause },
    );
  }
}

function textNameOf(id: string, text: string): string | null {
  const name = fileNameOf(id);
  return name && `${name}.${createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16)}.txt`;
}
