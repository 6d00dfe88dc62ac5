import type { RightnessFeatures, SentenceFeatures } from '@arbiter/confidence';
import { QueryType } from '@arbiter/contracts';
import { citesEvidence, type Question } from '@arbiter/evaluation';
import type { SeenSentences } from '@arbiter/standalone';
import { z } from 'zod';

/**
 * How a draft relates to its question. It `answers` it, or `misses` it although the documents hold the answer, or the
 * documents do not hold it and the question is `unanswerable`. A draft that `evades` is on the subject, and does not answer.
 */
export const DraftOutcome = z.enum(['answers', 'misses', 'evades', 'unanswerable']);
export type DraftOutcome = z.output<typeof DraftOutcome>;

/** A draft as the validator saw it. */
export const Draft = z.strictObject({
  /** The pack of the question. */
  pack: z.string(),
  questionId: z.string(),
  outcome: DraftOutcome,
  features: z.strictObject({
    queryType: QueryType,
    isAccount: z.boolean(),
    reading: z
      .strictObject({
        alone: z.number(),
        evidence: z.number().nullable(),
        source: z.number(),
        elsewhere: z.number().nullable(),
        said: z.number().nullable(),
        unsaid: z.number().nullable(),
      })
      .nullable(),
    judged: z.strictObject({ answers: z.number(), best: z.number(), weakest: z.number(), mean: z.number() }).nullable(),
    origin: z.enum(['extracted', 'given', 'computed']),
    hasSessions: z.boolean(),
    relevance: z.number(),
    kind: z.number(),
  }) satisfies z.ZodType<RightnessFeatures>,
});
export type Draft = z.output<typeof Draft>;

/** A candidate sentence of a question as the synthesiser saw it. */
export const SentenceExample = z.strictObject({
  pack: z.string(),
  questionId: z.string(),
  answerable: z.boolean(),
  /** Whether it overlaps the evidence of the question. */
  isEvidence: z.boolean(),
  features: z.strictObject({
    span: z.number().nullable(),
    passage: z.number().nullable(),
    holdsBest: z.boolean(),
    words: z.number(),
    rank: z.number(),
    relevance: z.number(),
    isDangling: z.boolean(),
    length: z.number(),
  }) satisfies z.ZodType<SentenceFeatures>,
});
export type SentenceExample = z.output<typeof SentenceExample>;

/** @returns one example per sentence, in their order */
export function examplesOf(
  pack: string,
  { id, answerable, evidence }: Question,
  { sentences }: SeenSentences,
): SentenceExample[] {
  return sentences.map(({ candidate: { passage, text }, features }) => ({
    pack,
    questionId: id,
    answerable,
    isEvidence: evidence.some((quotation) => citesEvidence({ document: passage.source, quote: text }, quotation)),
    features,
  }));
}
