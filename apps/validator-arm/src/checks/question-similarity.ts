import type { Source } from '@arbiter/contracts';
import { bestProducts } from '@arbiter/grounding';
import { cosineOfUnitVectors, type TextEncoding } from '@arbiter/ports';
import type { ReadSources } from '../support/read-sources.js';
import { meanDirection, type WeightedVector } from './mean-direction.js';
import { namedTerms, withoutTerms } from './named-terms.js';
import { passagesOf } from './passages-of.js';

/** Claims that are read; the rest is judged by its words. */
const READ_CLAIMS = 6;
/** Of a text, in UTF-16 code units: more than any embedder reads, which would only be cut into pieces for nothing. */
const READ_CHARACTERS = 32_000;

/** What an answer says and rests on. */
export interface RestedAnswer {
  readonly query: string;
  readonly claims: readonly RestedClaim[];
}

export interface RestedClaim {
  readonly text: string;
  /** The source that it rests on most; undefined where none supports it. */
  readonly source: Source | undefined;
  /** The words of that source that it rests on most; '' where there are none, or they are its own. */
  readonly evidence: string;
}

/**
 * How near a claim, its headings before it, comes to a question, both without the names that the question holds. "She lost
 * nine" says too little: the words that a claim rests on count like its own.
 */
export interface ClaimSimilarity {
  /** −1…1. */
  readonly cosine: number;
  /** Mean over the question's word pieces of the highest cosine with one of the claim, −1…1; null without such vectors. */
  readonly alignment: number | null;
}

export interface QuestionSimilarity {
  /** Of each claim; null where it was not read. */
  readonly claims: readonly (ClaimSimilarity | null)[];
  /** Cosine with the question of each source that was read, by its id, −1…1. */
  readonly sources: ReadonlyMap<string, number>;
}

/**
 * How near claims and sources are to the question. Of the sources, the windows that some claim was compared with are read,
 * which cost nothing more; of a source without one, the first.
 *
 * Claims are compared without the names of the question: whatever is said of Ada Wren is near to any question about Ada
 * Wren, whether or not it answers it, and hides how near the rest is.
 *
 * @throws ArbiterError UNAVAILABLE when the embedder is, and the signal's reason
 */
export async function questionSimilarity(
  { query, claims }: RestedAnswer,
  read: ReadSources,
  signal: AbortSignal,
): Promise<QuestionSimilarity> {
  const named = namedTerms(query);
  const wanted = withoutTerms(query, named);
  const stated = claims
    .slice(0, READ_CLAIMS)
    .map(({ text, source, evidence }) =>
      [text, ...(evidence === '' ? [] : [evidence])].map((words) => withoutTerms(underHeadings(words, source), named)),
    );
  // What the answer rests on is read first, then what ranks highest.
  const ranked = [...new Set([...claims.flatMap(({ source }) => source ?? []), ...read.sources])];
  const passages = passagesOf(ranked, read);
  const texts = [query, wanted, ...stated.flat(), ...passages.map(({ text }) => text)].map(cut);
  const vectors = new Map((await read.vectorsOf(texts, signal)).map((vector, index) => [texts[index], vector]));
  const similarityOf = (words: string): ClaimSimilarity => ({
    cosine: cosine(vectors.get(cut(wanted)), vectors.get(cut(words))),
    alignment: alignmentOf(read.encodingOf(cut(wanted)), read.encodingOf(cut(words))),
  });
  const bySource = new Map<string, WeightedVector[]>();
  for (const { sourceId, text } of passages) {
    const vector = vectors.get(cut(text));
    if (vector) bySource.set(sourceId, [...(bySource.get(sourceId) ?? []), { vector, weight: text.length }]);
  }
  return {
    claims: claims.map((_, index) => nearer((stated[index] ?? []).map(similarityOf))),
    sources: new Map(
      Array.from(bySource, ([id, weighted]) => [id, cosine(vectors.get(cut(query)), meanDirection(weighted))]),
    ),
  };
}

function cut(text: string): string {
  return text.slice(0, READ_CHARACTERS);
}

/** The higher of each; null of none. */
function nearer(similarities: readonly ClaimSimilarity[]): ClaimSimilarity | null {
  if (similarities.length === 0) return null;
  const alignments = similarities.flatMap(({ alignment }) => alignment ?? []);
  return {
    cosine: Math.max(...similarities.map((similarity) => similarity.cosine)),
    alignment: alignments.length === 0 ? null : Math.max(...alignments),
  };
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a && b ? cosineOfUnitVectors(a, b) : 0;
}

function alignmentOf(question: TextEncoding | undefined, claim: TextEncoding | undefined): number | null {
  if (!question || !claim || question.starts.length === 0 || claim.starts.length === 0) return null;
  const dimensions = question.vectors.length / question.starts.length;
  const best = bestProducts(question.vectors, claim.vectors, dimensions);
  return best.reduce((sum, value) => sum + value, 0) / best.length;
}

/** A claim says "at dusk"; the headings above it say what closes then. */
function underHeadings(text: string, source: Source | undefined): string {
  const { section = '' } = source?.metadata ?? {};
  return section === '' ? text : `${section}. ${text}`;
}
