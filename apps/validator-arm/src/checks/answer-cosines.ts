import { statementOf, type Claim, type Source } from '@arbiter/contracts';
import { cosineOfUnitVectors } from '@arbiter/ports';
import type { ReadSources } from '../support/read-sources.js';
import { meanDirection, type WeightedVector } from './mean-direction.js';
import { passagesOf } from './passages-of.js';

/** Claims that are read with the title of their source before them; the rest is judged by its words. */
const READ_CLAIMS = 6;
/** Of a text, in UTF-16 code units: more than any embedder reads, which would only be cut into pieces for nothing. */
const READ_CHARACTERS = 32_000;

/** What an answer says and rests on. */
export interface RestedAnswer {
  readonly query: string;
  readonly answer: string;
  readonly claims: readonly Claim[];
  /** The source of each claim; undefined where none supports it. */
  readonly restsOn: readonly (Source | undefined)[];
}

/** Cosines with the question, −1…1. */
export interface AnswerCosines {
  /** Of the whole answer. */
  readonly answer: number;
  /** Of each claim, the title of its source before it; null where it was not read. */
  readonly claims: readonly (number | null)[];
  /** Of each source that was read, by its id. */
  readonly sources: ReadonlyMap<string, number>;
}

/**
 * How near answer, claims and sources are to the question. Of the sources, the windows that some claim was compared with
 * are read, which cost nothing more; of a source without one, the first.
 *
 * @throws ArbiterError UNAVAILABLE when the embedder is, and the signal's reason
 */
export async function answerCosines(
  { query, answer, claims, restsOn }: RestedAnswer,
  read: ReadSources,
  signal: AbortSignal,
): Promise<AnswerCosines> {
  const stated = claims.slice(0, READ_CLAIMS).map((claim, index) => inContext(statementOf(claim), restsOn[index]));
  // What the answer rests on is read first, then what ranks highest.
  const ranked = [...new Set([...restsOn.flatMap((source) => source ?? []), ...read.sources])];
  const passages = passagesOf(ranked, read);
  const texts = [query, answer, ...stated, ...passages.map(({ text }) => text)];
  const [asked, answered, ...vectors] = await read.vectorsOf(
    texts.map((text) => text.slice(0, READ_CHARACTERS)),
    signal,
  );
  const cosine = (vector: Float32Array | null | undefined): number =>
    asked && vector ? cosineOfUnitVectors(asked, vector) : 0;
  const bySource = new Map<string, WeightedVector[]>();
  for (const [index, { sourceId, text }] of passages.entries()) {
    const vector = vectors[stated.length + index];
    if (vector) bySource.set(sourceId, [...(bySource.get(sourceId) ?? []), { vector, weight: text.length }]);
  }
  return {
    answer: cosine(answered),
    claims: claims.map((_, index) => (index < stated.length ? cosine(vectors[index]) : null)),
    sources: new Map(Array.from(bySource, ([id, weighted]) => [id, cosine(meanDirection(weighted))])),
  };
}

/** A claim says "the keeper"; the title of its source says of what. */
function inContext(text: string, source: Source | undefined): string {
  const { title = '' } = source?.metadata ?? {};
  return title === '' ? text : `${title}. ${text}`;
}
