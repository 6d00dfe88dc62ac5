import {
  estimateSentence,
  fitLogistic,
  readSentenceFeatures,
  type LabelledExample,
  type SentenceModel,
  type SentenceModels,
} from '@arbiter/confidence';
import { auroc } from '@arbiter/evaluation';
import type { SentenceExample } from './sentence-example.js';

const RIDGE = 0.001;
/** Features, by their place in `readSentenceFeatures`, of which more may speak against a sentence. */
const EITHER_WAY: ReadonlySet<number> = new Set([3, 5, 7]);

/**
 * Logistic regressions of "the sentence is evidence": one of sentences as they were read, one of the same sentences as if
 * nobody had read them.
 *
 * @throws RangeError when all examples came out alike
 */
export function fitSentences(examples: readonly SentenceExample[]): SentenceModels {
  return { read: fitted(examples), unread: fitted(examples.map(unread)) };
}

function unread(example: SentenceExample): SentenceExample {
  return { ...example, features: { ...example.features, span: null, passage: null, holdsBest: false } };
}

function fitted(examples: readonly SentenceExample[]): SentenceModel {
  return fitLogistic(
    examples.map(({ features, isEvidence }): LabelledExample => ({
      features: readSentenceFeatures(features),
      actual: isEvidence,
    })),
    { ridge: RIDGE, nonNegative: (feature) => !EITHER_WAY.has(feature) },
  );
}

/** How models choose among sentences that they have not seen; fractions of 1. */
export interface SentenceFigures {
  readonly questions: number;
  /** Answerable questions whose first sentence is evidence, by reading, and by words and rank alone. */
  readonly firstIsEvidence: number;
  readonly firstIsEvidenceUnread: number;
  /** Of the first sentence's probability: questions that have an answer above those that have none. */
  readonly answerableAuroc: number | null;
}

/** Leaves each pack out in turn. */
export function measureUnseenSentences(examples: readonly SentenceExample[]): SentenceFigures {
  const packs = [...new Set(examples.map(({ pack }) => pack))];
  const questions = packs.flatMap((held) => {
    const models = fitSentences(examples.filter(({ pack }) => pack !== held));
    const own = new Map<string, SentenceExample[]>();
    for (const example of examples.filter(({ pack }) => pack === held)) {
      own.set(example.questionId, [...(own.get(example.questionId) ?? []), example]);
    }
    return [...own.values()].map((sentences) => ({
      answerable: sentences.some(({ answerable }) => answerable),
      read: firstOf(sentences, models),
      unread: firstOf(sentences.map(unread), models),
    }));
  });
  const answerable = questions.filter((question) => question.answerable);
  const shareOf = (kind: 'read' | 'unread'): number =>
    answerable.filter((question) => question[kind].isEvidence).length / answerable.length;
  return {
    questions: questions.length,
    firstIsEvidence: shareOf('read'),
    firstIsEvidenceUnread: shareOf('unread'),
    answerableAuroc: auroc(questions.map(({ answerable: actual, read: { score } }) => ({ score, actual }))),
  };
}

function firstOf(sentences: readonly SentenceExample[], models: SentenceModels) {
  return sentences
    .map(({ features, isEvidence }) => ({ score: estimateSentence(features, models), isEvidence }))
    .reduce((best, next) => (next.score > best.score ? next : best));
}
