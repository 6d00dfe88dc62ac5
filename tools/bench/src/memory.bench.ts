import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYSTEM_CLOCK, type Clock } from '@arbiter/ports';
import {
  describeMachine,
  installedVersion,
  median,
  prefixFigures,
  wholeNumber,
  type BenchReport,
  type BenchWords,
} from './benchmark.js';
import { PrecomputedEmbedder } from './ingest/embedders.js';
import { MeasuredWorker } from './ingest/measured-worker.js';
import { processMemory, type ProcessMemory } from './ingest/process-memory.js';
import { writeDocuments } from './ingest/write-documents.js';

export interface MemoryBenchOptions {
  /** Of the library. Default 200,000. */
  readonly chunks?: number;
  /** Chunks between two lines of the table. Default 20,000. */
  readonly step?: number;
  /** Whether the shipped model reads every text; else each gets one of a few embeddings. Default false. */
  readonly embedsAll?: boolean;
  readonly clock?: Clock;
}

const MIB = 2 ** 20;
const SAMPLE_MS = 500;
const CHUNKS_PER_DOCUMENT = 10;

/** @throws ArbiterError INVALID_REQUEST for anything but whole numbers from 1 */
export function memoryBenchOptions(words: BenchWords): MemoryBenchOptions {
  return {
    chunks: wholeNumber(words, 'chunks', 200_000),
    step: wholeNumber(words, 'step', 20_000),
    embedsAll: words.vectors === 'computed',
  };
}

interface Sample {
  readonly chunks: number;
  readonly memory: ProcessMemory;
}

/** Measures the memory of one job, by the chunks that it has written. */
export async function benchMemory({
  chunks = 200_000,
  step = 20_000,
  embedsAll = false,
  clock = SYSTEM_CLOCK,
}: MemoryBenchOptions = {}): Promise<BenchReport> {
  const machine = describeMachine();
  const path = await mkdtemp(join(tmpdir(), 'arbiter-bench-memory-'));
  try {
    const documents = Math.ceil(chunks / CHUNKS_PER_DOCUMENT);
    await writeDocuments(path, { documents, sections: CHUNKS_PER_DOCUMENT, seed: 3 });
    const start = clock.monotonic();
    const samples = await sampleJob(path, embedsAll);
    return {
      name: 'memory',
      machine,
      versions: {
        'onnxruntime-node': installedVersion('onnxruntime-node'),
        lancedb: installedVersion('@lancedb/lancedb'),
        lmdb: installedVersion('lmdb'),
      },
      figures: { ...figuresOf(samples, step), seconds: (clock.monotonic() - start) / 1_000 },
      notes: [
        `One job of ${documents} documents with ${CHUNKS_PER_DOCUMENT} chunks each through the arm with its defaults; ${embedsAll ? 'the shipped model reads them all' : 'each chunk gets one of a few real embeddings, so that all but the network is measured'}.`,
        `Each line is the median of the samples, every ${SAMPLE_MS} ms, of the ${step} chunks before.`,
        'anon: the process’s own memory; files: pages of mapped files, of them cacheFile the embedding cache; heap and external: of JavaScript, main thread.',
        'growth: the highest line over the first, of all resident memory and of the process’s own.',
      ],
    };
  } finally {
    await rm(path, { recursive: true });
  }
}

async function sampleJob(path: string, embedsAll: boolean): Promise<Sample[]> {
  const { signal } = new AbortController();
  const worker = await MeasuredWorker.start(
    embedsAll ? undefined : (shipped) => PrecomputedEmbedder.of(shipped, signal),
  );
  // Its list of all texts would be measured as well.
  worker.embedder.forgets = true;
  const samples: Sample[] = [];
  let written = 0;
  let sampling = Promise.resolve();
  const sampler = setInterval(() => {
    sampling = sampling.then(async () => {
      const memory = await processMemory();
      if (memory) samples.push({ chunks: written, memory });
    });
  }, SAMPLE_MS);
  try {
    await worker.ingest({ kind: 'path', path }, ({ chunks }) => (written = chunks));
  } finally {
    clearInterval(sampler);
    await sampling;
    await worker.close();
  }
  return samples;
}

function figuresOf(samples: readonly Sample[], step: number): Record<string, number> {
  const figures: Record<string, number> = {};
  const lines: ProcessMemory[] = [];
  const last = samples.at(-1)?.chunks ?? 0;
  for (let mark = step; mark <= last + step / 2; mark += step) {
    const some = samples.filter(({ chunks }) => chunks > mark - step && chunks <= mark).map(({ memory }) => memory);
    if (some.length === 0) continue;
    const of = (field: keyof ProcessMemory): number => median(some.map((memory) => memory[field]));
    const line = {
      rss: of('rss'),
      anonymous: of('anonymous'),
      files: of('files'),
      cacheFile: of('cacheFile'),
      heapUsed: of('heapUsed'),
      external: of('external'),
    };
    lines.push(line);
    const { rss, anonymous, files, cacheFile, heapUsed, external } = line;
    Object.assign(
      figures,
      prefixFigures(`at${mark}`, {
        rssMiB: rss / MIB,
        anonMiB: anonymous / MIB,
        filesMiB: files / MIB,
        cacheFileMiB: cacheFile / MIB,
        heapMiB: heapUsed / MIB,
        externalMiB: external / MIB,
        peakRssMiB: Math.max(...some.map((memory) => memory.rss)) / MIB,
      }),
    );
  }
  const [first] = lines;
  if (!first) return figures;
  const growth = (field: keyof ProcessMemory): number => Math.max(...lines.map((line) => line[field])) / first[field];
  return { ...figures, rssGrowth: growth('rss'), anonGrowth: growth('anonymous') };
}
