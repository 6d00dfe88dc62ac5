import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { useTemporaryFolders } from './temporary-folders.js';

export type PackFiles = Record<string, unknown>;

/** Makes folders with these files, objects as JSON and texts as they are, and removes them after the tests. */
export function usePackFolders(): (files: PackFiles) => Promise<string> {
  const newFolder = useTemporaryFolders();
  return async (files) => {
    const root = await newFolder();
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
    }
    return root;
  };
}
