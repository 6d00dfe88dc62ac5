import type { QueryType } from '@arbiter/contracts';
import { predictLogistic, type LogisticModel } from '../calibration/fit-logistic.js';
import { applyPlatt, logitOf, type PlattScaling } from '../calibration/fit-platt.js';
import { DEFAULT_ACCEPT_THRESHOLD } from '../score-checks.js';
import { oddsOfRelevance, SUREST_SPAN, SUREST_VERDICT, within } from './bounded-odds.js';
import { JUDGED_MODEL, JUDGED_SURENESS } from './judged-model.js';
import { RIGHTNESS_MODELS } from './rightness-model.js';

/**
 * - `extracted`: sentences of the sources, the best that a search found.
 * - `given`: a language model or a person wrote it as an answer.
 * - `computed`: a tool that recognised the question gave it.
 */
export type AnswerOrigin = 'extracted' | 'given' | 'computed';

/** Features of an answer to a question, after it has been read beside its sources. */
export interface RightnessFeatures {
  readonly queryType: QueryType;
  /** Whether the question asks for an account of something, a summary or a story, instead of a fact. */
  readonly isAccount: boolean;
  /** Result of the reader; null if none read the answer. */
  readonly reading: {
    /** Log odds that the answer, read alone under the headings of its sources, answers. */
    readonly alone: number;
    /** Score of the best span among the words that the answer rests on; null where there is none. */
    readonly evidence: number | null;
    /** Log odds that a source which the answer rests on answers: of the one that does most. */
    readonly source: number;
    /** Score of the best span that the answer does not say, in any source that was read; null where there is none. */
    readonly elsewhere: number | null;
    /** Score of the best span that the answer says, in any source that was read; null where there is none. */
    readonly said: number | null;
    /** The same of those that it does not say, whatever it rests on. */
    readonly unsaid: number | null;
  } | null;
  /** What the judge says of an answer that was given; null where none read it. */
  readonly judged: {
    /** Log odds that the text is supported and answers. */
    readonly answers: number;
    /** The same of what answers best by itself, see {@link bestAlone}. */
    readonly best: number;
    /** Log odds of support of its least supported claim, and their mean over its claims. */
    readonly weakest: number;
    readonly mean: number;
  } | null;
  readonly origin: AnswerOrigin;
  /** Whether a source is of a session: what the other sources say may have changed since. */
  readonly hasSessions: boolean;
  /** Relevance of the best source, 0–1. */
  readonly relevance: number;
  /** How well the answer provides the kind of thing that was asked for, 0–1; 1 where no kind was. */
  readonly kind: number;
}

/** Probability that a text answers, 0–1, as the judge gives it. */
interface Judged {
  readonly answers: number;
}

/**
 * What a judge's reading of an answer says as features.
 *
 * @param judgement of the whole text and of each of its claims by itself; null where the judge could not read it
 * @param supports probability of support of each claim, 0–1
 * @param reading what the reader says of the same answer; null if none read it
 * @returns null where the text was not judged, or makes no claim
 */
export function judgedFeatures(
  judgement: { readonly whole: Judged | null; readonly claims: readonly (Judged | null)[] } | null,
  supports: readonly number[],
  reading: RightnessFeatures['reading'],
): RightnessFeatures['judged'] {
  if (!judgement?.whole || supports.length === 0) return null;
  const odds = supports.map(logitOf);
  const answers = logitOf(judgement.whole.answers);
  const ofClaims = judgement.claims.flatMap((judged) => (judged ? [logitOf(judged.answers)] : []));
  return {
    answers,
    best: bestAlone(answers, ofClaims, reading?.alone ?? null),
    weakest: Math.min(...odds),
    mean: odds.reduce((sum, each) => sum + each, 0) / odds.length,
  };
}

/**
 * How well an answer of several claims answers by its best claim, or to a reader that is shown nothing else: sentences beside the
 * question do not add up to an answer, and a judge takes them for one where each is supported.
 *
 * @param whole log odds that the judge gives the text
 * @param claims the same of its claims, each by itself
 * @param alone log odds of the reader; null where none read
 * @returns log odds
 */
function bestAlone(whole: number, claims: readonly number[], alone: number | null): number {
  return claims.length < 2 ? whole : Math.max(...claims, within(SUREST_VERDICT, alone ?? -SUREST_VERDICT));
}

/** Logistic regression over {@link readRightnessFeatures}. */
export type RightnessModel = LogisticModel;

/**
 * - `extracted` judges drafts made of the sources; its base rate is how often such drafts are right.
 * - `given` judges answers of a language model or a person that no judge has read. Their base rate is unknown; it assumes that half are
 *   right. `judged` judges those that one has; of these it assumes that three of four are right, and shows what is likelier
 *   right than wrong by that. Of what a good model writes nine of ten are: `sureness` is the factor on the log odds, counted from those
 *   of the threshold, that makes the probability true there. What is shown stays the same.
 * - `computed` is the log odds that a tool's answer is right before it is read. They are added to those of `given`, which are
 *   those of a base rate of one half, and to those of `unread` (Elkan, "The Foundations of Cost-Sensitive Learning", 2001, theorem 2).
 * - `changing` is the factor on the log odds of an extracted draft, counted from those of the threshold, where sessions are among
 *   the sources: what is shown is right less often there. What is shown stays the same.
 * - `unread` knows words and relevance alone.
 */
export interface RightnessModels {
  readonly extracted: RightnessModel;
  readonly given: RightnessModel;
  /** Default: the shipped one, which is fitted apart from the others. */
  readonly judged?: RightnessModel;
  /** Default: the shipped one. */
  readonly sureness?: number;
  readonly computed: number;
  readonly changing: number;
  readonly unread: RightnessModel;
}

/** Highest probability without a reader, which alone sees whether the answer answers the question, 0–1. */
const MOST_UNREAD = 0.75;

export const RIGHTNESS_FEATURES = [
  'alone',
  'source',
  'lead',
  'saidLead',
  'relevance',
  'kind',
  'comparative',
  'multi_hop',
  'procedural',
  'account',
  'answers',
  'best',
  'weakest',
  'mean',
] as const;

/** The features in the order of {@link RIGHTNESS_FEATURES}; those of the reader and of the judge are 0 where none read the answer. */
export function readRightnessFeatures(features: RightnessFeatures): number[] {
  const { reading, judged, relevance, kind, queryType, isAccount } = features;
  const evidence = within(SUREST_SPAN, reading?.evidence ?? -SUREST_SPAN);
  const elsewhere = within(SUREST_SPAN, reading?.elsewhere ?? -SUREST_SPAN);
  const said = within(SUREST_SPAN, reading?.said ?? -SUREST_SPAN);
  const unsaid = within(SUREST_SPAN, reading?.unsaid ?? -SUREST_SPAN);
  return [
    within(SUREST_VERDICT, reading?.alone ?? 0),
    within(SUREST_VERDICT, reading?.source ?? 0),
    reading ? within(SUREST_SPAN, evidence - elsewhere) : 0,
    reading ? within(SUREST_SPAN, said - unsaid) : 0,
    oddsOfRelevance(relevance),
    kind,
    Number(queryType === 'comparative'),
    Number(queryType === 'multi_hop'),
    Number(queryType === 'procedural'),
    Number(isAccount),
    within(SUREST_VERDICT, judged?.answers ?? 0),
    within(SUREST_VERDICT, judged?.best ?? 0),
    within(SUREST_VERDICT, judged?.weakest ?? 0),
    within(SUREST_VERDICT, judged?.mean ?? 0),
  ];
}

/** @returns probability that the answer is right, 0–1, before what its claims are worth is counted */
export function estimateRightness(features: RightnessFeatures, models: RightnessModels = RIGHTNESS_MODELS): number {
  const {
    extracted,
    given,
    judged: ofJudged = JUDGED_MODEL,
    sureness = JUDGED_SURENESS,
    computed,
    changing,
    unread,
  } = models;
  const { reading, judged, origin, hasSessions } = features;
  const read = origin === 'extracted' ? extracted : given;
  const model = judged ? ofJudged : reading ? read : unread;
  const alone = predictLogistic(model, readRightnessFeatures(features));
  const probability = origin === 'computed' ? applyPlatt({ slope: 1, offset: computed }, alone) : alone;
  if (judged) return applyPlatt(fromThreshold(sureness), probability);
  if (!reading) return Math.min(MOST_UNREAD, probability);
  return origin === 'extracted' && hasSessions ? applyPlatt(fromThreshold(changing), probability) : probability;
}

/** The scaling that keeps the threshold where it is. @param slope > 0 */
export function fromThreshold(slope: number): PlattScaling {
  return { slope, offset: (1 - slope) * logitOf(DEFAULT_ACCEPT_THRESHOLD) };
}
