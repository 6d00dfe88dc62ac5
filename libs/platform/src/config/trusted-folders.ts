import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

const TRUSTED_FILE = 'trusted-folders.json';
const TrustedFile = z.object({ version: z.literal(1), folders: z.array(z.string()) });

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
 * The folders whose settings and packs a user has said to follow, each by its name. Standing in a folder says nothing: it may
 * have been cloned a minute ago, and what it says could run code or send a key to a server of its choice.
 */
export class TrustedFolders {
  private readonly file: string | null;

  constructor(env: Environment) {
    const folder = userConfigFolder(env);
    this.file = folder === null ? null : join(folder, TRUSTED_FILE);
  }

  /** Absolute paths without links, in the order in which they were added. */
  list(): readonly string[] {
    if (this.file === null || !existsSync(this.file)) return [];
    try {
      return TrustedFile.parse(JSON.parse(readFileSync(this.file, 'utf8'))).folders;
    } catch (cause) {
      throw new ArbiterError('INVALID_REQUEST', `${this.file} is no list of trusted folders: mend or delete it.`, {
        details: { path: this.file },
        cause,
      });
    }
  }

  /** Whether the folder itself was trusted; what lies in it or above it is another folder. */
  has(folder: string): boolean {
    const real = realOf(folder);
    return real === OWN_FOLDER || this.list().includes(real);
  }

  /** @returns the folder as it is remembered. @throws ArbiterError NOT_FOUND where there is none */
  add(folder: string): string {
    if (!existsSync(folder)) {
      throw new ArbiterError('NOT_FOUND', `There is no folder ${resolve(folder)}.`, { details: { path: folder } });
    }
    const real = realOf(folder);
    const before = this.list();
    if (!before.includes(real)) this.write([...before, real]);
    return real;
  }

  /** @returns whether it had been trusted; it may be gone from the disk by now */
  remove(folder: string): boolean {
    const before = this.list();
    const gone = new Set([resolve(folder), realOf(folder)]);
    const after = before.filter((each) => !gone.has(each));
    if (after.length < before.length) this.write(after);
    return after.length < before.length;
  }

  private write(folders: readonly string[]): void {
    if (this.file === null) {
      throw new ArbiterError(
        'INVALID_REQUEST',
        'There is no folder for your settings: set HOME or XDG_CONFIG_HOME to an absolute path.',
      );
    }
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    const staged = `${this.file}.${process.pid}.tmp`;
    writeFileSync(staged, `${JSON.stringify({ version: 1, folders }, null, 2)}\n`, { mode: 0o600 });
    renameSync(staged, this.file);
  }
}

/** Explains why a file or folder is ignored: the folder that holds it is not trusted. The text is for people. */
export function describeIgnored(path: string): string {
  const folder = dirname(path);
  return (
    `Ignored ${path}: it could run code, or send your keys to a server of its choice, and this folder is not trusted. ` +
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
