import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { digestFile } from './digest-file.js';
import type { ModelListing, ModelSource, OpenedFile, SourceFile } from './model-source.js';

/** One model in a folder: downloaded elsewhere, or exported by oneself. It is taken for the model that is asked for. */
export class FolderSource implements ModelSource {
  /** @param name absolute path */
  constructor(readonly name: string) {}

  async describe(
    _model: string,
    { revision, paths, signal }: Parameters<ModelSource['describe']>[1],
  ): Promise<ModelListing> {
    if (revision !== null) {
      throw new ArbiterError('INVALID_REQUEST', 'A folder has no revisions: leave out --revision.');
    }
    const found = await stat(this.name).catch(() => null);
    if (!found?.isDirectory()) {
      throw new ArbiterError('NOT_FOUND', `There is no folder ${this.name}.`, { details: { source: this.name } });
    }
    const files: SourceFile[] = [];
    for (const path of paths) {
      const digests = await digestFile(join(this.name, path), signal);
      if (digests) files.push({ path, ...digests });
    }
    return { revision: null, files };
  }

  open(_model: string, path: string, { offset, signal }: Parameters<ModelSource['open']>[2]): Promise<OpenedFile> {
    return Promise.resolve({ offset, bytes: createReadStream(join(this.name, path), { start: offset, signal }) });
  }
}
