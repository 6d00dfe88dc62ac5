import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';
import { readJsonLines } from '../json-lines.js';
import { WRITTEN_KINDS, type WrittenKind } from './kinds.js';
import { foldWhiteSpace, type WrittenPrompt } from './written-prompt.js';

const Passage = z.strictObject({ passage: z.string().min(1), text: z.string().min(1) });

const Written = z.strictObject({
  question: z.string().min(1),
  /** Passages of the prompt, in the order of their numbers. */
  sources: z.array(z.string()),
  answer: z.string().min(1),
  ...(Object.fromEntries(WRITTEN_KINDS.map((kind) => [kind, z.string().min(1).optional()])) as Record<
    WrittenKind,
    z.ZodOptional<z.ZodString>
  >),
});

/** What somebody wrote who saw a prompt, its markers numbered as the prompt's sources are. */
export interface WrittenAnswer {
  readonly answer: string;
  readonly prompt: WrittenPrompt;
}

/**
 * Reads a set of written answers: JSON Lines of passages (`passage`, `text`) and of questions, whose texts name passages as `[P4]`.
 *
 * @param name of the set in messages
 * @param kind texts of a kind; those that the prompts ask for if absent
 * @throws ArbiterError INVALID_REQUEST that names set and line for one that is neither, or INVALID_REQUEST for a passage that is not there
 */
export function readWrittenSet(content: string, name: string, kind?: WrittenKind): WrittenAnswer[] {
  const lines = readJsonLines(content, name, z.union([Passage, Written])).map(({ value }) => value);
  const passages = new Map(lines.flatMap((line) => ('passage' in line ? [[line.passage, line.text] as const] : [])));
  return lines.flatMap((line) => {
    if ('passage' in line) return [];
    const text = line[kind ?? 'answer'];
    if (text === undefined) return [];
    const sources = line.sources.map((source, index) => {
      const passage = passages.get(source);
      if (passage === undefined) throw new ArbiterError('INVALID_REQUEST', `${name} has no passage ${source}.`);
      return [index + 1, foldWhiteSpace(passage)] as const;
    });
    const numbered = text.replace(/ ?\[(P\d+)\]/g, (marker, passage: string) => {
      const number = line.sources.indexOf(passage) + 1;
      return number > 0 ? marker.replace(passage, String(number)) : '';
    });
    return [{ answer: numbered, prompt: { question: line.question, sources: new Map(sources) } }];
  });
}
