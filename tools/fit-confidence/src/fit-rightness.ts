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
const EITHER_WAY: ReadonlySet<string> = new Set(['comparative', 'multi_hop', 'list_building', 'procedural']);

/**
 * Logistic regressions of "the draft answers the question", what speaks for it bound to be positive: one of drafts in their
 * sources' words as they were read, one of drafts in other words, one of the former as if nobody had read them. Every
 * question counts once, however many drafts it has, and
 * outcomes count as often as they come: what is fitted is a probability.
 *
 * @throws RangeError when no draft answers its question, or all do
 */
export function fitRightness(drafts: readonly Draft[]): RightnessModels {
  const quoted = drafts.filter(({ features }) => features.isQuoted);
  const written = drafts.filter(({ features }) => !features.isQuoted);
  return {
    quoted: fitted(quoted),
    written: fitted(written.length > 0 ? written : quoted),
    unread: fitted(quoted.map(unread)),
  };
}

export function answers({ outcome }: Draft): boolean {
  return outcome === 'answers';
}

function unread(draft: Draft): Draft {
  return { ...draft, features: { ...draft.features, reading: null } };
}

function fitted(drafts: readonly Draft[]): RightnessModel {
  const perQuestion = new Map<string, number>();
  for (const draft of drafts) perQuestion.set(idOf(draft), (perQuestion.get(idOf(draft)) ?? 0) + 1);
  return fitLogistic(
    drafts.map((draft): LabelledExample => ({
      features: readRightnessFeatures(draft.features),
      actual: answers(draft),
      weight: 1 / (perQuestion.get(idOf(draft)) ?? 1),
    })),
    { ridge: RIDGE, nonNegative: (feature) => !EITHER_WAY.has(RIGHTNESS_FEATURES[feature] ?? '') },
  );
}

function idOf({ pack, questionId }: Draft): string {
  return `${pack}/${questionId}`;
}
