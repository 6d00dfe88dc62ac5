import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ArbiterError, type IngestionSource } from '@arbiter/contracts';
import type { FoundItem, LoadContext, SourceItem, SourceLoader } from '@arbiter/ports';
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
    if (isHidden(source.name)) {
      yield { skipped: { source: source.name, reason: 'It is hidden: its name begins with a dot.' } };
      return;
    }
    const kept = await this.uploads.find(source, signal);
    const { bytes: size } = kept.upload;
    const item = sentAlong(ORIGIN, source, size, (within) => buffer(this.uploads.read(kept, within)));
    if (size <= this.maxFileBytes) {
      yield item;
      return;
    }
    const file = join(await context.scratch(), 'upload');
    await pipeline(this.uploads.read(kept, signal), createWriteStream(file, { mode: 0o600 }), { signal });
    const message = `"${source.name}" is larger than ${this.maxFileBytes} bytes (INGESTION_MAX_FILE_MIB).`;
    yield { ...item, file, read: () => Promise.reject(new ArbiterError('PAYLOAD_TOO_LARGE', message)) };
  }
}

/** As in a folder of this disk: `.env`, and all that lies in `.git`. */
function isHidden(name: string): boolean {
  return name.split('/').some((segment) => segment.startsWith('.'));
}

/** The document of a source that comes with its request. */
export function sentAlong(
  origin: string,
  { name, title, metadata }: Extract<IngestionSource, { kind: 'inline' | 'upload' }>,
  size: number,
  read: SourceItem['read'],
): SourceItem {
  return { source: name, origin, location: `${origin}${name}`, size, read, given: { title: title ?? null, metadata } };
}
