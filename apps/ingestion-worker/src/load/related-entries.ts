import { readFile } from 'node:fs/promises';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { RelatedFiles, UnpackedEntry } from '@arbiter/ports';

/** What lies beside each entry of an archive: the entries of its folder, by their names in it. Keys as `folderOf` gives them. */
export function relatedByFolder(entries: readonly UnpackedEntry[]): ReadonlyMap<string, RelatedFiles> {
  const folders = new Map<string, Map<string, UnpackedEntry>>();
  for (const entry of entries) {
    const folder = folderOf(entry.path);
    const names = folders.get(folder) ?? new Map<string, UnpackedEntry>();
    names.set(entry.path.slice(folder.length), entry);
    folders.set(folder, names);
  }
  return new Map([...folders].map(([folder, names]) => [folder, relatedIn(names)]));
}

/** @returns empty at the top, otherwise ending in `/` */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function relatedIn(entries: ReadonlyMap<string, UnpackedEntry>): RelatedFiles {
  return {
    names: [...entries.keys()].sort(compareCodeUnits),
    read: async (name, signal) => {
      const entry = entries.get(name);
      if (!entry) throw new ArbiterError('NOT_FOUND', `There is no "${name}" in this folder of the archive.`);
      if ('problem' in entry) throw entry.problem;
      return readFile(entry.file, { signal });
    },
  };
}
