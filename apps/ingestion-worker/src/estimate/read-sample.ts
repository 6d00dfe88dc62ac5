import type { PriorDocuments } from '../library/prior-documents.js';
import type { ChunkEmbedder } from '../pipeline/chunk-embedder.js';
import { DocumentFailure } from '../pipeline/document-failure.js';
import { prepareDocument, type PreparePorts } from '../pipeline/prepare-document.js';
import type { Candidate } from './sift-documents.js';

/** Texts counted at once. */
const TEXTS_AT_ONCE = 256;

/** Documents of one format that are read: their mean is known to a tenth where documents differ by their mean. */
const MOST_DOCUMENTS = 100;
/** Bytes of one format that are read: some thousand pages of PDF, half a minute. */
const MOST_BYTES = 16 * 1_024 * 1_024;

export interface SamplePorts extends PreparePorts {
  readonly chunkEmbedder: ChunkEmbedder;
}

interface ReadSample {
  /** What could be read. */
  readonly read: Sampled;
  readonly failures: readonly DocumentFailure[];
  /** Ids of the documents that failed. */
  readonly failed: ReadonlySet<string>;
  /** A text of each document that the model would have to read. */
  readonly texts: readonly string[];
}

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

/** What a sample is drawn from. */
interface Sized {
  /** Bytes, as its source states them. */
  readonly size: number;
}

/**
 * Members at even distances, as many as can be read quickly; all of them where they can. The same members give the same sample.
 *
 * @param members of one format, in the order of their listing, which keeps what is alike together
 * @returns at least one of a format that has some, however large it is
 */
export function chooseSample<M extends Sized>(members: readonly M[]): readonly M[] {
  const bytes = members.reduce((sum, { size }) => sum + size, 0);
  const byBytes = Math.floor((members.length * MOST_BYTES) / Math.max(1, bytes));
  const wanted = Math.max(1, Math.min(members.length, MOST_DOCUMENTS, byBytes));
  const step = members.length / wanted;
  // From the middle of each stretch: the first of a folder is often an index or a cover.
  return Array.from({ length: Math.min(wanted, members.length) }, (_, index) =>
    members.at(Math.floor((index + 0.5) * step)),
  ).filter((member) => member !== undefined);
}

/** What reading documents of one format came to. */
export interface Sampled {
  readonly documents: number;
  readonly bytes: number;
  readonly chunks: number;
  /** Chunks that the model would have to read, with their tokens and characters. */
  readonly embedded: number;
  readonly tokens: number;
  readonly characters: number;
  /** That parsing and cutting took. */
  readonly ms: number;
}

export const NOTHING_SAMPLED: Sampled = Object.freeze({
  documents: 0,
  bytes: 0,
  chunks: 0,
  embedded: 0,
  tokens: 0,
  characters: 0,
  ms: 0,
});

/**
 * What all documents of a format come to, by a ratio estimator: text grows with bytes, so that bytes say more than a count
 * of documents does (Cochran, Sampling Techniques, 3rd ed., chapter 6).
 *
 * @param all documents of the format and their bytes, the sample among them
 */
export function extrapolate(sampled: Sampled, all: Pick<Sampled, 'documents' | 'bytes'>): Sampled {
  const { documents, bytes } = all;
  const ratio = sampled.bytes > 0 ? bytes / sampled.bytes : sampled.documents > 0 ? documents / sampled.documents : 0;
  const scaled = (count: number): number => Math.round(count * ratio);
  return {
    documents,
    bytes,
    chunks: scaled(sampled.chunks),
    embedded: scaled(sampled.embedded),
    tokens: scaled(sampled.tokens),
    characters: scaled(sampled.characters),
    ms: sampled.ms * ratio,
  };
}

export function addSampled(a: Sampled, b: Sampled): Sampled {
  return {
    documents: a.documents + b.documents,
    bytes: a.bytes + b.bytes,
    chunks: a.chunks + b.chunks,
    embedded: a.embedded + b.embedded,
    tokens: a.tokens + b.tokens,
    characters: a.characters + b.characters,
    ms: a.ms + b.ms,
  };
}
