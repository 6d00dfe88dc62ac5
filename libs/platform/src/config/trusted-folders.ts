import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

const TRUSTED_FILE = 'trusted-folders.json';
const TrustedFile = z.object({
  version: z.literal(1),
  folders: z.array(z.string()),
  /** Of each folder the digest of what was trusted; a folder without one was trusted by an earlier Arbiter, whatever it holds. */
  contents: z.record(z.string(), z.string()).default({}),
});
type TrustedFile = z.output<typeof TrustedFile>;

/** Names of files that a pack can run, as `libs/adapters/pack-code` has it. */
const MODULE = /\.m?[jt]s$/;

/** Where this very program comes from: standing there, its packs are as much its own as the code that reads them. */
const OWN_FOLDER = realOf(fileURLToPath(new URL('../../../../', import.meta.url)));

/**
 * The folder of a user's own settings, as the XDG Base Directory Specification has it.
 *
 * @returns null for a user without a home; a relative path counts for none, as the specification demands
 */
export function userConfigFolder({ XDG_CONFIG_HOME, HOME, APPDATA }: Environment): string | null {
  const home = HOME === undefined ? undefined : join(HOME, '.config');
  const base = [XDG_CONFIG_HOME, home, APPDATA].find((folder) => folder !== undefined && isAbsolute(folder));
  return base === undefined ? null : join(base, 'arbiter');
}

/**
 * The folders whose settings and packs a user has said to follow, each by its name and by what in it can do harm: its settings
 * and the code of its packs. Standing in a folder says nothing: it may have been cloned a minute ago, and what it says could run
 * code or send a key to a server of its choice. Nor does having trusted it before its last `git pull`.
 */
export class TrustedFolders {
  private readonly file: string | null;

  constructor(env: Environment) {
    const folder = userConfigFolder(env);
    this.file = folder === null ? null : join(folder, TRUSTED_FILE);
  }

  /** Absolute paths without links, in the order in which they were added. */
  list(): readonly string[] {
    return this.read().folders;
  }

  private read(): TrustedFile {
    if (this.file === null || !existsSync(this.file)) return { version: 1, folders: [], contents: {} };
    try {
      return TrustedFile.parse(JSON.parse(readFileSync(this.file, 'utf8')));
    } catch (cause) {
      throw new ArbiterError('INVALID_REQUEST', `${this.file} is no list of trusted folders: mend or delete it.`, {
        details: { path: this.file },
        cause,
      });
    }
  }

  /** Whether the folder itself was trusted as it is now; what lies in it or above it is another folder. */
  has(folder: string): boolean {
    const real = realOf(folder);
    if (real === OWN_FOLDER) return true;
    const { folders, contents } = this.read();
    return folders.includes(real) && Object.hasOwn(contents, real) && contents[real] === contentOf(real);
  }

  /** Trusts a folder as it is now. @returns the folder as it is remembered. @throws ArbiterError NOT_FOUND where there is none */
  add(folder: string): string {
    if (!existsSync(folder)) {
      throw new ArbiterError('NOT_FOUND', `There is no folder ${resolve(folder)}.`, { details: { path: folder } });
    }
    const real = realOf(folder);
    if (real === OWN_FOLDER) return real;
    const { folders, contents } = this.read();
    this.write([...new Set([...folders, real])], { ...contents, [real]: contentOf(real) });
    return real;
  }

  /** @returns whether it had been trusted; it may be gone from the disk by now */
  remove(folder: string): boolean {
    const { folders, contents } = this.read();
    const gone = new Set([resolve(folder), realOf(folder)]);
    const after = folders.filter((each) => !gone.has(each));
    if (after.length < folders.length) this.write(after, contents);
    return after.length < folders.length;
  }

  private write(folders: readonly string[], digests: TrustedFile['contents']): void {
    if (this.file === null) {
      throw new ArbiterError(
        'INVALID_REQUEST',
        'There is no folder for your settings: set HOME or XDG_CONFIG_HOME to an absolute path.',
      );
    }
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    const contents = Object.fromEntries(Object.entries(digests).filter(([folder]) => folders.includes(folder)));
    const staged = `${this.file}.${process.pid}.tmp`;
    writeFileSync(staged, `${JSON.stringify({ version: 1, folders, contents }, null, 2)}\n`, { mode: 0o600 });
    renameSync(staged, this.file);
  }
}

/** Explains why a file or folder is ignored: the folder that holds it is not trusted as it is. The text is for people. */
export function describeIgnored(path: string): string {
  const folder = dirname(path);
  return (
    `Ignored ${path}: it could run code, or send your keys to a server of its choice, and you have not trusted this folder as it is now. ` +
    `If you do: arbiter trust ${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)}`
  );
}

/** Without links, and as it stands where it cannot be looked at. */
function realOf(folder: string): string {
  try {
    return realpathSync(resolve(folder));
  } catch {
    const absolute = resolve(folder);
    return absolute.endsWith(sep) && absolute !== sep ? absolute.slice(0, -1) : absolute;
  }
}

/** What of a folder can run code or send keys: its settings, and the modules in `tools/` of its packs. @returns a SHA-256 */
function contentOf(folder: string): string {
  const packs = join(folder, 'domains');
  const tools = ['.', ...namesIn(packs).sort()].map((pack) => join(packs, pack, 'tools'));
  const hash = createHash('sha256');
  for (const path of [join(folder, 'config.yaml'), ...tools.flatMap(modulesBelow)]) {
    const bytes = readIfFile(path);
    if (bytes === null) continue;
    hash.update(`${relative(folder, path)}\0${createHash('sha256').update(bytes).digest('hex')}\n`);
  }
  return hash.digest('hex');
}

/** In order. Code of a pack runs only from below this folder, so links to other folders need not be followed. */
function modulesBelow(folder: string): string[] {
  try {
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return found
      .filter((name) => MODULE.test(name))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @returns null for anything else. A link counts with what it leads to. */
function readIfFile(path: string): Buffer | null {
  try {
    return statSync(path).isFile() ? readFileSync(path) : null;
  } catch {
    return null;
  }
}
