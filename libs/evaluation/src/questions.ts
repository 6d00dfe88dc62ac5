import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';
import { readJsonLines } from './json-lines.js';

export const QUESTION_TYPES = [
  'simple_lookup',
  'procedural',
  'comparative',
  'multi_hop',
  'list_building',
  'status',
  'relationship',
  'narrative',
  'temporal',
] as const;

const Text = z.string().trim().min(1);

/** A line of a domain pack's `eval/questions.jsonl`. Unknown fields are ignored. */
export const Question = z
  .object({
    id: Text,
    question: Text,
    type: z.enum(QUESTION_TYPES),
    /** The part of a divided set that it belongs to: `train`, `test`. */
    part: Text.optional(),
    /** Whether the documents hold the answer. */
    answerable: z.boolean(),
    /** Accepted short answers: any one suffices. */
    answers: z.array(Text).default([]),
    /** All of them suffice too. */
    mustMention: z.array(Text).default([]),
    /** None of them may occur. */
    mustNotMention: z.array(Text).default([]),
    /** `document`: a path in the pack. `quote`: words of that document. */
    evidence: z.array(z.object({ document: Text, quote: Text })).default([]),
    /** A short right answer in other words than the documents', and a true sentence beside the question: for training. */
    rewrite: Text.optional(),
    beside: Text.optional(),
    /** A true statement about the subject of the question that does not answer it. */
    evasion: Text.optional(),
    expectedEntities: z.array(Text).default([]),
    unavailableEntities: z.array(Text).default([]),
    /** The number of the last session the question knows of; without it, the last there is. */
    asOfSession: z.int().min(0).optional(),
    cascade: z.boolean().default(false),
  })
  .refine(
    ({ answerable, answers, mustMention, expectedEntities, unavailableEntities }) =>
      !answerable || [answers, mustMention, expectedEntities, unavailableEntities].some((list) => list.length > 0),
    'is answerable, but says neither by "answers", "mustMention" nor entities what a correct answer holds',
  );
export type Question = z.output<typeof Question>;

/**
 * Reads `eval/questions.jsonl`.
 *
 * @param jsonl the content of the file
 * @param file its name, for messages
 * @throws ArbiterError INVALID_REQUEST that names file and line of the first line that is no question, or whose id an
 *   earlier line has
 */
export function readQuestions(jsonl: string, file: string): Question[] {
  const lineOf = new Map<string, number>();
  return readJsonLines(jsonl, file, Question).map(({ value, line }) => {
    const earlier = lineOf.get(value.id);
    if (earlier !== undefined) {
      throw new ArbiterError('INVALID_REQUEST', `${file}:${line}: the id "${value.id}" is that of line ${earlier}.`, {
        details: { file, line },
      });
    }
    lineOf.set(value.id, line);
    return value;
  });
}
