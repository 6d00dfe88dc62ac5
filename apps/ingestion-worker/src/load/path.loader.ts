import type { IngestionSource } from '@arbiter/contracts';
import type { FoundItem, LoadContext, SourceLoader, SourceReader } from '@arbiter/ports';
import type { ReadablePaths } from './readable-paths.js';

type PathSource = Extract<IngestionSource, { kind: 'path' }>;

/** Files and folders of this machine. */
export class PathLoader implements SourceLoader<PathSource> {
  constructor(
    private readonly reader: SourceReader,
    private readonly paths: Pick<ReadablePaths, 'assertPath'>,
  ) {}

  originOf({ path }: PathSource): string {
    return this.reader.originOf(path);
  }

  /** Checked when it is read, too: since the job was submitted, a link may have taken the path's place. */
  async *list({ path }: PathSource, _context: LoadContext, signal: AbortSignal): AsyncIterable<FoundItem> {
    await this.paths.assertPath(path);
    yield* this.reader.walk(path, signal);
  }
}
