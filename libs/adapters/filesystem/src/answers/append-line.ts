import { open } from 'node:fs/promises';
import { PRIVATE_FILE } from '../data-directory/private-files.js';

/** Adds a JSON line; what a crash has left of the line before is ended first, so that it takes none with it. */
export async function appendLine(path: string, record: Readonly<Record<string, unknown>>): Promise<void> {
  const file = await open(path, 'a+', PRIVATE_FILE.mode);
  try {
    const { size } = await file.stat();
    const last = size === 0 ? null : (await file.read({ buffer: Buffer.alloc(1), position: size - 1 })).buffer[0];
    await file.appendFile(`${last === null || last === 0x0a ? '' : '\n'}${JSON.stringify(record)}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}
