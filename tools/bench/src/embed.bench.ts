import { createOnnxEmbedder } from '@arbiter/adapters-onnx';
import { SYSTEM_CLOCK, type Clock, type Embedder } from '@arbiter/ports';
import { describeMachine, installedVersion, median, percentile, type BenchReport } from './benchmark.js';
import { writeEnglish } from './write-english.js';

export interface EmbedBenchOptions {
  /** Default: the one that is shipped. It is closed at the end. */
  readonly embedder?: Embedder;
  /** Rounds of documents; the median counts. */
  readonly rounds?: number;
  readonly chunksPerRound?: number;
  readonly queries?: number;
  /** Queries that are asked while documents are embedded. */
  readonly queriesAmongDocuments?: number;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
}

/** About 200 tokens of the shipped model. */
const WORDS_PER_CHUNK = 184;
const WORDS_PER_QUERY = 9;

/** Chunks per second, and what a query waits, alone and among documents. */
export async function benchEmbed({
  embedder = createOnnxEmbedder(),
  rounds = 5,
  chunksPerRound = 48,
  queries = 200,
  queriesAmongDocuments = 20,
  clock = SYSTEM_CLOCK,
  signal = new AbortController().signal,
}: EmbedBenchOptions = {}): Promise<BenchReport> {
  const machine = describeMachine();
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const start = clock.monotonic();
    await work();
    return clock.monotonic() - start;
  };
  const query = (seed: number): Promise<number> =>
    timed(() => embedder.embed([writeEnglish(WORDS_PER_QUERY, seed)], { kind: 'query', signal }));
  const texts = (count: number, seed: number): string[] =>
    Array.from({ length: count }, (_, i) => writeEnglish(WORDS_PER_CHUNK, seed + i));
  try {
    const warmUpMs = await timed(() => embedder.warmUp(signal));

    const speeds: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const chunks = texts(chunksPerRound, 1_000 * round);
      const ms = await timed(() => embedder.embed(chunks, { kind: 'document', signal }));
      speeds.push((1_000 * chunksPerRound) / ms);
    }

    const alone: number[] = [];
    for (let i = 0; i < queries; i++) alone.push(await query(i));

    const among: number[] = [];
    // Far more than the queries can outlast; what is left is dropped.
    const enough = new AbortController();
    const documents = embedder
      .embed(texts(20 * queriesAmongDocuments, 7), {
        kind: 'document',
        signal: AbortSignal.any([signal, enough.signal]),
      })
      .catch(() => undefined);
    for (let i = 0; i < queriesAmongDocuments; i++) among.push(await query(i));
    enough.abort();
    await documents;

    const counted = await embedder.countTokens(texts(chunksPerRound, 0));
    return {
      name: 'embed',
      machine,
      versions: { 'onnxruntime-node': installedVersion('onnxruntime-node'), model: embedder.model },
      figures: {
        chunksPerSecond: median(speeds),
        tokensPerChunk: median(counted),
        queryP50Ms: median(alone),
        queryP95Ms: percentile(alone, 0.95),
        queryAmongDocumentsP50Ms: median(among),
        queryAmongDocumentsP95Ms: percentile(among, 0.95),
        warmUpMs,
        rssMiB: process.memoryUsage().rss / 2 ** 20,
      },
      notes: [
        `chunksPerSecond is the median of ${rounds} rounds of ${chunksPerRound} chunks each.`,
        `The query alone is the median of ${queries}, the query among documents that of ${queriesAmongDocuments}, each asked when the one before it was answered.`,
        'rssMiB is the resident memory of this process at the end.',
      ],
    };
  } finally {
    await embedder.close();
  }
}
