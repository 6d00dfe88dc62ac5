import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';
import type { LabelledAnswer } from '../answers/gold-sentences.js';
import { readJsonLines } from '../json-lines.js';
import { isRightKind, WRITTEN_KINDS, type WrittenKind } from './kinds.js';
import { pastedText } from './pasted-text.js';
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
  return readLines(content, name).flatMap(({ line, texts }) => {
    const text = line[kind ?? 'answer'];
    if (text === undefined) return [];
    const sources = new Map(texts.map((passage, index) => [index + 1, foldWhiteSpace(passage)] as const));
    return [{ answer: numbered(text, line.sources), prompt: { question: line.question, sources } }];
  });
}

const REFUSAL = 'NOT_IN_SOURCES';

/**
 * Every text of a set, beside the passages that its writer saw, as an answer whose label is its kind; and one of the kind `pasted`, see
 * {@link pastedText}. Refusals are none.
 *
 * @param name of the set in messages and ids
 * @throws ArbiterError as {@link readWrittenSet}
 */
export function labelledAnswersOf(content: string, name: string): LabelledAnswer[] {
  return readLines(content, name).flatMap(({ line, texts }, index) => {
    const written = (['answer', ...WRITTEN_KINDS] as const).map((kind) => [kind, line[kind]] as const);
    const right = written.flatMap(([kind, text]) => (isRightKind(kind) && text !== undefined ? [text] : []));
    const pasted = pastedText(
      texts.map((text, at) => ({ name: line.sources[at] ?? '', text: sourceOf(text).quote })),
      right,
      index,
    );
    return [...written, ['pasted', pasted] as const].flatMap(([kind, text]) => {
      if (text == null || text.trim() === REFUSAL) return [];
      return {
        id: `${name}-${index + 1}-${kind}`,
        kind,
        question: line.question,
        answer: numbered(text, line.sources),
        accept: isRightKind(kind),
        unsupportedClaims: [],
        sources: texts.map(sourceOf),
      };
    });
  });
}

interface ReadLine {
  readonly line: z.output<typeof Written>;
  /** Its passages. */
  readonly texts: readonly string[];
}

function readLines(content: string, name: string): ReadLine[] {
  const lines = readJsonLines(content, name, z.union([Passage, Written])).map(({ value }) => value);
  const passages = new Map(lines.flatMap((line) => ('passage' in line ? [[line.passage, line.text] as const] : [])));
  return lines.flatMap((line) => {
    if ('passage' in line) return [];
    const texts = line.sources.map((source) => {
      const text = passages.get(source);
      if (text === undefined) throw new ArbiterError('INVALID_REQUEST', `${name} has no passage ${source}.`);
      return text;
    });
    return [{ line, texts }];
  });
}

function numbered(text: string, sources: readonly string[]): string {
  return text.replace(/ ?\[(P\d+)\]/g, (marker, passage: string) => {
    const number = sources.indexOf(passage) + 1;
    return number > 0 ? marker.replace(passage, String(number)) : '';
  });
}

/** A passage begins with its title and headings, as the prompt shows them, and an empty line. */
function sourceOf(passage: string): LabelledAnswer['sources'][number] {
  const [headings = '', ...others] = passage.split('\n\n');
  if (others.length === 0) return { document: 'source', quote: passage };
  const [title = '', ...section] = headings.split(' › ');
  return {
    document: title,
    title,
    ...(section.length > 0 && { section: section.join(' › ') }),
    quote: others.join('\n\n'),
  };
}
