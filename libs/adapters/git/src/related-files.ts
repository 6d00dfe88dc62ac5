import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { RelatedFiles } from '@arbiter/ports';
import type { TreeFile } from './read-tree.js';

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
