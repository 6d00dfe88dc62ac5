import {
  DEFAULT_ACCEPT_THRESHOLD,
  applyPlatt,
  estimateRightness,
  fitLogistic,
  fromThreshold,
  predictLogistic,
  logitOf,
  readRightnessFeatures,
  RIGHTNESS_FEATURES,
  type AnswerOrigin,
  type LabelledExample,
  type Outcome,
  type RightnessModel,
  type RightnessModels,
} from '@arbiter/confidence';
import { auroc, expectedCalibrationError } from '@arbiter/evaluation';
import { crossValidate, dealFolds, groupsOf } from '../cross-validate.js';
import type { Draft } from './examples.js';

/** Some hundred questions are few: without it, weights follow the accidents of one pack. */
const RIDGE = 0.003;
/**
 * What a draft of the sources' own sentences is judged by. Its kind told nothing more on bodies of text that took no part, and "how
 * to" nothing either; nor did how much of the question it repeats and how well it answers each part, which are no features any more.
 */
const OF_EXTRACTED: ReadonlySet<string> = new Set([
  'alone',
  'source',
  'lead',
  'saidLead',
  'relevance',
  'comparative',
  'multi_hop',
  'account',
]);
/** Features of the question, which may count either way. */
const EITHER_WAY: ReadonlySet<string> = new Set(['comparative', 'multi_hop', 'procedural', 'account']);

/**
 * Logistic regressions of "the draft answers the question": one of extracted drafts, one of given drafts, one of extracted
 * drafts without their readings. Drafts of worlds that change are too few for one of their own: their log odds get a factor.
 * Of what tools computed, the odds are counted (Laplace's rule of succession). Weights of supporting features are bound to be positive. Every question counts once, however
 * many drafts it has. Extracted drafts keep their frequencies, since the fit is to give a probability. How often given drafts
 * are right is unknown: right and wrong ones weigh alike.
 *
 * @param former what is kept of the models of other origins when there are extracted drafts alone
 * @throws RangeError when no draft answers its question, or all do
 */
export function fitRightness(drafts: readonly Draft[], former?: RightnessModels): RightnessModels {
  const of = (origin: AnswerOrigin): readonly Draft[] => drafts.filter(({ features }) => features.origin === origin);
  const extracted = of('extracted').filter(({ features }) => !features.hasSessions);
  const ofWorlds = of('extracted').filter(({ features }) => features.hasSessions);
  const [given, computed] = [of('given').map(unjudged), of('computed')];
  const weights = weightPerQuestion(extracted);
  const model = fitted(extracted, weights, OF_EXTRACTED);
  const rightOnes = computed.filter(answers).length;
  if (former && given.length + computed.length + ofWorlds.length === 0) {
    return { ...former, extracted: model, unread: fitted(extracted.map(unread), weights) };
  }
  return {
    extracted: model,
    given: given.length > 0 ? fitted(given, balanced(given)) : fitted(extracted, balanced(extracted)),
    computed: Math.log((rightOnes + 1) / (computed.length - rightOnes + 1)),
    changing: fittedSlope(ofWorlds.map((draft) => outcomeBy(model, draft))),
    unread: fitted(extracted.map(unread), weights),
  };
}

function outcomeBy(model: RightnessModel, draft: Draft): Outcome {
  return { probability: predictLogistic(model, readRightnessFeatures(draft.features)), actual: answers(draft) };
}

const SLOPES = { least: 0.05, most: 2 };
const HALVINGS = 40;

/** The likeliest slope by bisection, since the loss is convex in it; 1 without outcomes. */
function fittedSlope(outcomes: readonly Outcome[]): number {
  const pivot = logitOf(DEFAULT_ACCEPT_THRESHOLD);
  const derivative = (slope: number): number =>
    outcomes.reduce((sum, { probability, actual }) => {
      const error = applyPlatt(fromThreshold(slope), probability) - Number(actual);
      return sum + error * (logitOf(probability) - pivot);
    }, 0);
  if (outcomes.length === 0) return 1;
  let { least, most } = SLOPES;
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (least + most) / 2;
    if (derivative(middle) < 0) least = middle;
    else most = middle;
  }
  return (least + most) / 2;
}

function answers({ outcome }: Draft): boolean {
  return outcome === 'answers';
}

function unjudged(draft: Draft): Draft {
  return { ...draft, features: { ...draft.features, judged: null } };
}

function unread(draft: Draft): Draft {
  return { ...draft, features: { ...draft.features, reading: null } };
}

/** @param counted names of the features; the others get no weight. Default: all */
function fitted(
  drafts: readonly Draft[],
  weights: readonly number[],
  counted: ReadonlySet<string> = new Set(RIGHTNESS_FEATURES),
): RightnessModel {
  return fitLogistic(
    drafts.map((draft, index): LabelledExample => ({
      features: readRightnessFeatures(draft.features).map((value, feature) =>
        counted.has(RIGHTNESS_FEATURES[feature] ?? '') ? value : 0,
      ),
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

/** Both outcomes have the same total weight; within each outcome, every question counts once. */
function balanced(drafts: readonly Draft[]): number[] {
  const weights = weightPerQuestion(drafts, (draft) => `${idOf(draft)}/${draft.outcome}`);
  const sumOf = (own: readonly number[]): number => own.reduce((sum, weight) => sum + weight, 0);
  const right = sumOf(weights.filter((_, index) => drafts[index] && answers(drafts[index]))) / sumOf(weights);
  return drafts.map((draft, index) => (weights[index] ?? 0) / (2 * (answers(draft) ? right : 1 - right)));
}

function idOf({ pack, questionId }: Draft): string {
  return `${pack}/${questionId}`;
}

/** How a model does on drafts that it has not seen; all fractions of 1, null where there are none. */
export interface RightnessFigures {
  readonly drafts: number;
  /** Of drafts that answer their question above all others. */
  readonly auroc: number | null;
  /** Expected calibration error over all drafts, 15 bins. */
  readonly ece: number;
  /** At the default threshold: shown of the drafts that answer their question. */
  readonly answersShown: number | null;
  /** Declined of those that miss it. */
  readonly missesDeclined: number | null;
  /** Declined of those that evade it. */
  readonly evasionsDeclined: number | null;
  /** Declined of those to questions that the documents do not answer. */
  readonly unanswerableDeclined: number | null;
  /** Of what is shown, what answers. */
  readonly shownRight: number | null;
}

interface ScoredDraft {
  readonly draft: Draft;
  readonly score: number;
}

/**
 * Leaves each pack out in turn.
 *
 * @returns of extracted drafts: figures by pack, of all packs together, and as `worlds` of those with sessions; as `given` of
 *   what was given
 */
export function measureUnseen(drafts: readonly Draft[]): Readonly<Record<string, RightnessFigures>> {
  const packOf = ({ pack }: Draft): string => pack;
  const packs = groupsOf(drafts, packOf);
  const scored = crossValidate(drafts, dealFolds(packs, packs.length, packOf), fitRightness, (held, models) =>
    held.map((draft): ScoredDraft => ({
      draft,
      score: estimateRightness(unjudged(draft).features, models),
    })),
  );
  const extracted = scored.map((own) => own.filter(({ draft }) => draft.features.origin === 'extracted'));
  const isOfWorld = ({ draft }: ScoredDraft): boolean => draft.features.hasSessions;
  return {
    all: figuresOf(extracted.flat().filter((one) => !isOfWorld(one))),
    worlds: figuresOf(extracted.flat().filter(isOfWorld)),
    given: figuresOf(scored.flat().filter(({ draft }) => draft.features.origin === 'given')),
    ...Object.fromEntries(packs.map((pack, index) => [pack, figuresOf(extracted[index] ?? [])])),
  };
}

function figuresOf(scored: readonly ScoredDraft[]): RightnessFigures {
  const shareOf = (own: readonly ScoredDraft[], holds: (one: ScoredDraft) => boolean): number | null =>
    own.length === 0 ? null : own.filter(holds).length / own.length;
  const of = (outcome: Draft['outcome']): readonly ScoredDraft[] =>
    scored.filter(({ draft }) => draft.outcome === outcome);
  const isShown = ({ score }: ScoredDraft): boolean => score >= DEFAULT_ACCEPT_THRESHOLD;
  const predictions = scored.map(({ score, draft }) => ({ score, actual: answers(draft) }));
  const forecasts = predictions.map(({ score, actual }) => ({ probability: score, actual }));
  return {
    drafts: scored.length,
    auroc: auroc(predictions),
    ece: expectedCalibrationError(forecasts, { binning: 'equal-width' }) ?? 0,
    answersShown: shareOf(of('answers'), isShown),
    missesDeclined: shareOf(of('misses'), (one) => !isShown(one)),
    evasionsDeclined: shareOf(of('evades'), (one) => !isShown(one)),
    unanswerableDeclined: shareOf(of('unanswerable'), (one) => !isShown(one)),
    shownRight: shareOf(scored.filter(isShown), ({ draft }) => answers(draft)),
  };
}
