import { type MachineKind, machineKindOf } from '@arbiter/contracts';
import type { PriorDocuments } from '../library/prior-documents.js';
import type { ChunkEmbedder } from '../pipeline/chunk-embedder.js';
import { DocumentFailure } from '../pipeline/document-failure.js';
import { LeftOut, prepareDocument, type PreparePorts } from '../pipeline/prepare-document.js';
import type { Candidate } from './sift-documents.js';

/** Texts counted at once. */
const TEXTS_AT_ONCE = 256;

/** Most documents read of one format. With 100, the mean is known to a tenth if its standard deviation equals the mean. */
const MOST_DOCUMENTS = 100;
/** Most bytes read of one format: about a thousand pages of PDF, half a minute. */
const MOST_BYTES = 16 * 1_024 * 1_024;

export interface SamplePorts extends PreparePorts {
  readonly chunkEmbedder: ChunkEmbedder;
}

interface ReadSample {
  /** Totals of the documents that could be read. */
  readonly read: Sampled;
  readonly failures: readonly DocumentFailure[];
  /** Ids of the documents that failed. */
  readonly failed: ReadonlySet<string>;
  /** The machine-made documents among those that were read. */
  readonly machineMade: readonly MachineMadeDocument[];
  /** One text of each document that the model would have to embed. */
  readonly texts: readonly string[];
}

export interface MachineMadeDocument {
  readonly kind: MachineKind;
  readonly source: string;
  readonly bytes: number;
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
  const machineMade: MachineMadeDocument[] = [];
  let read = NOTHING_SAMPLED;
  for (const { id, item, size } of chooseSample(members)) {
    signal.throwIfAborted();
    const from = clock.monotonic();
    const prepared = await prepareDocument({ id, collection, item, prior }, ports, signal);
    const ms = clock.monotonic() - from;
    if (prepared instanceof DocumentFailure) {
      // An absent model fails every document alike.
      if (prepared.stage !== 'load' && prepared.error.code === 'UNAVAILABLE') throw prepared.error;
      failures.push(prepared);
      failed.add(id);
      continue;
    }
    if (prepared instanceof LeftOut) continue;
    // The document may have been restored since it was sifted.
    const chunks = prepared === 'unchanged' ? [] : prepared.chunks;
    const kind = prepared === 'unchanged' ? null : machineKindOf(prepared.document.metadata);
    if (kind !== null) machineMade.push({ kind, source: item.source, bytes: size });
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
  return { read, failures, failed, machineMade, texts: firstTexts };
}

async function tokensIn(texts: readonly string[], { embedder }: SamplePorts, signal: AbortSignal): Promise<number> {
  let tokens = 0;
  for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
    signal.throwIfAborted();
    const counts = await embedder.countTokens(texts.slice(from, from + TEXTS_AT_ONCE));
    // The model cuts longer texts off.
    for (const count of counts) tokens += Math.min(count, embedder.maxTokens);
  }
  return tokens;
}

/** An item to sample from. */
interface Sized {
  /** Size in bytes, as the source states it. */
  readonly size: number;
}

/**
 * Evenly spaced members, as many as can be read quickly; all members if there are few. The choice is deterministic.
 *
 * @param members of one format, in the order of the listing, where similar documents are neighbours
 * @returns at least one member of a format that has some, however large it is
 */
export function chooseSample<M extends Sized>(members: readonly M[]): readonly M[] {
  const bytes = members.reduce((sum, { size }) => sum + size, 0);
  const byBytes = Math.floor((members.length * MOST_BYTES) / Math.max(1, bytes));
  const wanted = Math.max(1, Math.min(members.length, MOST_DOCUMENTS, byBytes));
  const step = members.length / wanted;
  // The middle of each stretch: the first file of a folder is often an index or a cover.
  return Array.from({ length: Math.min(wanted, members.length) }, (_, index) =>
    members.at(Math.floor((index + 0.5) * step)),
  ).filter((member) => member !== undefined);
}

/** Totals of the documents read of one format. */
export interface Sampled {
  readonly documents: number;
  readonly bytes: number;
  readonly chunks: number;
  /** Chunks that the model would have to embed, with their tokens and characters. */
  readonly embedded: number;
  readonly tokens: number;
  readonly characters: number;
  /** Time for parsing and cutting, in milliseconds. */
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
 * Totals for all documents of a format, by a ratio estimator. Bytes are the auxiliary variable, because the amount of text
 * follows them more closely than the number of documents (Cochran, Sampling Techniques, 3rd ed., chapter 6).
 *
 * @param all documents of the format and their bytes, including the sample
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
