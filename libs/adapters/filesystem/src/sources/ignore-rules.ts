import { IgnoreList } from '@arbiter/adapter-kit/documents';

/** Read in each folder, later ones over earlier ones. */
export const IGNORE_FILES = ['.gitignore', '.arbiterignore'] as const;

/** Folders that hold nothing anybody wrote to be read. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules']);

/**
 * The rules of a folder and those above it, as gitignore(5) has it: a deeper file decides before a higher one, within a
 * file the last rule that matches decides, and what lies below an ignored folder is out of reach of every rule.
 */
export class IgnoreRules {
  static readonly NONE = new IgnoreRules('', null, null);

  private constructor(
    /** Source of the folder: empty, or ending in "/". */
    private readonly prefix: string,
    private readonly list: IgnoreList | null,
    private readonly above: IgnoreRules | null,
  ) {}

  /**
   * @param prefix source of the folder that the files lie in: empty for the root, otherwise ending in `/`
   * @param contents of its ignore files, in the order of IGNORE_FILES
   */
  below(prefix: string, contents: readonly string[]): IgnoreRules {
    if (contents.length === 0) return this;
    return new IgnoreRules(prefix, IgnoreList.ofFiles(contents), this);
  }

  /** @param source of a file, or of a folder with `/` at its end */
  ignores(source: string): boolean {
    if (this.list) {
      const { ignored, unignored } = this.list.test(source.slice(this.prefix.length));
      if (ignored || unignored) return ignored;
    }
    return this.above?.ignores(source) ?? false;
  }
}

/** @returns true for what is left out whatever the rules say: hidden names, and folders of packages */
export function isAlwaysSkipped(name: string): boolean {
  return name.startsWith('.') || SKIPPED_FOLDERS.has(name);
}
