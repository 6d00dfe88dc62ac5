import {
  fitLogistic,
  readRightnessFeatures,
  RIGHTNESS_FEATURES,
  type LabelledExample,
  type RightnessModel,
  type RightnessModels,
} from '@arbiter/confidence';
import type { Draft } from './draft.js';

/** Some hundred questions are few: without it, weights follow the accidents of one pack. */
const RIDGE = 0.003;
/** What says of a question: it may count either way. */
const EITHER_WAY: ReadonlySet<string> = new Set(['comparative', 'multi_hop', 'procedural', 'account']);

/**
 * Logistic regressions of "the draft answers the question", what speaks for it bound to be positive: one of drafts that
 * were extracted, one of what was given, one of the former as if nobody had read them. Every question counts once, however
 * many drafts it has. Extracted drafts count as often as they come, for what is fitted is a probability; how often what is
 * given is right, nobody knows: right and wrong weigh alike.
 *
 * @throws RangeError when no draft answers its question, or all do
 */
export function fitRightness(drafts: readonly Draft[]): RightnessModels {
  const extracted = drafts.filter(({ features }) => features.isExtracted);
  const given = drafts.filter(({ features }) => !features.isExtracted);
  const weights = weightPerQuestion(extracted);
  return {
    extracted: fitted(extracted, weights),
    given: given.length > 0 ? fitted(given, balanced(given)) : fitted(extracted, balanced(extracted)),
    unread: fitted(extracted.map(unread), weights),
  };
}

export function answers({ outcome }: Draft): boolean {
  return outcome === 'answers';
}

function unread(draft: Draft): Draft {
  return { ...draft, features: { ...draft.features, reading: null } };
}

function fitted(drafts: readonly Draft[], weights: readonly number[]): RightnessModel {
  return fitLogistic(
    drafts.map((draft, index): LabelledExample => ({
      features: readRightnessFeatures(draft.features),
      actual: answers(draft),
      weight: weights[index] ?? 0,
    })),
    { ridge: RIDGE, nonNegative: (feature) => !EITHER_WAY.has(RIGHTNESS_FEATURES[feature] ?? '') },
  );
}

function weightPerQuestion(drafts: readonly Draft[], keyOf = idOf): number[] {
  const perQuestion = new Map<string, number>();
  for (const draft of drafts) perQuestion.set(keyOf(draft), (perQuestion.get(keyOf(draft)) ?? 0) + 1);
  return drafts.map((draft) => 1 / (perQuestion.get(keyOf(draft)) ?? 1));
}

/** What answers weighs as much as what does not; within each outcome, every question counts once. */
function balanced(drafts: readonly Draft[]): number[] {
  const weights = weightPerQuestion(drafts, (draft) => `${idOf(draft)}/${draft.outcome}`);
  const sumOf = (own: readonly number[]): number => own.reduce((sum, weight) => sum + weight, 0);
  const right = sumOf(weights.filter((_, index) => drafts[index] && answers(drafts[index]))) / sumOf(weights);
  return drafts.map((draft, index) => (weights[index] ?? 0) / (2 * (answers(draft) ? right : 1 - right)));
}

function idOf({ pack, questionId }: Draft): string {
  return `${pack}/${questionId}`;
}
