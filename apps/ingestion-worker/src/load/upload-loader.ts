import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ArbiterError, type IngestionSource } from '@arbiter/contracts';
import type { FoundItem, LoadContext, SourceLoader } from '@arbiter/ports';
import type { Uploads } from '../uploads/uploads.js';

const ORIGIN = 'upload:';

type UploadSource = Extract<IngestionSource, { kind: 'upload' }>;

/** Files that were uploaded before. Sending others deletes none of them; one of the same name replaces the former. */
export class UploadLoader implements SourceLoader<UploadSource> {
  constructor(
    private readonly uploads: Pick<Uploads, 'find' | 'read'>,
    /** Of a file that is read at once, in bytes; an archive may be larger. */
    private readonly maxFileBytes: number,
  ) {}

  originOf(): null {
    return null;
  }

  async *list(source: UploadSource, context: LoadContext, signal: AbortSignal): AsyncIterable<FoundItem> {
    const { name, title, metadata } = source;
    const kept = await this.uploads.find(source, signal);
    const { bytes: size } = kept.upload;
    const place = { source: name, origin: ORIGIN, location: `${ORIGIN}${name}`, size };
    const given = { title: title ?? null, metadata };
    if (size <= this.maxFileBytes) {
      yield { ...place, given, read: (within) => buffer(this.uploads.read(kept, within)) };
      return;
    }
    const file = join(await context.scratch(), 'upload');
    await pipeline(this.uploads.read(kept, signal), createWriteStream(file, { mode: 0o600 }), { signal });
    yield { ...place, given, file, read: () => Promise.reject(tooLarge(name, this.maxFileBytes)) };
  }
}

function tooLarge(name: string, limit: number): ArbiterError {
  return new ArbiterError('PAYLOAD_TOO_LARGE', `"${name}" is larger than ${limit} bytes (INGESTION_MAX_FILE_MIB).`);
}
