import { z } from 'zod';

const Text = z.string().trim().min(1);

/** A line of a pack's `eval/labelled-answers.jsonl`: an answer with the label that reading its sources gives. */
export const LabelledAnswer = z.object({
  id: Text,
  /** What is the matter with it, for tables: `right`, `one-wrong`, `negated`, … */
  kind: Text.default('answer'),
  question: Text,
  answer: z.string(),
  /** Whether it should be shown: it answers the question, and its sources support every claim. */
  accept: z.boolean(),
  /** Stretches of the answer that the sources do not support. */
  unsupportedClaims: z.array(Text).default([]),
  /** `document`: a path in the pack. `section`: headings. `quote`: what stands there, and all that the answer rests on. */
  sources: z
    .array(z.object({ document: Text, title: z.string().optional(), section: z.string().optional(), quote: Text }))
    .default([]),
});
export type LabelledAnswer = z.output<typeof LabelledAnswer>;
