import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type LibraryOptions, type LibraryTimes, makeLibrary } from './make-library.js';

export interface ProvidedLibrary {
  readonly directory: string;
  /** Null for one that was there. */
  readonly times: LibraryTimes | null;
}

/** What a library was made of, written last: a folder without it is half a library. */
const RECIPE_FILE = 'bench-library.json';

/** Raised when the same options give another library. */
const RECIPE_VERSION = 2;

const Recipe = z.record(z.string(), z.unknown());

/** Makes a library in a folder of its own within `folder`, unless the same one is there already. */
export async function provideLibrary(
  folder: string,
  options: Omit<LibraryOptions, 'directory'>,
): Promise<ProvidedLibrary> {
  const { chunks, wordsPerChunk, embeddedTexts, embedder } = options;
  const recipe = { version: RECIPE_VERSION, chunks, wordsPerChunk, embeddedTexts, model: embedder.model };
  const directory = join(folder, `library-${chunks}`);
  const found = await readFile(join(directory, RECIPE_FILE), 'utf8').catch(() => null);
  if (found !== null && JSON.stringify(Recipe.parse(JSON.parse(found))) === JSON.stringify(recipe)) {
    return { directory, times: null };
  }
  await rm(directory, { recursive: true, force: true });
  const times = await makeLibrary({ ...options, directory });
  await writeFile(join(directory, RECIPE_FILE), JSON.stringify(recipe));
  return { directory, times };
}
