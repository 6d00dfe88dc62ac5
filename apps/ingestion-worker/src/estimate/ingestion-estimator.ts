import { costOf, ratesOf } from '@arbiter/adapter-kit/language-model';
import {
  compareCodeUnits,
  type IngestionEstimate,
  type IngestionSource,
  type ModelUsage,
  type PriceTable,
} from '@arbiter/contracts';
import { PriorDocuments } from '../library/prior-documents.js';
import type { DocumentLister, OpenDocuments } from '../load/document-lister.js';
import type { EmbeddingPace } from '../pipeline/chunk-embedder.js';
import { DocumentFailure } from '../pipeline/document-failure.js';
import { type PreparePorts } from '../pipeline/prepare-document.js';
import { addSampled, extrapolate, NOTHING_SAMPLED, readSample, type Sampled, type SamplePorts } from './read-sample.js';
import { siftDocuments } from './sift-documents.js';
import { type SampledMachineMade, tallyMachineMade } from './tally-machine-made.js';

export interface EstimatorPorts extends PreparePorts, SamplePorts {
  readonly lister: DocumentLister;
  /** Measured over the jobs of this worker. */
  readonly pace: EmbeddingPace;
  /** Null if no prices are configured. */
  readonly prices: PriceTable | null;
}

export interface EstimateRequest {
  readonly collection: string;
  readonly sources: readonly IngestionSource[];
}

/** Failures that are listed; the count includes the others. */
const MAX_FAILURES = 1_000;
/** Texts that the model reads to measure its pace if that is unknown: some seconds of a small model. */
const TIMED_TEXTS = 32;

/** Estimates a job: lists, reads, parses and cuts as a job does, and writes nothing. */
export class IngestionEstimator {
  constructor(private readonly ports: EstimatorPorts) {}

  /** @throws ArbiterError as listing the sources does, and UNAVAILABLE when a store or the model does not answer */
  async estimate({ collection, sources }: EstimateRequest, signal: AbortSignal): Promise<IngestionEstimate> {
    const listed = await this.ports.lister.list({ collection, sources: [...sources] }, signal);
    try {
      return await this.estimateListed(collection, listed, signal);
    } finally {
      await listed.close();
    }
  }

  private async estimateListed(
    collection: string,
    listed: OpenDocuments,
    signal: AbortSignal,
  ): Promise<IngestionEstimate> {
    const { parsers, documents: store } = this.ports;
    const prior = await PriorDocuments.of(collection, { store, listed: true, signal });
    const sifted = await siftDocuments(listed, { collection, prior, parsers }, signal);
    const failures = [
      ...listed.failures.map(({ source, error }) => new DocumentFailure(source, 'load', error)),
      ...sifted.failures,
    ];

    const formats: IngestionEstimate['formats'] = [];
    const texts: string[] = [];
    const machineMade: SampledMachineMade[] = [];
    let read = NOTHING_SAMPLED;
    let all = NOTHING_SAMPLED;
    for (const [mediaType, members] of [...sifted.candidates].sort(([a], [b]) => compareCodeUnits(a, b))) {
      const sample = await readSample(members, { collection, prior }, this.ports, signal);
      failures.push(...sample.failures);
      texts.push(...sample.texts);
      const readable = members.filter(({ id }) => !sample.failed.has(id));
      const bytes = readable.reduce((sum, { size }) => sum + size, 0);
      const whole = extrapolate(sample.read, { documents: readable.length, bytes });
      if (readable.length > 0) formats.push({ mediaType, documents: readable.length, bytes, chunks: whole.chunks });
      machineMade.push({ found: sample.machineMade, sampled: sample.read, all: { documents: readable.length, bytes } });
      read = addSampled(read, sample.read);
      all = addSampled(all, whole);
    }
    const pace = all.embedded === 0 ? null : await this.paceOf(evenly(texts, TIMED_TEXTS), signal);
    return {
      collection,
      found: all.documents + sifted.unchanged + failures.length,
      documents: all.documents,
      unchanged: sifted.unchanged,
      deleted: sifted.gone,
      failed: failures.length,
      skipped: listed.skipped,
      bytes: all.bytes,
      chunks: all.chunks,
      embedded: all.embedded,
      tokens: all.tokens,
      formats,
      machineMade: tallyMachineMade(machineMade),
      sample: read.documents === all.documents ? null : { documents: read.documents, bytes: read.bytes },
      seconds: secondsFor(all, pace),
      pace,
      cost: this.costOf(all.tokens),
      failures: failures
        .slice(0, MAX_FAILURES)
        .map(({ source, stage, error }) => ({ source, stage, reason: error.message })),
      leftOut: [...listed.leftOut],
    };
  }

  /** The recent pace; otherwise the pace measured on these texts, unless the model costs money. */
  private async paceOf(texts: readonly string[], signal: AbortSignal): Promise<IngestionEstimate['pace']> {
    const { pace, embedder, chunkEmbedder, clock, prices } = this.ports;
    const measured = pace.charactersPerSecond;
    if (measured !== null) return { characters: measured, of: 'jobs' };
    if (texts.length === 0 || (prices && ratesOf(embedder.model, prices))) return null;
    // Loading the model does not count towards its pace.
    await embedder.warmUp(signal);
    const from = clock.monotonic();
    await chunkEmbedder.read(texts, signal);
    const seconds = (clock.monotonic() - from) / 1_000;
    const characters = texts.reduce((sum, { length }) => sum + length, 0);
    return seconds > 0 ? { characters: characters / seconds, of: 'sample' } : null;
  }

  private costOf(inputTokens: number): IngestionEstimate['cost'] {
    const { prices, embedder } = this.ports;
    if (!prices || !ratesOf(embedder.model, prices)) return null;
    const rest = { outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 };
    const usage: ModelUsage = { model: embedder.model, inputTokens, ...rest };
    const { amount, currency } = costOf([usage], prices);
    return { amount, currency };
  }
}

/** Parsing and embedding one after the other, since both use all cores. Storing overlaps with them. */
function secondsFor({ characters, embedded, ms }: Sampled, pace: IngestionEstimate['pace']): number | null {
  if (embedded === 0) return ms / 1_000;
  return pace === null ? null : ms / 1_000 + characters / pace.characters;
}

/** At most `count` texts, evenly spaced. */
function evenly(texts: readonly string[], count: number): string[] {
  const step = Math.max(1, texts.length / count);
  return Array.from({ length: Math.min(count, texts.length) }, (_, index) => texts[Math.floor(index * step)] ?? '');
}
