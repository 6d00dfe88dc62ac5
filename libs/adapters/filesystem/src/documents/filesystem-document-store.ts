import { mapConcurrently, SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentStore, StoredDocument } from '@arbiter/ports';
import type { DataDirectory } from '../data-directory.js';
import { type DescriptionFile, DocumentFiles } from './document-files.js';

const FILES_READ_AT_ONCE = 16;
/** Times that a text may vanish under a reader because its document was replaced meanwhile. */
const READ_ATTEMPTS = 8;

/**
 * Documents as files, see DocumentFiles. It remembers nothing: names are the index, so a second instance, or a reader in
 * another process, sees every document as soon as it is put.
 */
export class FilesystemDocumentStore implements DocumentStore {
  readonly #files: DocumentFiles;
  readonly #changes = new SerialQueue();

  constructor(private readonly directory: DataDirectory) {
    this.#files = new DocumentFiles(directory);
  }

  async put(document: StoredDocument, text: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    if (text.length !== document.length || !text.isWellFormed()) {
      throw new ArbiterError(
        'INVALID_REQUEST',
        `The text of document "${document.id}" must be well-formed and ${document.length} UTF-16 units long.`,
      );
    }
    await this.#changes.run(document.id, async () => {
      const before = await this.#files.collectionsOf(document.id);
      const replaced = before.includes(document.collection)
        ? await this.#textNameOf(document.collection, document.id)
        : null;
      signal.throwIfAborted();
      const current = await this.#files.put(document, text);
      // A failure from here on leaves files that are never read; the next opening of the directory sweeps them.
      await ignoringArbiterErrors(async () => {
        for (const other of before.filter((one) => one !== document.collection)) await this.#remove(other, document.id);
        if (replaced !== null && replaced !== current.text) await this.#files.removeText(document.collection, replaced);
      });
    });
  }

  async get(documentId: string, signal: AbortSignal): Promise<StoredDocument | null> {
    signal.throwIfAborted();
    return (await this.#find(documentId))?.document ?? null;
  }

  async text(documentId: string, signal: AbortSignal): Promise<string | null> {
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt += 1) {
      signal.throwIfAborted();
      const description = await this.#find(documentId);
      if (description === null) return null;
      const text = await this.#files.text(description);
      if (text !== null) return text;
    }
    throw new ArbiterError(
      'UNAVAILABLE',
      `The text of document "${documentId}" is missing: delete the document and ingest its source anew.`,
    );
  }

  async list(
    collection: string,
    { after, limit }: { readonly after?: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly StoredDocument[]> {
    signal.throwIfAborted();
    const ids = (await this.#files.ids(collection)).filter((id) => after === undefined || id > after);
    const page: StoredDocument[] = [];
    // Documents that are deleted meanwhile make the page no shorter while there are others.
    for (let next = 0; page.length < limit && next < ids.length;) {
      const wanted = ids.slice(next, next + limit - page.length);
      next += wanted.length;
      const found = await mapConcurrently(wanted, FILES_READ_AT_ONCE, async (id) => {
        signal.throwIfAborted();
        return this.#files.describe(collection, id);
      });
      page.push(...found.flatMap((description) => (description === null ? [] : [description.document])));
    }
    return page;
  }

  async count(collection: string, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    return (await this.#files.ids(collection)).length;
  }

  async delete(documentId: string, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    return this.#changes.run(documentId, async () => {
      const collections = await this.#files.collectionsOf(documentId);
      for (const collection of collections) await this.#remove(collection, documentId);
      return collections.length > 0;
    });
  }

  /** A crash in the middle of a move leaves the document in two collections until the next sweep; the newer one is right. */
  async #find(documentId: string): Promise<DescriptionFile | null> {
    const collections = await this.#files.collections();
    const found = await mapConcurrently(collections, FILES_READ_AT_ONCE, (one) =>
      this.#files.describe(one, documentId),
    );
    return found.reduce(
      (best, one) => (best && one ? (one.document.updatedAt > best.document.updatedAt ? one : best) : (best ?? one)),
      null,
    );
  }

  async #remove(collection: string, documentId: string): Promise<void> {
    const text = await this.#textNameOf(collection, documentId);
    await this.#files.removeDescription(collection, documentId);
    if (text !== null) await ignoringArbiterErrors(() => this.#files.removeText(collection, text));
  }

  /** A damaged description can be replaced and removed like any other; its text is then left to the next sweep. */
  async #textNameOf(collection: string, documentId: string): Promise<string | null> {
    let name: string | null = null;
    await ignoringArbiterErrors(async () => {
      name = (await this.#files.describe(collection, documentId))?.text ?? null;
    });
    return name;
  }
}

async function ignoringArbiterErrors(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof ArbiterError)) throw error;
  }
}
