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
