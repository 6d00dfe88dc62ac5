import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { RelatedFiles } from '@arbiter/ports';
import { decodeName, joinRaw } from './raw-paths.js';
import { readRegularFile } from './read-regular-file.js';

const SLASH = 0x2f;

/**
 * The files of a folder, to be read by the name that they have in it. Links are refused when they are read: they may lead
 * out of what was handed in.
 *
 * @param folder real path
 * @param limit bytes of a file
 */
export function filesBeside(folder: Buffer, names: readonly Buffer[], limit: number): RelatedFiles {
  const rawNames = new Map(names.map((raw) => [decodeName(raw), raw]));
  return {
    names: [...rawNames.keys()].sort(compareCodeUnits),
    read: async (name, signal) => {
      const raw = rawNames.get(name);
      if (!raw) throw new ArbiterError('NOT_FOUND', `There is no "${name}" in the folder.`);
      return readRegularFile(joinRaw(folder, raw), { shown: name, limit, signal });
    },
  };
}

/** @returns the folder that a path lies in */
export function folderOf(path: Buffer): Buffer {
  const end = path.lastIndexOf(SLASH);
  return end <= 0 ? Buffer.from('/') : path.subarray(0, end);
}
