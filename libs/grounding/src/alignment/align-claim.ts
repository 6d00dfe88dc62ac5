import type { ClaimPart } from '../passages/cut-sentences.js';
import { rarityOfStem } from '../rarity/background-rarity.js';
import { bestProducts, cosineOf, type EncodedPieces, sumOfRows } from './piece-vectors.js';

/** The vectors of a sentence that may support a claim. */
export interface SentenceVectors {
  /** Of its pieces. */
  readonly own: Float32Array;
  /** Of the title and headings above it. */
  readonly context: Float32Array;
}

/** A claim laid beside its evidence, piece by piece. */
export interface Alignment {
  /** Weight of each piece of the claim: the rarity of its word, shared by the word's pieces. */
  readonly weights: readonly number[];
  /** Whether the word of each piece carries content. */
  readonly content: readonly boolean[];
  /** For each sentence, the best cosine of every piece of the claim with one of its pieces, −1…1. */
  readonly bySentence: readonly Float32Array[];
  /** Cosine of the claim with sentences `from` to `to` together, the latter excluded. */
  readonly cosine: (from: number, to: number) => number;
}

/** @param sentences in document order */
export function alignClaim(claim: ClaimPart, encoded: EncodedPieces, sentences: readonly SentenceVectors[]): Alignment {
  const dimensions = encoded.starts.length === 0 ? 1 : encoded.vectors.length / encoded.starts.length;
  const pieces = wordPieces(claim, encoded);
  const vectors = rowsOf(encoded.vectors, pieces, dimensions);
  const whole = sumOfRows(encoded.vectors, dimensions);
  const sums = sentences.map(({ own }) => sumOfRows(own, dimensions));
  const counts = new Map<number, number>();
  for (const { word } of pieces) counts.set(word, (counts.get(word) ?? 0) + 1);
  const contexts = new Map<Float32Array, Float32Array>();
  return {
    weights: pieces.map(({ word }) => rarityOfStem(claim.words[word]?.stem ?? '') / (counts.get(word) ?? 1)),
    content: pieces.map(({ word }) => claim.words[word]?.content === true),
    bySentence: sentences.map(({ own, context }) => {
      const best = bestProducts(vectors, own, dimensions);
      if (context.length === 0) return best;
      const known = contexts.get(context) ?? bestProducts(vectors, context, dimensions);
      contexts.set(context, known);
      return best.map((product, piece) => Math.max(product, known[piece] ?? -1));
    }),
    cosine: (from, to) => cosineOf(whole, sumOfSums(sums.slice(from, to), dimensions)),
  };
}

interface WordPiece {
  readonly row: number;
  /** Index of its word in the claim. */
  readonly word: number;
}

/** The pieces that belong to words; punctuation is left out. */
function wordPieces({ words }: ClaimPart, { starts }: EncodedPieces): WordPiece[] {
  const pieces: WordPiece[] = [];
  let word = 0;
  starts.forEach((start, row) => {
    while ((words[word]?.end ?? Infinity) <= start) word += 1;
    if (start >= (words[word]?.start ?? Infinity)) pieces.push({ row, word });
  });
  return pieces;
}

function rowsOf(vectors: Float32Array, pieces: readonly WordPiece[], dimensions: number): Float32Array {
  const rows = new Float32Array(pieces.length * dimensions);
  pieces.forEach(({ row }, index) => {
    rows.set(vectors.subarray(row * dimensions, (row + 1) * dimensions), index * dimensions);
  });
  return rows;
}

function sumOfSums(sums: readonly Float64Array[], dimensions: number): Float64Array {
  const total = new Float64Array(dimensions);
  for (const sum of sums) for (let d = 0; d < dimensions; d++) total[d] = (total[d] ?? 0) + (sum[d] ?? 0);
  return total;
}
