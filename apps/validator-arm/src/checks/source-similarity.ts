import type { Source } from '@arbiter/contracts';
import { cosineOfUnitVectors } from '@arbiter/ports';
import type { ReadSources } from '../support/read-sources.js';
import { meanDirection, type WeightedVector } from './mean-direction.js';
import { passagesOf } from './passages-of.js';

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
