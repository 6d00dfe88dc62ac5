import {
  featureOf,
  fitLogistic,
  USEFULNESS_FEATURES,
  type LabelledExample,
  type UsefulnessModel,
} from '@arbiter/confidence';
import type { Draft } from './draft.js';

/** Some hundred questions are few: without it, weights follow the accidents of one pack. */
const RIDGE = 0.001;
/** What says of a question, not of an answer: it may count either way. */
const OF_THE_QUESTION: readonly string[] = ['asked', 'spread'];

/**
 * Logistic regression of "the draft answers the question", what speaks for it bound to be positive. Every question counts
 * once, however many drafts it has; answers and other drafts count the same in sum, so that the model errs at .5 as often
 * one way as the other.
 *
 * @throws RangeError when no draft answers its question, or all do
 */
export function fitUsefulness(drafts: readonly Draft[]): UsefulnessModel {
  const known = drafts.flatMap(({ features: { alignment } }) => alignment ?? []);
  const usualAlignment = known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
  const perQuestion = new Map<string, number>();
  for (const draft of drafts) perQuestion.set(idOf(draft), (perQuestion.get(idOf(draft)) ?? 0) + 1);
  const weightOf = (draft: Draft): number => 1 / (perQuestion.get(idOf(draft)) ?? 1);
  const sums = { true: 0, false: 0 };
  for (const draft of drafts) sums[`${answers(draft)}`] += weightOf(draft);
  const { intercept, weights } = fitLogistic(
    drafts.map((draft): LabelledExample => ({
      features: USEFULNESS_FEATURES.map((name) => featureOf(draft.features, name, { usualAlignment })),
      actual: answers(draft),
      weight: (weightOf(draft) * (sums.true + sums.false)) / (2 * sums[`${answers(draft)}`]),
    })),
    {
      ridge: RIDGE,
      nonNegative: (feature) => !OF_THE_QUESTION.includes(USEFULNESS_FEATURES[feature] ?? ''),
    },
  );
  const named = Object.fromEntries(USEFULNESS_FEATURES.map((name, index) => [name, weights[index] ?? 0]));
  return { intercept, weights: named as UsefulnessModel['weights'], usualAlignment };
}

export function answers({ outcome }: Draft): boolean {
  return outcome === 'answers';
}

function idOf({ pack, questionId }: Draft): string {
  return `${pack}/${questionId}`;
}
