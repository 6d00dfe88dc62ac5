import type { Alignment } from '../alignment/align-claim.js';

/** Features of vectors; every value 0–1. */
export interface SimilarityFeatures {
  /** Cosine of the claim with all of the evidence, and with its best window of three sentences. */
  readonly evidenceCosine: number;
  readonly windowCosine: number;
  /** Best cosine of each piece of the claim, weighted by rarity: anywhere, and in the best window. */
  readonly alignment: number;
  readonly windowAlignment: number;
  /** The cosine that nine in ten pieces exceed, in the sentence that aligns best. */
  readonly weakestAlignment: number;
  /** Share of neighbouring pieces that align with the same sentence. */
  readonly togetherness: number;
  /** Share of content pieces with no cosine of .65. */
  readonly unaligned: number;
}

const WINDOW_SENTENCES = 3;
const ALIGNED = 0.65;

export function similarityFeatures({ weights, content, bySentence, cosine }: Alignment): SimilarityFeatures {
  const sentences = bySentence.length;
  if (sentences === 0 || weights.length === 0) return NOTHING;
  const anywhere = highestOf(bySentence);
  const starts = Array.from({ length: Math.max(1, sentences - WINDOW_SENTENCES + 1) }, (_, from) => from);
  const windows = starts.map((from) => highestOf(bySentence.slice(from, from + WINDOW_SENTENCES)));
  const sentenceScores = bySentence.map((best) => weightedMean(best, weights));
  const bestSentence = bySentence[sentenceScores.indexOf(Math.max(...sentenceScores))];
  const owners = weights.map((_, piece) => indexOfHighest(bySentence.map((best) => best[piece] ?? -1)));
  const contentPieces = anywhere.filter((_, piece) => content[piece] === true);
  return {
    evidenceCosine: clamp(cosine(0, sentences)),
    windowCosine: clamp(Math.max(...starts.map((from) => cosine(from, from + WINDOW_SENTENCES)))),
    alignment: clamp(weightedMean(anywhere, weights)),
    windowAlignment: clamp(Math.max(...windows.map((best) => weightedMean(best, weights)))),
    weakestAlignment: clamp(quantile(bestSentence ?? anywhere, 0.1)),
    togetherness: shareOf(owners.slice(1), (owner, index) => owner === owners[index]),
    unaligned: shareOf([...contentPieces], (best) => best < ALIGNED),
  };
}

const NOTHING: SimilarityFeatures = {
  evidenceCosine: 0,
  windowCosine: 0,
  alignment: 0,
  windowAlignment: 0,
  weakestAlignment: 0,
  togetherness: 0,
  unaligned: 1,
};

function highestOf(rows: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = rows;
  const highest = first.slice();
  for (const row of others) row.forEach((value, i) => (highest[i] = Math.max(highest[i] ?? -1, value)));
  return highest;
}

function weightedMean(values: Float32Array, weights: readonly number[]): number {
  let sum = 0;
  let total = 0;
  weights.forEach((weight, i) => {
    sum += weight * (values[i] ?? 0);
    total += weight;
  });
  return total === 0 ? 0 : sum / total;
}

function indexOfHighest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

/** Linear between the neighbouring values. */
function quantile(values: Float32Array, share: number): number {
  const sorted = values.toSorted();
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return low + (at - Math.floor(at)) * (high - low);
}

function shareOf<T>(values: readonly T[], holds: (value: T, index: number) => boolean): number {
  return values.length === 0 ? 0 : values.filter(holds).length / values.length;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
