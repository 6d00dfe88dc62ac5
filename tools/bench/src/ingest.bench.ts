import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PdfParser } from '@arbiter/adapters-pdf';
import { SYSTEM_CLOCK, type Clock } from '@arbiter/ports';
import {
  defineBenchmark,
  FOLDER,
  median,
  prefixFigures,
  wholeNumber,
  type Measured,
  type OptionsOf,
} from './benchmark.js';
import { PrecomputedEmbedder } from './ingest/embedders.js';
import { MeasuredWorker } from './ingest/measured-worker.js';
import { writeDocuments, writePdf } from './ingest/write-documents.js';
import { writeEnglish } from './write-english.js';

const OPTIONS = {
  /** Documents of the first library, with the shipped model. */
  documents: wholeNumber(1_000),
  /** Chunks of the library whose vectors are precomputed. */
  chunks: wholeNumber(100_000),
  /** Pages of the PDF that is parsed. */
  pages: wholeNumber(300),
  /** A folder of real documents to ingest as well. */
  folder: FOLDER,
};

const MIB = 2 ** 20;
const SAMPLE_MS = 200;
/** Documents of the large library: ten chunks each. */
const CHUNKS_PER_DOCUMENT = 10;

/** Measures the filling of a library, a run without changes, and the change of one document. */
export async function benchIngest({ documents, folder, chunks, pages }: OptionsOf<typeof OPTIONS>): Promise<Measured> {
  const clock = SYSTEM_CLOCK;
  const scratch = await mkdtemp(join(tmpdir(), 'arbiter-bench-sources-'));
  try {
    const written = join(scratch, 'documents');
    await writeDocuments(written, { documents, sections: 2, seed: 1 });
    return {
      figures: {
        ...(await measureFolder(written, { clock, editable: true })),
        ...(folder !== undefined && prefixFigures('folder', await measureFolder(folder, { clock, editable: false }))),
        ...(await measureLargeLibrary(join(scratch, 'large'), chunks, clock)),
        ...(await measurePdf(pages, clock)),
      },
      notes: [
        `The first figures are of ${documents} documents of two sections of 150 words, through the arm with its defaults; encoderMs is what the network takes for the same texts in the same batches, right after, with nothing else to do.`,
        'CpuMs is processor time, of all threads: overEncoderCpu says what the rest takes from the network also where others use the machine, and nothing of what waits.',
        'unchangedSpeedup is the first ingestion over the second, which changes nothing; changedMs is from the request to the end of a job that found one changed document among all, and the new text was found by its vector.',
        `The large library has ${chunks} chunks in documents of ${CHUNKS_PER_DOCUMENT}; each gets one of a few real embeddings, so that all but the network is measured. largeSlowdown is the time of its last fifth over that of its second.`,
        'RSS is resident memory of this process, the embedder’s thread included, sampled every 200 ms.',
      ],
    };
  } finally {
    await rm(scratch, { recursive: true });
  }
}

export default defineBenchmark({
  options: OPTIONS,
  packages: ['onnxruntime-node', '@lancedb/lancedb'],
  measure: benchIngest,
});

async function measureFolder(
  path: string,
  { clock, editable }: { clock: Clock; editable: boolean },
): Promise<Record<string, number>> {
  const worker = await MeasuredWorker.start();
  const { signal } = new AbortController();
  const source = { kind: 'path', path } as const;
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const start = clock.monotonic();
    await work();
    return clock.monotonic() - start;
  };
  try {
    await worker.embedder.warmUp(signal);
    let counts = { chunks: 0, added: 0 };
    const processor = process.cpuUsage();
    const ingestMs = await timed(async () => ({ counts } = await worker.ingest(source)));
    const ingestCpuMs = millisecondsOf(process.cpuUsage(processor));
    const batches = worker.embedder.batches.splice(0);
    const unchangedMs = await timed(() => worker.ingest(source));
    const before = process.cpuUsage();
    const encoderMs = await timed(() => worker.embedder.repeat(batches, signal));
    const encoderCpuMs = millisecondsOf(process.cpuUsage(before));
    return {
      documents: counts.added,
      chunks: counts.chunks,
      ingestMs,
      encoderMs,
      overEncoder: ingestMs / encoderMs,
      ingestCpuMs,
      encoderCpuMs,
      overEncoderCpu: ingestCpuMs / encoderCpuMs,
      chunksPerSecond: (1_000 * counts.chunks) / ingestMs,
      encoderChunksPerSecond: (1_000 * batches.flat().length) / encoderMs,
      tokensPerChunk: median(await worker.embedder.countTokens(batches.flat())),
      unchangedMs,
      unchangedSpeedup: ingestMs / unchangedMs,
      ...(editable && { changedMs: await timed(() => changeOne(worker, path, signal)) }),
    };
  } finally {
    await worker.close();
  }
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}

/** @throws Error if a search does not find the written text */
async function changeOne(worker: MeasuredWorker, folder: string, signal: AbortSignal): Promise<void> {
  const text = `The heron nests in the bell tower. ${writeEnglish(120, 77)}`;
  await writeFile(join(folder, '0', '0.md'), `# Changed\n\n${text}\n`);
  await worker.ingest({ kind: 'path', path: folder });
  if (!(await worker.finds(text, signal))) throw new Error('What was changed is not found.');
}

async function measureLargeLibrary(path: string, chunks: number, clock: Clock): Promise<Record<string, number>> {
  const documents = Math.ceil(chunks / CHUNKS_PER_DOCUMENT);
  await mkdir(path);
  await writeDocuments(path, { documents, sections: CHUNKS_PER_DOCUMENT, seed: 2 });
  const { signal } = new AbortController();
  const worker = await MeasuredWorker.start((shipped) => PrecomputedEmbedder.of(shipped, signal));
  let peak = 0;
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_MS);
  const reached: { at: number; chunks: number; rss: number }[] = [];
  const start = clock.monotonic();
  try {
    const { counts } = await worker.ingest({ kind: 'path', path }, ({ chunks: done }) => {
      reached.push({ at: clock.monotonic() - start, chunks: done, rss: process.memoryUsage.rss() });
    });
    const ms = clock.monotonic() - start;
    const at = (share: number) => reached.find(({ chunks: done }) => done >= share * counts.chunks) ?? reached.at(-1);
    const fifth = (from: number) => (at(from + 0.2)?.at ?? ms) - (at(from)?.at ?? 0);
    return {
      largeDocuments: counts.added,
      largeChunks: counts.chunks,
      largeMs: ms,
      largeChunksPerSecond: (1_000 * counts.chunks) / ms,
      largeSlowdown: fifth(0.8) / fifth(0.2),
      largeRssAtFifthMiB: (at(0.2)?.rss ?? 0) / MIB,
      largeRssAtEndMiB: (reached.at(-1)?.rss ?? 0) / MIB,
      largePeakRssMiB: peak / MIB,
    };
  } finally {
    clearInterval(sampler);
    await worker.close();
  }
}

async function measurePdf(pages: number, clock: Clock): Promise<Record<string, number>> {
  const bytes = await writePdf(pages);
  const start = clock.monotonic();
  const parsed = await new PdfParser().parse({ bytes, name: 'manual.pdf', signal: new AbortController().signal });
  return {
    pdfPages: parsed.pages.length,
    pdfMs: clock.monotonic() - start,
    pdfKilobytes: bytes.byteLength / 1_024,
    pdfCharacters: parsed.text.length,
  };
}
