import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import {
  defineBenchmark,
  median,
  prefixFigures,
  wholeNumber,
  type BenchOption,
  type Measured,
  type OptionsOf,
} from './benchmark.js';
import { PrecomputedEmbedder } from './ingest/embedders.js';
import { MeasuredWorker } from './ingest/measured-worker.js';
import { processMemory, type ProcessMemory } from './ingest/process-memory.js';
import { writeDocuments } from './ingest/write-documents.js';

/** Whether the shipped model reads every text; else each gets one of a few embeddings. */
const EMBEDS_ALL: BenchOption<boolean> = { example: 'computed', read: (word) => word === 'computed' };

const OPTIONS = {
  /** Of the library. */
  chunks: wholeNumber(200_000),
  /** Chunks between two lines of the table. */
  step: wholeNumber(20_000),
  vectors: EMBEDS_ALL,
};

const MIB = 2 ** 20;
const SAMPLE_MS = 500;
const CHUNKS_PER_DOCUMENT = 10;

interface Sample {
  readonly chunks: number;
  readonly memory: ProcessMemory;
}

/** Measures the memory of one job, by the chunks that it has written. */
async function benchMemory({ chunks, step, vectors: embedsAll }: OptionsOf<typeof OPTIONS>): Promise<Measured> {
  const path = await mkdtemp(join(tmpdir(), 'arbiter-bench-memory-'));
  try {
    const documents = Math.ceil(chunks / CHUNKS_PER_DOCUMENT);
    await writeDocuments(path, { documents, sections: CHUNKS_PER_DOCUMENT, seed: 3 });
    const start = SYSTEM_CLOCK.monotonic();
    const samples = await sampleJob(path, embedsAll);
    return {
      figures: { ...figuresOf(samples, step), seconds: (SYSTEM_CLOCK.monotonic() - start) / 1_000 },
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

export default defineBenchmark({
  options: OPTIONS,
  packages: ['onnxruntime-node', '@lancedb/lancedb', 'lmdb'],
  measure: benchMemory,
});

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
