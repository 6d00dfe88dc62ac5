import type { SentenceFeatures } from '@arbiter/confidence';
import { citesEvidence, type Question } from '@arbiter/evaluation';
import type { SeenSentences } from '@arbiter/standalone';
import { z } from 'zod';

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
