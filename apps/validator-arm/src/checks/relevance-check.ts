import { estimateRelevance, relevanceModelsOf } from '@arbiter/confidence';
import type { RelevanceToken, Source } from '@arbiter/contracts';
import { cosineOfUnitVectors } from '@arbiter/ports';
import { readingHeldTerms, TermCoverage, type Steps } from '@arbiter/text';
import { contextOf, type ReadSources } from '../support/read-sources.js';

const RELEVANT = 0.5;

export interface RelevanceCheck {
  readonly token: RelevanceToken;
  readonly score: number;
  readonly reasoning: string;
  readonly perSource: { readonly sourceId: string; readonly token: RelevanceToken; readonly score: number }[];
}

export interface SourceCosines {
  /** The embedding model. */
  readonly model: string;
  readonly cosines: ReadonlyMap<string, number>;
}

/**
 * Whether the sources are about the question at all, a thousand words a step: by the same estimate as in a search. A source whose words answer it
 * is about it, however little they look like it: "Nine beds, each 6 pennies" has no word of "What would a room cost me?".
 *
 * @param cosines of sources with the question, by id, and whose; a source without one is judged by its words alone
 * @param answering probability that a source holds what was asked for, by id, 0–1; none for one that nothing rests on
 */
export function* checkingRelevance(
  query: string,
  sources: readonly Source[],
  { model, cosines }: SourceCosines,
  answering: ReadonlyMap<string, number> = new Map(),
): Steps<RelevanceCheck> {
  const held: ReadonlySet<string>[] = [];
  for (const source of sources) held.push(yield* readingHeldTerms(`${contextOf(source)}\n${source.content}`));
  const coverage = TermCoverage.amongHeld(query, held);
  const models = relevanceModelsOf(model);
  const perSource = sources.map(({ id }, index) => {
    const evidence = { cosine: cosines.get(id) ?? null, coverage: coverage.ofHeld(held[index] ?? new Set()) };
    const likeness = estimateRelevance(evidence, models);
    const score = Math.max(likeness, answering.get(id) ?? 0);
    return { sourceId: id, token: tokenOf(score), score };
  });
  const score = Math.max(0, ...perSource.map((source) => source.score));
  const relevant = perSource.filter(({ token }) => token === 'relevant').length;
  return {
    token: tokenOf(score),
    score,
    reasoning:
      sources.length === 0
        ? 'There are no sources.'
        : `${relevant} of ${sources.length} sources ${relevant === 1 ? 'is' : 'are'} about the question.`,
    perSource,
  };
}

function tokenOf(score: number): RelevanceToken {
  return score >= RELEVANT ? 'relevant' : 'irrelevant';
}

/** Of a text, in UTF-16 code units: more than any embedder reads, which would only be cut into pieces for nothing. */
const READ_CHARACTERS = 32_000;

/**
 * Cosine with the question of each source that was read, by its id, −1…1. The windows that some claim was compared with are
 * read, which cost nothing more; of a source without one, the first.
 *
 * @param rested sources that the answer rests on: they are read first
 * @throws ArbiterError UNAVAILABLE when the embedder is, and the signal's reason
 */
export async function sourceSimilarity(
  query: string,
  rested: readonly Source[],
  read: ReadSources,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const ranked = [...new Set([...rested, ...read.sources])];
  const passages = passagesOf(ranked, read).map(({ sourceId, text }) => ({ sourceId, text: cut(text) }));
  const texts = [cut(query), ...passages.map(({ text }) => text)];
  const [question, ...vectors] = await read.vectorsOf(texts, signal);
  if (!question) return new Map();
  const bySource = new Map<string, WeightedVector[]>();
  passages.forEach(({ sourceId, text }, index) => {
    const vector = vectors[index];
    if (!vector) return;
    const weighted = { vector, weight: text.length };
    const others = bySource.get(sourceId);
    if (others) others.push(weighted);
    else bySource.set(sourceId, [weighted]);
  });
  return new Map(
    Array.from(bySource, ([id, weighted]) => [id, cosineOfUnitVectors(question, meanDirection(weighted))]),
  );
}

function cut(text: string): string {
  return text.slice(0, READ_CHARACTERS);
}

/** Windows of a source that are read to tell of what it speaks: some 220 word pieces. */
const MOST_OF_ONE = 1;
/** Windows of all sources that are read for that alone: 40 ms each on one core. */
const MOST_NEW = 2;

/** A stretch of a source that tells of what it speaks. */
interface SourcePassage {
  readonly sourceId: string;
  readonly text: string;
}

/**
 * Selects the passages that show whether sources are about a question. These are windows that some claim was compared with,
 * which are encoded already. A source without one gives its first windows, as long as they are not too many.
 *
 * @param ranked sources, the most important first
 * @returns in the order of the sources; none of a source that is to be judged by its words
 */
function passagesOf(ranked: readonly Source[], read: ReadSources): SourcePassage[] {
  const { evidence, windows } = read.comparison;
  const bySource = new Map<string, string[]>(evidence.sources.map(({ id }) => [id, []]));
  for (const { source, text } of windows.all) bySource.get(evidence.sources[source]?.id ?? '')?.push(text);
  let left = MOST_NEW;
  // A request may give one id to all of its sources: what stands under it is read once, not once for each.
  return [...new Set(ranked.map(({ id }) => id))].flatMap((sourceId) => {
    const own = bySource.get(sourceId) ?? [];
    const encoded = own.filter((text) => read.encodingOf(text) !== undefined);
    const first = encoded.length > 0 ? [] : own.slice(0, Math.min(MOST_OF_ONE, left));
    left -= first.length;
    return [...encoded, ...first].map((text) => ({ sourceId, text }));
  });
}

/** A vector of unit length, and its weight. */
interface WeightedVector {
  readonly vector: Float32Array;
  readonly weight: number;
}

/**
 * @param weighted of equal dimensions
 * @returns their weighted mean, brought to unit length; zeros where they cancel out
 */
export function meanDirection(weighted: readonly WeightedVector[]): Float32Array {
  const mean = new Float32Array(weighted[0]?.vector.length ?? 0);
  for (const { vector, weight } of weighted) {
    for (let d = 0; d < mean.length; d++) mean[d] = (mean[d] ?? 0) + weight * (vector[d] ?? 0);
  }
  const length = Math.hypot(...mean) || 1;
  return mean.map((value) => value / length);
}
