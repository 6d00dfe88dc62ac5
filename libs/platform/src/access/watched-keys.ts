import { readFileSync, statSync, type Stats } from 'node:fs';
import { ArbiterError, type Principal } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import type { Logger } from '../logging.js';
import { RefusedCredentials } from '../http/refused-credentials.js';
import { digestOf, hasExpired, type KeyEntry, labelOf, parseKeysFile, principalOfKey } from './keys-file.js';

/**
 * How often the file is looked at, in milliseconds. Not by the system's notices: those miss files on network drives, and mounted
 * secrets, which are replaced by turning a link.
 */
const POLL_MS = 1_000;

/** Permission bits of users who are neither the owner nor of the file's group, and of that group. */
const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;

export interface WatchedKeysOptions {
  /** Absolute. */
  readonly path: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly pollMs?: number;
}

/** The keys of a file, as it stands now. A file that breaks while the server runs changes nothing, and is logged once. */
export class WatchedKeys {
  private readonly timer: NodeJS.Timeout;
  private entries: ReadonlyMap<string, KeyEntry>;
  private seen: string;
  private complaint: string | null = null;

  /**
   * @throws ArbiterError INVALID_REQUEST when there is no such file, it has mistakes, or anybody on the machine may write to it
   */
  constructor(private readonly options: WatchedKeysOptions) {
    const { stats, entries } = this.read();
    this.entries = entries;
    this.seen = signatureOf(stats);
    if (process.platform !== 'win32' && (stats.mode & GROUP_WRITES) !== 0)
      options.logger.warn({ path: options.path }, 'the group of the keys file may give itself keys: chmod g-w');
    this.timer = setInterval(() => this.refresh(), options.pollMs ?? POLL_MS).unref();
  }

  /** Number of keys, expired ones included. */
  get size(): number {
    return this.entries.size;
  }

  /**
   * Looked up by its digest, so that the time taken says nothing of other keys: nobody can choose a digest's characters.
   *
   * @returns null for a key that is not in the file
   * @throws ArbiterError UNAUTHENTICATED for one that has expired
   */
  find(key: string): Principal | null {
    const entry = this.entries.get(digestOf(key));
    if (!entry) return null;
    if (!hasExpired(entry, this.options.clock.now())) return principalOfKey(entry);
    throw new RefusedCredentials(`This key expired on ${entry.expires}: ask for a new one.`, 'the key expired');
  }

  /** Looks at the file now, and reads it if it is another one. */
  refresh(): void {
    const { path, logger } = this.options;
    try {
      const signature = signatureOf(statSync(path));
      if (signature === this.seen) return;
      const before = this.entries;
      this.entries = this.read().entries;
      this.seen = signature;
      this.complaint = null;
      logger.info({ path, ...differenceOf(before, this.entries) }, 'read the keys file again');
    } catch (thrown) {
      const error = thrown instanceof ArbiterError ? thrown : unreadable(path, thrown);
      if (error.message === this.complaint) return;
      this.complaint = error.message;
      logger.error({ path, why: error.message }, 'the keys file cannot be used: the keys read before still hold');
    }
  }

  close(): void {
    clearInterval(this.timer);
  }

  private read(): { stats: Stats; entries: ReadonlyMap<string, KeyEntry> } {
    const { path } = this.options;
    let stats: Stats;
    let text: string;
    try {
      stats = statSync(path);
      text = readFileSync(path, 'utf8');
    } catch (cause) {
      throw unreadable(path, cause);
    }
    // Digests of random keys may be read by anybody; whoever can write adds a key of his own.
    if (process.platform !== 'win32' && (stats.mode & OTHERS_WRITE) !== 0) {
      throw new ArbiterError('INVALID_REQUEST', `Everybody may write to the keys file ${path}: chmod o-w.`, {
        details: { path },
      });
    }
    const entries = parseKeysFile(text, path);
    return { stats, entries: new Map(entries.map((entry) => [entry.sha256.toLowerCase(), entry])) };
  }
}

/** A file that is replaced has another inode; one that is written to, another time or size. */
function signatureOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return [mtimeMs, ctimeMs, size, ino].join(' ');
}

function differenceOf(
  before: ReadonlyMap<string, KeyEntry>,
  after: ReadonlyMap<string, KeyEntry>,
): { keys: number; added: string[]; removed: string[] } {
  const missing = (from: typeof before, of: typeof before) =>
    [...from].filter(([digest]) => !of.has(digest)).map(([, entry]) => labelOf(entry));
  return { keys: after.size, added: missing(after, before), removed: missing(before, after) };
}

function unreadable(path: string, cause: unknown): ArbiterError {
  return new ArbiterError(
    'INVALID_REQUEST',
    `ARBITER_KEYS_FILE: there is no file ${path} that can be read; "arbiter keys --create" writes one.`,
    { details: { path }, cause },
  );
}
