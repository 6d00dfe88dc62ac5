import { readFile } from 'node:fs/promises';

/** Of this package, and so of Arbiter. */
export async function readVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
