import { z } from 'zod';
import { Draft } from './examples.js';

const Judgement = z.strictObject({ unsupported: z.number(), answers: z.number(), beside: z.number() });

/** A text of a set of written answers as the validator saw it beside the passages of its prompt. */
export const WrittenExample = z.strictObject({
  /** Of the question. */
  pack: z.string(),
  question: z.string(),
  kind: z.string(),
  features: Draft.shape.features,
  /** Of the whole text. */
  whole: Judgement,
  claims: z.array(
    z.strictObject({
      text: z.string(),
      /** By the features alone. */
      probability: z.number(),
      isRefuted: z.boolean(),
      /** Stands word for word in a source, or was computed. */
      isSettled: z.boolean(),
      judged: Judgement.nullable(),
    }),
  ),
});
export type WrittenExample = z.output<typeof WrittenExample>;
