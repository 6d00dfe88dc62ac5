import type { ChunkEmbedder } from '../pipeline/chunk-embedder.js';
import { DocumentFailure, prepareDocument, type PreparePorts } from '../pipeline/prepare-document.js';
import type { PriorDocuments } from '../pipeline/prior-documents.js';
import { chooseSample } from './choose-sample.js';
import { addSampled, NOTHING_SAMPLED, type Sampled } from './extrapolate.js';
import type { Candidate } from './sift-documents.js';

export interface SamplePorts extends PreparePorts {
  readonly chunkEmbedder: ChunkEmbedder;
}

export interface ReadSample {
  /** What could be read. */
  readonly read: Sampled;
  readonly failures: readonly DocumentFailure[];
  /** Ids of the documents that failed. */
  readonly failed: ReadonlySet<string>;
  /** A text of each document that the model would have to read. */
  readonly texts: readonly string[];
}

/** Texts counted at once. */
const TEXTS_AT_ONCE = 256;

/**
 * Reads a sample of the documents of one format as a job would.
 *
 * @throws ArbiterError UNAVAILABLE when a store or the model does not answer
 */
export async function readSample(
  members: readonly Candidate[],
  { collection, prior }: { readonly collection: string; readonly prior: PriorDocuments },
  ports: SamplePorts,
  signal: AbortSignal,
): Promise<ReadSample> {
  const { clock, chunkEmbedder } = ports;
  const failures: DocumentFailure[] = [];
  const failed = new Set<string>();
  const firstTexts: string[] = [];
  let read = NOTHING_SAMPLED;
  for (const { id, item, size } of chooseSample(members)) {
    signal.throwIfAborted();
    const from = clock.monotonic();
    const prepared = await prepareDocument({ id, collection, item, prior }, ports, signal);
    const ms = clock.monotonic() - from;
    if (prepared instanceof DocumentFailure) {
      // A model that is away fails every document alike.
      if (prepared.stage !== 'load' && prepared.error.code === 'UNAVAILABLE') throw prepared.error;
      failures.push(prepared);
      failed.add(id);
      continue;
    }
    // It may have been put back since it was sifted.
    const chunks = prepared === 'unchanged' ? [] : prepared.chunks;
    const texts = await chunkEmbedder.unread(chunks);
    firstTexts.push(...texts.slice(0, 1));
    read = addSampled(read, {
      documents: 1,
      bytes: size,
      chunks: chunks.length,
      embedded: texts.length,
      tokens: await tokensIn(texts, ports, signal),
      characters: texts.reduce((sum, { length }) => sum + length, 0),
      ms,
    });
  }
  return { read, failures, failed, texts: firstTexts };
}

async function tokensIn(texts: readonly string[], { embedder }: SamplePorts, signal: AbortSignal): Promise<number> {
  let tokens = 0;
  for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
    signal.throwIfAborted();
    const counts = await embedder.countTokens(texts.slice(from, from + TEXTS_AT_ONCE));
    // What is longer is cut off before the model.
    for (const count of counts) tokens += Math.min(count, embedder.maxTokens);
  }
  return tokens;
}
