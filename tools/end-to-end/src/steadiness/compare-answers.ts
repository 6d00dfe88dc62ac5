import { judgedConfidence, type Answer } from '@arbiter/contracts';

/** The parts of an answer that must stay the same. */
export interface SteadyOutcome {
  readonly verdict: Answer['status'];
  /** Quotes in the order of the text, each with the name of its file. */
  readonly citations: readonly string[];
  readonly confidence: number | null;
}

/** How often answers to the same questions were the same. */
export interface Steadiness {
  readonly questions: number;
  readonly sameVerdict: number;
  readonly sameCitations: number;
}

export function outcomeOf(answer: Answer): SteadyOutcome {
  const { status, citations } = answer;
  return {
    verdict: status,
    citations: citations.map(({ source, quote }) => `${source.split('/').at(-1) ?? ''}: ${quote}`),
    confidence: judgedConfidence(answer),
  };
}

export function sameVerdict(one: SteadyOutcome, other: SteadyOutcome): boolean {
  return one.verdict === other.verdict;
}

/** Whether both quote the same; the order does not count. */
export function sameCitations(one: SteadyOutcome, other: SteadyOutcome): boolean {
  return [...one.citations].sort().join('\n') === [...other.citations].sort().join('\n');
}

export function steadinessOf(pairs: readonly (readonly [SteadyOutcome, SteadyOutcome])[]): Steadiness {
  return {
    questions: pairs.length,
    sameVerdict: pairs.filter(([one, other]) => sameVerdict(one, other)).length,
    sameCitations: pairs.filter(([one, other]) => sameCitations(one, other)).length,
  };
}

/**
 * Whether a count of successes is compatible with a share: the lower tail of the binomial distribution.
 *
 * @param floor share, 0–1
 * @param significance probability, at a share of the floor, below which a count is too small; 0–1
 */
export function reaches(floor: number, successes: number, of: number, significance: number): boolean {
  // In logarithms: of some hundred questions, the probability that none is the same is below the smallest number.
  let logProbability = of * Math.log(1 - floor);
  let tail = Math.exp(logProbability);
  for (let k = 1; k <= successes; k += 1) {
    logProbability += Math.log((of - k + 1) / k) + Math.log(floor / (1 - floor));
    tail += Math.exp(logProbability);
  }
  return tail >= significance;
}
