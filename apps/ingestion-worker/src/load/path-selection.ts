import { IgnoreList } from '@arbiter/adapter-kit/documents';
import type { IngestionSource } from '@arbiter/contracts';

const ORIGIN_OF_URL = /^https?:\/\/[^/]*\//;

/** Which documents of a source its globs select; they read as the lines of a `.gitignore` do. */
export class PathSelection {
  private readonly include: IgnoreList | null;
  private readonly exclude: IgnoreList | null;

  constructor(source: IngestionSource) {
    this.include = 'include' in source && source.include ? new IgnoreList(source.include) : null;
    this.exclude = 'exclude' in source && source.exclude ? new IgnoreList(source.exclude) : null;
  }

  /** @param source as of a SourceItem; of an address its path counts. What ends in `/` is a folder */
  selects(source: string): boolean {
    const path = source.replace(ORIGIN_OF_URL, '');
    // The page of a host itself.
    if (path === '') return this.include === null;
    if (this.excludes(source)) return false;
    // Whether something below a folder is selected is not known.
    return this.include === null || path.endsWith('/') || this.include.ignores(path);
  }

  /** Whether it is left out by name; what is not may still be missing from `include`. @param source as of `selects` */
  excludes(source: string): boolean {
    const path = source.replace(ORIGIN_OF_URL, '');
    return path !== '' && (this.exclude?.ignores(path) ?? false);
  }
}
