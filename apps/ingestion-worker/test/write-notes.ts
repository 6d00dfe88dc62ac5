import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes `count` notes of one chunk each: `0.md`, `1.md` and so on. */
export async function writeNotes(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let n = 0; n < count; n += 1) {
    const text = `Cargo ${n} was weighed at the pier and found whole. `.repeat(4);
    await writeFile(join(folder, `${n}.md`), `# Note ${n}\n\n${text}\n`);
  }
}
