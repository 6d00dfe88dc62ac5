import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { IgnoreList } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { FoundItem, RelatedFiles, SourceItem } from '@arbiter/ports';
import { fromFilesystemError, hasCode } from '../filesystem-error.js';
import { nullWhenMissing } from '../read-text-file.js';
import { decodeName, decodePath, filesBeside, isInsideRaw, joinRaw, keyOf, readRegularFile } from './regular-files.js';

const IGNORE_FILE_BYTES = 1024 * 1024;

/** Read in each folder, later ones over earlier ones. */
const IGNORE_FILES = ['.gitignore', '.arbiterignore'] as const;

/** Names of tools and systems, under which lies nothing that anybody wrote to be read. */
const NAMES_OF_TOOLS: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  '.DS_Store',
  '.gitattributes',
  '.gitkeep',
  ...IGNORE_FILES,
]);

const IGNORED = 'A rule of .gitignore or .arbiterignore leaves it out.';

interface Folder {
  /** Real path. */
  readonly path: Buffer;
  /** What the sources in it begin with: empty for the root, otherwise ending in `/`. */
  readonly prefix: string;
  readonly rules: IgnoreRules;
}

/** A symbolic link that was found and not yet followed. */
interface Link {
  readonly path: Buffer;
  readonly source: string;
  readonly rules: IgnoreRules;
  /** Absent for a link, which may lead out of its folder. */
  readonly related?: RelatedFiles;
}

/** One walk of one folder, for FilesystemSourceReader. */
export class FolderWalk {
  readonly #seen = new Set<string>();
  /** Followed when all else is read, so that what can be found under its own name is. */
  readonly #links: Link[] = [];
  readonly #excluded: readonly Buffer[];

  constructor(
    private readonly options: {
      /** Real path. */
      readonly root: Buffer;
      readonly origin: string;
      /** Bytes of a file. */
      readonly limit: number;
      /** Real paths. */
      readonly excluded: readonly string[];
      readonly signal: AbortSignal;
    },
  ) {
    this.#excluded = options.excluded.map((path) => Buffer.from(path));
  }

  async *items(): AsyncIterable<FoundItem> {
    const { root } = this.options;
    const names = await namesIn(root).catch((error: unknown) => {
      throw fromFilesystemError(error, root.toString('utf8'), 'source');
    });
    yield* this.#folder({ path: root, prefix: '', rules: IgnoreRules.NONE }, names);
    for (let link = this.#links.shift(); link !== undefined; link = this.#links.shift()) yield* this.#follow(link);
  }

  async *#folder(folder: Folder, names: readonly Buffer[]): AsyncIterable<FoundItem> {
    this.#seen.add(keyOf(folder.path));
    const { rules, problems } = await this.#rulesIn(folder, names);
    yield* problems;
    const related = filesBeside(
      folder.path,
      names.filter((raw) => !isAlwaysSkipped(decodeName(raw)) && !rules.ignores(`${folder.prefix}${decodeName(raw)}`)),
      this.options.limit,
    );
    for (const raw of names) {
      this.options.signal.throwIfAborted();
      const name = decodeName(raw);
      const path = joinRaw(folder.path, raw);
      const source = `${folder.prefix}${name}`;
      const stats = await this.#attempt(source, () => nullWhenMissing(() => lstat(path)));
      if (isAlwaysSkipped(name)) {
        const isFolder = !(stats instanceof ArbiterError) && stats?.isDirectory();
        yield this.#alwaysSkipped(path, name, isFolder ? `${source}/` : source);
        continue;
      }
      if (stats instanceof ArbiterError) yield this.#unreadable(path, source, stats);
      else if (stats?.isSymbolicLink() && rules.ignores(source)) yield skipped(source, IGNORED);
      else if (stats?.isSymbolicLink()) this.#links.push({ path, source, rules });
      else if (stats) yield* this.#entry({ path, source, rules, related }, stats);
    }
  }

  /** A file or folder by its real path. One that has gone since its name was read is as if it had never been there. */
  async *#entry({ path, source, rules, related }: Link, stats: Stats): AsyncIterable<FoundItem> {
    if (stats.isDirectory()) {
      const prefix = `${source}/`;
      if (this.#isExcluded(path) || rules.ignores(prefix)) {
        yield this.#isExcluded(path) ? dataFolder(prefix) : skipped(prefix, IGNORED);
        return;
      }
      const names = await this.#attempt(prefix, () => nullWhenMissing(() => namesIn(path)));
      if (names instanceof ArbiterError) yield this.#unreadable(path, prefix, names);
      else if (names) yield* this.#folder({ path, prefix, rules }, names);
    } else if (rules.ignores(source)) {
      yield skipped(source, IGNORED);
    } else if (stats.isFile()) {
      this.#seen.add(keyOf(path));
      yield this.#file(path, source, stats.size, related);
    } else {
      yield skipped(source, 'It is a pipe, socket or device, not a file.');
    }
  }

  #alwaysSkipped(path: Buffer, name: string, source: string): FoundItem {
    if (NAMES_OF_TOOLS.has(name)) return { skipped: { source, reason: 'It belongs to a tool.', quiet: true } };
    return this.#isExcluded(path) ? dataFolder(source) : skipped(source, 'It is hidden: its name begins with a dot.');
  }

  async *#follow({ path, source, rules }: Link): AsyncIterable<FoundItem> {
    this.options.signal.throwIfAborted();
    const target = await this.#attempt(source, () => resolveLink(path));
    if (target instanceof ArbiterError) yield this.#unreadable(path, source, target);
    else if (typeof target === 'string') yield skipped(source, target);
    else if (!isInsideRaw(this.options.root, target.path)) {
      yield skipped(source, 'It is a link that leads out of the folder; ingest its target by its own path.');
    } else if (this.#isExcluded(target.path)) {
      yield dataFolder(source);
    } else if (this.#seen.has(keyOf(target.path))) {
      yield skipped(source, 'It is a link to something that is read under its own name.');
    } else {
      yield* this.#entry({ path: target.path, source, rules }, target.stats);
    }
  }

  async #rulesIn(
    { path, prefix, rules }: Folder,
    names: readonly Buffer[],
  ): Promise<{ readonly rules: IgnoreRules; readonly problems: readonly FoundItem[] }> {
    const present = new Set(names.map(decodeName));
    const contents: string[] = [];
    const problems: FoundItem[] = [];
    for (const name of IGNORE_FILES.filter((one) => present.has(one))) {
      const source = `${prefix}${name}`;
      const file = { shown: source, limit: IGNORE_FILE_BYTES, signal: this.options.signal };
      const bytes = await this.#attempt(source, () => readRegularFile(joinRaw(path, Buffer.from(name)), file));
      if (bytes instanceof ArbiterError) problems.push(skipped(source, `Its rules are not applied: ${bytes.message}`));
      else contents.push(Buffer.from(bytes).toString('utf8'));
    }
    return { rules: rules.below(prefix, contents), problems };
  }

  /** A root inside an excluded folder has been asked for by name; what lies in it then is not excluded. */
  #isExcluded(path: Buffer): boolean {
    return this.#excluded.some((folder) => isInsideRaw(folder, path) && !isInsideRaw(folder, this.options.root));
  }

  #file(path: Buffer, source: string, size: number, related: RelatedFiles | undefined): SourceItem {
    const { origin, limit } = this.options;
    const location = decodePath(path);
    return {
      source,
      origin,
      location,
      size,
      read: (signal) => readRegularFile(path, { shown: source, limit, signal }),
      ...(isUtf8(path) && { file: location }),
      ...(related && { related }),
    };
  }

  #unreadable(path: Buffer, source: string, error: ArbiterError): SourceItem {
    const { origin } = this.options;
    return { source, origin, location: decodePath(path), size: 0, read: () => Promise.reject(error) };
  }

  async #attempt<T>(source: string, step: () => Promise<T>): Promise<T | ArbiterError> {
    try {
      return await step();
    } catch (error) {
      this.options.signal.throwIfAborted();
      return fromFilesystemError(error, source, 'source');
    }
  }
}

/** In order of their bytes: the same on every machine. */
async function namesIn(folder: Buffer): Promise<Buffer[]> {
  return (await readdir(folder, { encoding: 'buffer' })).sort((a, b) => Buffer.compare(a, b));
}

/** @returns where it leads, or why nowhere */
async function resolveLink(path: Buffer): Promise<{ readonly path: Buffer; readonly stats: Stats } | string> {
  try {
    const target = await realpath(path, { encoding: 'buffer' });
    return { path: target, stats: await stat(target) };
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return 'It is a link to something that is not there.';
    if (hasCode(error, 'ELOOP')) return 'It is a link that leads back to itself.';
    throw error;
  }
}

function skipped(source: string, reason: string): FoundItem {
  return { skipped: { source, reason } };
}

function dataFolder(source: string): FoundItem {
  return { skipped: { source, reason: 'It is the data directory.', quiet: true } };
}

/**
 * The rules of a folder and those above it, as in gitignore(5). A deeper file decides before a higher one. Within a file,
 * the last rule that matches decides. No rule reaches the files below an ignored folder.
 */
class IgnoreRules {
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
function isAlwaysSkipped(name: string): boolean {
  return name.startsWith('.') || NAMES_OF_TOOLS.has(name);
}
