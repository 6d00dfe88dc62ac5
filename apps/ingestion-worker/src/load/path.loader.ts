import type { IngestionSource } from '@arbiter/contracts';
import type { FoundItem, LoadContext, SourceLoader, SourceReader } from '@arbiter/ports';

type PathSource = Extract<IngestionSource, { kind: 'path' }>;

/** Files and folders of this machine. */
export class PathLoader implements SourceLoader<PathSource> {
  constructor(private readonly reader: SourceReader) {}

  originOf({ path }: PathSource): string {
    return this.reader.originOf(path);
  }

  list({ path }: PathSource, _context: LoadContext, signal: AbortSignal): AsyncIterable<FoundItem> {
    return this.reader.walk(path, signal);
  }
}
