import { statfs } from 'node:fs/promises';
import { ArbiterError } from '@arbiter/contracts';

/** @throws ArbiterError UNAVAILABLE when the disk of the folder has no room for so many bytes */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (bytes <= free) return;
  throw new ArbiterError(
    'UNAVAILABLE',
    `The disk of ${folder} has ${megabytes(free)} MB free and ${megabytes(bytes)} MB are needed: free space, or choose another with --to.`,
    { details: { folder, needed: bytes, free } },
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
