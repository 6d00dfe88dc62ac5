import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOnnxEmbedder } from '@arbiter/adapters-onnx';
import { type Clock, type Embedder, SYSTEM_CLOCK } from '@arbiter/ports';
import { type BenchReport, describeMachine, installedVersion } from '../bench-report.js';
import { provideLibrary, type ProvidedLibrary } from './provide-library.js';

/** What every benchmark of a library can be told. */
export interface LibraryBenchOptions {
  /** Sizes of the libraries. */
  readonly chunks?: readonly number[];
  /** Where libraries are kept for the next run; absent: they are made anew and removed. */
  readonly keepIn?: string;
  /** Texts that are really embedded to make a library. */
  readonly embeddedTexts?: number;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
}

/** Texts that are really embedded when nothing else is said. */
export const EMBEDDED_TEXTS = 2_000;

export interface LibraryPlan extends LibraryBenchOptions {
  readonly name: string;
  readonly chunks: readonly number[];
  readonly wordsPerChunk: number;
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
  { name, chunks, wordsPerChunk, keepIn, ...plan }: LibraryPlan,
  measure: (library: MeasuredLibrary) => Promise<Readonly<Record<string, number>>>,
): Promise<Omit<BenchReport, 'notes'>> {
  const { embeddedTexts = EMBEDDED_TEXTS, clock = SYSTEM_CLOCK, signal = new AbortController().signal } = plan;
  const machine = describeMachine();
  const folder = keepIn ?? (await mkdtemp(join(tmpdir(), `arbiter-bench-${name}-`)));
  const embedder = createOnnxEmbedder();
  const figures: Record<string, number> = {};
  try {
    for (const size of chunks) {
      const shape = { chunks: size, wordsPerChunk, embeddedTexts };
      const library = await provideLibrary(folder, { ...shape, embedder, clock, signal });
      Object.assign(figures, await measure({ ...library, size, embedder, signal }));
    }
  } finally {
    await embedder.close();
    if (keepIn === undefined) await rm(folder, { recursive: true, force: true });
  }
  const versions = {
    lancedb: installedVersion('@lancedb/lancedb'),
    'onnxruntime-node': installedVersion('onnxruntime-node'),
    model: embedder.model,
  };
  return { name, machine, versions, figures };
}
