import { open } from 'node:fs/promises';
import type { DataDirectory } from './data-directory/data-directory.js';
import { readLines } from './read-lines.js';
import { nullWhenMissing } from './read-text-file.js';

/** A line to stay as it is, one to stand in its place, or null for one to go. */
export type LineChange = 'keep' | Buffer | null;

const END_OF_LINE = Buffer.of(0x0a);

/**
 * Changes lines of a file. The file is replaced as a whole, and only where a line changes, so that nothing of what went is
 * left in it.
 *
 * @param change given a line without its end
 * @returns how many lines have changed; 0 for a file that is not there
 */
export async function rewriteLines(
  directory: DataDirectory,
  path: string,
  change: (line: Buffer) => LineChange | Promise<LineChange>,
  signal: AbortSignal,
): Promise<number> {
  const lines: Buffer[] = [];
  let changed = 0;
  await directory.attempt(path, async () => {
    const file = await nullWhenMissing(() => open(path, 'r'));
    if (file === null) return;
    try {
      for await (const { bytes, whole } of readLines(file)) {
        signal.throwIfAborted();
        const next = await change(bytes);
        if (next !== 'keep') changed += 1;
        const left = next === 'keep' ? bytes : next;
        if (left !== null) lines.push(whole || next !== 'keep' ? Buffer.concat([left, END_OF_LINE]) : left);
      }
    } finally {
      await file.close();
    }
  });
  if (changed > 0) await directory.write(path, lines);
  return changed;
}
