import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether nothing has been built or installed since the bundle was made (tools/bundle/src/stamp.ts); nothing is in a
 * published package.
 *
 * @param {string} root of the repository, or of the package
 * @returns {boolean}
 */
export function isBundleCurrent(root) {
  try {
    const { files } = JSON.parse(readFileSync(join(root, 'apps/cli/bundle/stamp.json'), 'utf8'));
    return Object.entries(files).every(([path, state]) => {
      const { size, mtimeMs } = statSync(join(root, path));
      return `${size} ${mtimeMs}` === state;
    });
  } catch {
    // There is none, or what it was made of is no longer there.
    return false;
  }
}
