import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOnnxEmbedder } from '@arbiter/adapters-onnx';
import { SYSTEM_CLOCK, type Clock, type Embedder } from '@arbiter/ports';
import { z } from 'zod';
import type { Measured } from '../benchmark.js';
import { makeLibrary, type LibraryOptions, type LibraryTimes } from './make-library.js';

/** Options of every benchmark of a library. */
export interface LibraryBenchOptions {
  /** Sizes of the libraries. */
  readonly chunks?: readonly number[];
  /** Where libraries are kept for the next run; absent: they are made anew and removed. */
  readonly keepIn?: string | undefined;
  /** Texts that are really embedded to make a library. */
  readonly embeddedTexts?: number;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
}

/** Their versions decide the figures of a library. */
export const LIBRARY_PACKAGES = ['@lancedb/lancedb', 'onnxruntime-node'];

/** Texts that are really embedded when nothing else is said. */
export const EMBEDDED_TEXTS = 2_000;

export interface LibraryPlan extends LibraryBenchOptions {
  readonly name: string;
  readonly chunks: readonly number[];
  readonly wordsPerChunk: number;
  /** Whether documents are stored beside the indexes. */
  readonly storesDocuments?: boolean;
}

export interface MeasuredLibrary extends ProvidedLibrary {
  /** Chunks. */
  readonly size: number;
  /** The one that the library was made with. */
  readonly embedder: Embedder;
  readonly signal: AbortSignal;
}

/**
 * Makes a library of each size, or takes the one that was kept, and measures each.
 *
 * @param measure gives figures whose names say the size
 */
export async function measureLibraries(
  { name, chunks, wordsPerChunk, storesDocuments, keepIn, ...plan }: LibraryPlan,
  measure: (library: MeasuredLibrary) => Promise<Readonly<Record<string, number>>>,
): Promise<Omit<Measured, 'notes'>> {
  const { embeddedTexts = EMBEDDED_TEXTS, clock = SYSTEM_CLOCK, signal = new AbortController().signal } = plan;
  const folder = keepIn ?? (await mkdtemp(join(tmpdir(), `arbiter-bench-${name}-`)));
  const embedder = createOnnxEmbedder();
  const figures: Record<string, number> = {};
  try {
    for (const size of chunks) {
      const shape = { chunks: size, wordsPerChunk, embeddedTexts, ...(storesDocuments && { storesDocuments }) };
      const library = await provideLibrary(folder, { ...shape, embedder, clock, signal });
      Object.assign(figures, await measure({ ...library, size, embedder, signal }));
    }
  } finally {
    await embedder.close();
    if (keepIn === undefined) await rm(folder, { recursive: true, force: true });
  }
  return { versions: { model: embedder.model }, figures };
}

export interface ProvidedLibrary {
  readonly directory: string;
  /** Null for one that was there. */
  readonly times: LibraryTimes | null;
}

/** Options of a library, written last: a folder without this file is half a library. */
const RECIPE_FILE = 'bench-library.json';

/** Raised when the same options give another library. */
const RECIPE_VERSION = 2;

const Recipe = z.record(z.string(), z.unknown());

/** Makes a library in a folder of its own within `folder`, unless the same one is there already. */
export async function provideLibrary(
  folder: string,
  options: Omit<LibraryOptions, 'directory'>,
): Promise<ProvidedLibrary> {
  const { chunks, wordsPerChunk, embeddedTexts, storesDocuments, embedder } = options;
  const recipe = {
    ...{ version: RECIPE_VERSION, chunks, wordsPerChunk, embeddedTexts, model: embedder.model },
    ...(storesDocuments && { storesDocuments }),
  };
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
