import { predictLogistic, type LogisticModel } from '../calibration/fit-logistic.js';
import { oddsOfRelevance, SUREST_SPAN, SUREST_VERDICT, within } from './bounded-odds.js';
import { SENTENCE_MODELS } from './sentence-model.js';

/** Features of a sentence as the answer to a question, before it has been checked. */
export interface SentenceFeatures {
  /** Score of the best span that overlaps it, in log odds against "nothing here answers"; null where there is none. */
  readonly span: number | null;
  /** Log odds that its passage answers, by the verdict of the reader; null where no reader read it. */
  readonly passage: number | null;
  /** The best span of its passage overlaps it. */
  readonly holdsBest: boolean;
  /** Weight of the words that it shares with the question, 0–1. */
  readonly words: number;
  /** Rank of its passage, from 0. */
  readonly rank: number;
  /** Relevance of its passage, 0–1. */
  readonly relevance: number;
  /** It points back to what its passage does not hold. */
  readonly isDangling: boolean;
  /** UTF-16 code units. */
  readonly length: number;
}

/** Logistic regression over {@link readSentenceFeatures}. */
export type SentenceModel = LogisticModel;

/** `unread` knows words and rank alone. */
export interface SentenceModels {
  readonly read: SentenceModel;
  readonly unread: SentenceModel;
}

/** The unit in which lengths are counted: a long sentence. */
const LONG = 300;

/** The features in the order of the weights. */
export function readSentenceFeatures(features: SentenceFeatures): number[] {
  const { span, passage, holdsBest, words, rank, relevance, isDangling, length } = features;
  return [
    passage === null ? 0 : within(SUREST_SPAN, span ?? -SUREST_SPAN),
    within(SUREST_VERDICT, passage ?? 0),
    words,
    Math.log1p(rank),
    oddsOfRelevance(relevance),
    Number(isDangling),
    Number(holdsBest),
    length / LONG,
  ];
}

/** @returns probability that the sentence is evidence for the answer, 0–1 */
export function estimateSentence(features: SentenceFeatures, models: SentenceModels = SENTENCE_MODELS): number {
  const model = features.passage === null ? models.unread : models.read;
  return predictLogistic(model, readSentenceFeatures(features));
}
