import {
  applyPlatt,
  DEFAULT_ACCEPT_THRESHOLD,
  estimateRightness,
  estimateSupport,
  fitLogistic,
  fromThreshold,
  judgedFeatures,
  type LabelledExample,
  logitOf,
  readRightnessFeatures,
  RIGHTNESS_FEATURES,
  RIGHTNESS_MODELS,
  type RightnessFeatures,
  type RightnessModel,
  type SupportWeights,
} from '@arbiter/confidence';
import { auroc, isRightKind } from '@arbiter/evaluation';
import { termSet } from '@arbiter/text';
import { crossValidate, dealFolds, groupsOf } from '../cross-validate.js';
import type { WrittenExample } from './written-example.js';

/** Kinds that say what their sources say, and answer something else or in part. */
const BESIDE: ReadonlySet<string> = new Set(['half', 'other', 'evasion', 'pasted']);
/** Kinds of which a sentence is unsupported: that which says something else than every sentence of the right ones. */
const INVENTED: ReadonlySet<string> = new Set(['invented', 'miscomputed']);
/** Share of all terms that two sentences have in common from which on they say the same. */
const SAME = 0.85;
const RIDGE = 0.01;
/** Share of right ones among the answers that language models give. */
const RIGHT_SHARE = 3 / 4;
/** The same among those of a good one. */
const GOOD_SHARE = 0.9;
const BOUND = 8;
/** Factors on log odds that are tried. */
const SURENESS = { least: 1, most: 5, step: 0.05 };
/** Features that count for given answers. */
const COUNTED: ReadonlySet<string> = new Set([
  'alone',
  'lead',
  'saidLead',
  'source',
  'kind',
  'answers',
  'best',
  'weakest',
  'mean',
]);

export interface WrittenModels {
  readonly judged: RightnessModel;
  readonly support: SupportWeights;
  /** `RightnessModels.sureness`. */
  readonly sureness: number;
}

type Claim = WrittenExample['claims'][number];

interface LabelledClaim {
  readonly claim: Claim;
  readonly isSupported: boolean;
}

/**
 * Logistic regressions of "the sources support this claim" and of "this text answers the question", of texts that people wrote on purpose
 * right or wrong. Right and unsupported claims weigh alike; of texts, as many are taken for right as models write.
 */
export function fitWritten(examples: readonly WrittenExample[]): WrittenModels {
  const support = fitSupportWeights(examples);
  const model = fitLogistic(
    weighted(
      examples.map((example) => ({
        features: counted(readRightnessFeatures(withSupport(example, support))),
        actual: isRightKind(example.kind),
      })),
      RIGHT_SHARE,
    ),
    { ridge: RIDGE, nonNegative: () => true },
  );
  return { judged: model, support, sureness: fitSureness(examples, model, support) };
}

/** The factor of the least log loss where nine of ten texts are right. */
function fitSureness(examples: readonly WrittenExample[], judged: RightnessModel, support: SupportWeights): number {
  const read = weighted(
    examples.map((example) => {
      const features = withSupport(example, support);
      const probability = estimateRightness(features, { ...RIGHTNESS_MODELS, judged, sureness: 1 });
      return { features: [probability], actual: isRightKind(example.kind) };
    }),
    GOOD_SHARE,
  );
  const lossOf = (sureness: number): number => {
    const scaling = fromThreshold(sureness);
    return read.reduce((sum, { features: [probability = 0.5], actual, weight = 1 }) => {
      const scaled = applyPlatt(scaling, probability);
      return sum - weight * Math.log(Math.max(1e-9, actual ? scaled : 1 - scaled));
    }, 0);
  };
  const { least, most, step } = SURENESS;
  const tried = Array.from({ length: Math.round((most - least) / step) + 1 }, (_, index) => least + index * step);
  return tried.reduce((best, each) => (lossOf(each) < lossOf(best) ? each : best));
}

/** Features that do not count are 0, and so is their weight. */
function counted(features: readonly number[]): number[] {
  return features.map((value, index) => (COUNTED.has(RIGHTNESS_FEATURES[index] ?? '') ? value : 0));
}

function fitSupportWeights(examples: readonly WrittenExample[]): SupportWeights {
  const claims = labelledClaims(examples).filter(({ claim }) => !claim.isSettled && claim.judged);
  const { intercept, weights } = fitLogistic(
    weighted(
      claims.map(({ claim, isSupported }) => ({
        features: [within(logitOf(claim.probability)), -Number(claim.isRefuted), within(logitOf(supportOf(claim)))],
        actual: isSupported,
      })),
      0.5,
    ),
    { ridge: RIDGE, nonNegative: () => true },
  );
  const [features = 0, refuted = 0, judged = 0] = weights;
  return { intercept, features, refuted: -refuted, judged };
}

function isSupportedKind(kind: string): boolean {
  return isRightKind(kind) || BESIDE.has(kind);
}

function labelledClaims(examples: readonly WrittenExample[]): LabelledClaim[] {
  const right = new Map<string, ReadonlySet<string>[]>();
  const keyOf = ({ pack, question }: WrittenExample): string => `${pack}/${question}`;
  for (const example of examples) {
    if (!isSupportedKind(example.kind)) continue;
    const known = right.get(keyOf(example)) ?? [];
    right.set(keyOf(example), [...known, ...example.claims.map(({ text }) => termSet(text))]);
  }
  return examples.flatMap((example) =>
    example.claims.flatMap((claim): LabelledClaim[] => {
      if (isSupportedKind(example.kind)) return [{ claim, isSupported: true }];
      if (!INVENTED.has(example.kind)) return [];
      const said = termSet(claim.text);
      const isKnown = right.get(keyOf(example))?.some((other) => overlap(said, other) >= SAME) ?? false;
      return isKnown ? [] : [{ claim, isSupported: false }];
    }),
  );
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}

function supportOf({ judged }: Claim): number {
  return judged ? judged.answers + judged.beside : 0.5;
}

function withSupport({ features, whole, claims }: WrittenExample, weights: SupportWeights): RightnessFeatures {
  const supports = claims.map((claim) =>
    claim.isSettled || !claim.judged
      ? claim.probability
      : estimateSupport({ features: claim.probability, isRefuted: claim.isRefuted, judged: supportOf(claim) }, weights),
  );
  const judgement = { whole, claims: claims.map(({ judged }) => judged) };
  return { ...features, judged: judgedFeatures(judgement, supports, features.reading) };
}

function within(value: number): number {
  return Math.min(BOUND, Math.max(-BOUND, value));
}

/** @param share of the total weight that the actual ones have together */
function weighted(examples: readonly Omit<LabelledExample, 'weight'>[], share: number): LabelledExample[] {
  const actual = examples.filter((example) => example.actual).length;
  const others = examples.length - actual;
  return examples.map((example) => ({
    ...example,
    weight: (examples.length * (example.actual ? share : 1 - share)) / Math.max(1, example.actual ? actual : others),
  }));
}

export interface WrittenFigures {
  readonly texts: number;
  /** Right texts above others, and supported claims above invented ones. */
  readonly auroc: number | null;
  readonly claimAuroc: number | null;
  /** Shown at the default threshold, by kind. */
  readonly shown: Readonly<Record<string, number>>;
}

/** Of texts of packs that the models have not seen: each is left out in turn. */
export function measureUnseenWritten(examples: readonly WrittenExample[]): WrittenFigures {
  const packOf = ({ pack }: WrittenExample): string => pack;
  const packs = groupsOf(examples, packOf);
  const folds = crossValidate(examples, dealFolds(packs, packs.length, packOf), fitWritten, (held, models) => ({
    texts: held.map((example) => ({
      kind: example.kind,
      score: estimateRightness(withSupport(example, models.support), {
        ...RIGHTNESS_MODELS,
        judged: models.judged,
        sureness: models.sureness,
      }),
    })),
    claims: labelledClaims(held)
      .filter(({ claim }) => !claim.isSettled && claim.judged)
      .map(({ claim, isSupported }) => ({
        actual: isSupported,
        score: estimateSupport(
          { features: claim.probability, isRefuted: claim.isRefuted, judged: supportOf(claim) },
          models.support,
        ),
      })),
  }));
  const texts = folds.flatMap((fold) => fold.texts);
  const kinds = groupsOf(texts, ({ kind }) => kind);
  return {
    texts: texts.length,
    auroc: auroc(texts.map(({ kind, score }) => ({ actual: isRightKind(kind), score }))),
    claimAuroc: auroc(folds.flatMap((fold) => fold.claims)),
    shown: Object.fromEntries(
      kinds.map((kind) => {
        const own = texts.filter((text) => text.kind === kind);
        return [kind, own.filter(({ score }) => score >= DEFAULT_ACCEPT_THRESHOLD).length / own.length];
      }),
    ),
  };
}
