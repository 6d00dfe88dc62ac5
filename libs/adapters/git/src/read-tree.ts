import { isUtf8 } from 'node:buffer';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { RelatedFiles } from '@arbiter/ports';

const LINK = '120000';
const SUBMODULE = '160000';

/** A file of a commit. */
export interface TreeFile {
  /** From the root of the repository, `/` between segments. */
  readonly path: string;
  /** Id of its content. */
  readonly blob: string;
  /** Bytes. */
  readonly size: number;
}

/** An entry of a commit that is no file. */
interface TreeOther {
  readonly path: string;
  readonly kind: 'link' | 'submodule';
}

/**
 * Reads the output of `git ls-tree -r -z -l`: `<mode> <type> <id> <size>\t<path>\0` for each entry.
 *
 * @returns in the order of the output, by the bytes of the paths
 */
export function readTree(output: Buffer): (TreeFile | TreeOther)[] {
  const entries: (TreeFile | TreeOther)[] = [];
  for (let from = 0; from < output.length;) {
    const tab = output.indexOf('\t', from);
    const end = output.indexOf(0, tab);
    const [mode = '', , blob = '', size = ''] = output.toString('latin1', from, tab).split(/ +/);
    const path = decodePath(output.subarray(tab + 1, end));
    if (mode === LINK || mode === SUBMODULE) entries.push({ path, kind: mode === LINK ? 'link' : 'submodule' });
    else entries.push({ path, blob, size: Number(size) });
    from = end + 1;
  }
  return entries;
}

/** A path in no known encoding keeps its bytes outside ASCII as `%XX`, as in a folder. */
function decodePath(raw: Buffer): string {
  if (isUtf8(raw)) return raw.toString('utf8');
  return [...raw]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`))
    .join('');
}

/** @returns what lies beside the file of a path: the files of its folder, by their names in it */
export function relatedByFolder(
  files: readonly TreeFile[],
  read: (file: TreeFile, signal: AbortSignal) => Promise<Uint8Array>,
): (path: string) => RelatedFiles | undefined {
  const folders = new Map<string, Map<string, TreeFile>>();
  for (const file of files) {
    const folder = folderOf(file.path);
    const names = folders.get(folder) ?? new Map<string, TreeFile>();
    names.set(file.path.slice(folder.length), file);
    folders.set(folder, names);
  }
  const related = new Map<string, RelatedFiles>();
  for (const [folder, names] of folders) {
    related.set(folder, {
      names: [...names.keys()].sort(compareCodeUnits),
      read: async (name, signal) => {
        const file = names.get(name);
        if (!file) throw new ArbiterError('NOT_FOUND', `There is no "${name}" in this folder of the repository.`);
        return read(file, signal);
      },
    });
  }
  return (path) => related.get(folderOf(path));
}

/** @returns empty at the top, otherwise ending in `/` */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
