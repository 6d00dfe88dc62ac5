import {
  existsSync,
  fsyncSync,
  openSync,
  closeSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { ArbiterError } from '@arbiter/contracts';
import { Document, isSeq, parseDocument } from 'yaml';
import { digestOf, isYamlFile, KeyEntry, labelOf, newKey, parseKeysFile } from './keys-file.js';

/** For its owner, as everything that Arbiter writes; a server of another user is given it by the operator. */
const MODE = 0o600;

export type NewKey = Omit<KeyEntry, 'sha256'>;

/** @throws ArbiterError NOT_FOUND when there is no such file; INVALID_REQUEST when it has mistakes */
export function readKeysFile(path: string): readonly KeyEntry[] {
  if (!existsSync(path)) throw noFile(path);
  return parseKeysFile(readFileSync(path, 'utf8'), path);
}

/**
 * Makes a key and writes down its digest; the file is made where there is none.
 *
 * @param key a new random one unless it is given, which only tests do
 * @returns the key, which nobody can find out again
 * @throws ArbiterError CONFLICT when the tenant has a key of that name, another process writes to the file, or it cannot be written;
 *   INVALID_REQUEST for what a keys file cannot hold
 */
export function addKey(path: string, entry: NewKey, key = newKey()): string {
  const added = { ...entry, sha256: digestOf(key) };
  const { error } = KeyEntry.safeParse(added);
  if (error) {
    const mistakes = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new ArbiterError('INVALID_REQUEST', `There can be no such key: ${mistakes.join('; ')}.`, {
      details: { mistakes },
    });
  }
  edit(path, { create: true }, (keys) => {
    if (keys.some((known) => labelOf(known) === labelOf(entry))) {
      throw new ArbiterError(
        'CONFLICT',
        `There is a key called ${labelOf(entry)}: revoke it first, or choose another name.`,
        { details: { name: entry.name } },
      );
    }
    return [...keys, added];
  });
  return key;
}

/** @throws ArbiterError NOT_FOUND when there is no such key; CONFLICT when another process writes to the file, or it cannot be written */
export function removeKey(path: string, wanted: Pick<KeyEntry, 'name' | 'tenant'>): KeyEntry {
  let removed: KeyEntry | undefined;
  edit(path, { create: false }, (keys) => {
    removed = keys.find((known) => labelOf(known) === labelOf(wanted));
    return removed ? keys.filter((known) => known !== removed) : keys;
  });
  if (removed) return removed;
  throw new ArbiterError('NOT_FOUND', `There is no key called ${labelOf(wanted)} in ${path}.`);
}

/**
 * Replaces the file in one step: a server that reads it meanwhile sees the old or the new one. What is written lies beside it
 * until then, in a file that must not exist before, so that of two processes one waits its turn and no key is lost.
 */
function edit(
  path: string,
  { create }: { readonly create: boolean },
  change: (keys: readonly KeyEntry[]) => readonly KeyEntry[],
): void {
  const exists = existsSync(path);
  if (!exists && !create) throw noFile(path);
  // A link stays one.
  const target = exists ? realpathSync(path) : path;
  const staged = `${target}.lock`;
  const file = openStaged(staged, target);
  try {
    const before = exists ? readFileSync(target, 'utf8') : '';
    const keys = exists ? parseKeysFile(before, path) : [];
    const changed = change(keys);
    if (changed === keys) return;
    writeSync(file, textOf(target, before, keys, changed));
    fsyncSync(file);
    renameSync(staged, target);
  } finally {
    closeSync(file);
    rmSync(staged, { force: true });
  }
}

function openStaged(staged: string, target: string): number {
  try {
    return openSync(staged, 'wx', MODE);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw new ArbiterError(
        'CONFLICT',
        `Another process writes to ${target}. If none does, it was interrupted: delete ${staged}.`,
        { cause },
      );
    }
    throw new ArbiterError('CONFLICT', `The keys file ${target} cannot be written: change it where it is kept.`, {
      cause,
    });
  }
}

/** In YAML, comments and order of what stays are kept. */
function textOf(path: string, before: string, old: readonly KeyEntry[], keys: readonly KeyEntry[]): string {
  if (!isYamlFile(path)) return `${JSON.stringify({ version: 1, keys }, null, 2)}\n`;
  const document: Document = before === '' ? new Document({ version: 1, keys: [] }) : parseDocument(before);
  const list = document.get('keys');
  if (!isSeq(list)) throw new ArbiterError('INTERNAL', `${path} has no list of keys.`);
  list.items = list.items.filter((_, index) => old[index] !== undefined && keys.includes(old[index]));
  for (const key of keys) if (!old.includes(key)) list.add(document.createNode(key));
  list.flow = false;
  return document.toString();
}

function noFile(path: string): ArbiterError {
  return new ArbiterError('NOT_FOUND', `There is no keys file ${path}; "arbiter keys --create" writes one.`, {
    details: { path },
  });
}
