import { pairedRandomisationTest, type Alternative } from '../metrics/randomisation-test.js';
import type { RandomSource } from '../metrics/statistics.js';
import { isRightVerdict, type AnswerVerdict } from './judge-answer.js';

/** How one question ended. */
export interface AnswerOutcome {
  /** The same in both runs. */
  readonly id: string;
  readonly answerable: boolean;
  readonly outcome: AnswerVerdict;
}

/** A share in two runs over the same questions. */
export interface PairedShare {
  /** Questions that it is taken over. */
  readonly n: number;
  /** 0–1. */
  readonly before: number;
  readonly after: number;
  /** after − before. */
  readonly difference: number;
  readonly pValue: number;
}

export interface AnswerComparison {
  /** Questions that ended as they should, of all; null when the runs have no question in common. */
  readonly right: PairedShare | null;
  /** Correct answers, of answerable questions; null without any. */
  readonly correct: PairedShare | null;
  /** Declined, of unanswerable questions; null without any. */
  readonly declined: PairedShare | null;
  /** Questions that end as they should only after, and only before. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** Questions that only one of the runs has; they are left out. */
  readonly unmatched: readonly string[];
}

export interface ComparisonOptions {
  /** For the permutations. */
  readonly random: () => RandomSource;
  /** `less`: how likely chance lets so many fall. Default `two-sided`. */
  readonly alternative?: Alternative;
}

/** Compares two runs question by question, by paired randomisation tests. */
export function compareAnswers(
  before: readonly AnswerOutcome[],
  after: readonly AnswerOutcome[],
  options: ComparisonOptions,
): AnswerComparison {
  const now = new Map(after.map((one) => [one.id, one]));
  const pairs = before.flatMap((one) => {
    const other = now.get(one.id);
    return other === undefined
      ? []
      : [{ id: one.id, answerable: other.answerable, was: isRight(one), is: isRight(other) }];
  });
  const matched = new Set(pairs.map(({ id }) => id));
  const ids = (wanted: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(wanted).map(({ id }) => id);
  return {
    right: pairedShare(pairs, options),
    correct: pairedShare(
      pairs.filter(({ answerable }) => answerable),
      options,
    ),
    declined: pairedShare(
      pairs.filter(({ answerable }) => !answerable),
      options,
    ),
    gained: ids(({ was, is }) => is && !was),
    lost: ids(({ was, is }) => was && !is),
    unmatched: [...new Set([...before, ...after].map(({ id }) => id))].filter((id) => !matched.has(id)),
  };
}

function isRight({ outcome }: AnswerOutcome): boolean {
  return isRightVerdict(outcome);
}

function pairedShare(
  pairs: readonly { readonly was: boolean; readonly is: boolean }[],
  { random, alternative = 'two-sided' }: ComparisonOptions,
): PairedShare | null {
  if (pairs.length === 0) return null;
  const [before, after] = [pairs.map(({ was }) => Number(was)), pairs.map(({ is }) => Number(is))];
  const share = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  const test = pairedRandomisationTest(after, before, { random: random(), alternative });
  return { n: pairs.length, before: share(before), after: share(after), ...test };
}
