import { compareCodeUnits } from '@arbiter/contracts';

/** Share of relevance against novelty: the first results stay relevant, and repeats move down. */
export const DEFAULT_MMR_LAMBDA = 0.7;

export interface DiversityCandidate {
  readonly id: string;
  /** 0–1, so that it can be weighed against a cosine. */
  readonly relevance: number;
  /** Unit vector; null when there is none: such a passage resembles no other. */
  readonly vector: Float32Array | null;
}

export interface DiversifiedPassage<T extends DiversityCandidate> {
  readonly passage: T;
  /** λ · relevance − (1 − λ) · similarity. */
  readonly score: number;
  /** Greatest cosine to a passage selected before, −1 to 1; 0 for the first. */
  readonly similarity: number;
  /** The passage that it is similar to; null for the first, and where there are no vectors. */
  readonly nearest: string | null;
}

export interface DiversityOptions {
  /** 0 (only novelty) to 1 (only relevance). Default 0.7. */
  readonly lambda?: number;
  /** Passages selected at most, ≥ 0. Default: all. */
  readonly limit?: number;
}

/**
 * Maximal marginal relevance: selects, one at a time, the passage that is relevant and unlike those selected before
 * (Carbonell and Goldstein, "The use of MMR, diversity-based reranking", SIGIR 1998). Costs limit · candidates dot
 * products.
 *
 * @returns in order of selection; ties in order of id
 * @throws RangeError when lambda or limit is out of range, or vectors differ in length
 */
export function selectByMaximalMarginalRelevance<T extends DiversityCandidate>(
  candidates: readonly T[],
  { lambda = DEFAULT_MMR_LAMBDA, limit = candidates.length }: DiversityOptions = {},
): DiversifiedPassage<T>[] {
  if (!(lambda >= 0 && lambda <= 1)) throw new RangeError(`lambda must be 0 to 1, got ${lambda}`);
  if (!(limit >= 0)) throw new RangeError(`limit must not be negative, got ${limit}`);
  let left = candidates.map((passage): DiversifiedPassage<T> => ({
    passage,
    score: lambda * passage.relevance,
    similarity: 0,
    nearest: null,
  }));
  const selected: DiversifiedPassage<T>[] = [];
  while (selected.length < limit) {
    const best = left.reduce<DiversifiedPassage<T> | null>(
      (first, next) => (comesFirst(first, next) ? first : next),
      null,
    );
    if (!best) break;
    selected.push(best);
    left = left.filter((other) => other !== best).map((other) => besides(other, best.passage, lambda));
  }
  return selected;
}

function comesFirst<T extends DiversityCandidate>(
  one: DiversifiedPassage<T> | null,
  other: DiversifiedPassage<T>,
): one is DiversifiedPassage<T> {
  if (!one) return false;
  return (other.score - one.score || compareCodeUnits(one.passage.id, other.passage.id)) <= 0;
}

/** The candidate once `chosen` stands before it. */
function besides<T extends DiversityCandidate>(
  candidate: DiversifiedPassage<T>,
  chosen: T,
  lambda: number,
): DiversifiedPassage<T> {
  const { passage, nearest } = candidate;
  if (!passage.vector || !chosen.vector) return candidate;
  const similarity = cosine(passage.vector, chosen.vector);
  if (nearest !== null && similarity <= candidate.similarity) return candidate;
  return { passage, similarity, nearest: chosen.id, score: lambda * passage.relevance - (1 - lambda) * similarity };
}

/** Of unit vectors. */
function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError(`vectors have ${a.length} and ${b.length} dimensions`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
