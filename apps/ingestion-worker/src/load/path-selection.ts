import type { IngestionSource } from '@arbiter/contracts';
import ignore, { type Ignore } from 'ignore';

const ORIGIN_OF_URL = /^https?:\/\/[^/]*\//;

/** Which documents of a source its globs select; they read as the lines of a `.gitignore` do. */
export class PathSelection {
  private readonly include: Ignore | null;
  private readonly exclude: Ignore | null;

  constructor(source: IngestionSource) {
    this.include = 'include' in source && source.include ? matcherOf(source.include) : null;
    this.exclude = 'exclude' in source && source.exclude ? matcherOf(source.exclude) : null;
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

function matcherOf(globs: readonly string[]): Ignore {
  return ignore({ ignorecase: false, allowRelativePaths: true }).add([...globs]);
}
