import type { CandidateSentence } from '../candidate-sentences.js';
import { aliasesOf, distinctTerms } from '../context-terms.js';

/** Terms that a heading may have besides those of the subject: "The tunnel of Dark Mile" is about Dark Mile. */
const MOST_BESIDE = 2;

/** Whether the document of a sentence is named after a subject: its title, or another name of it, has just its terms. */
export function isNamedAfter({ passage: { title, metadata } }: CandidateSentence, subject: string): boolean {
  return isNameOf(subject, [title, ...aliasesOf(metadata)], 0);
}

/** Whether the heading of a sentence is the subject itself. */
export function isUnder({ passage: { section } }: CandidateSentence, subject: string): boolean {
  return isNameOf(subject, section.slice(-1), 0);
}

/** Whether title, headings or another name of its document say that a sentence is about a subject. */
export function isHeadedBy({ passage: { title, section, metadata } }: CandidateSentence, subject: string): boolean {
  return isNameOf(subject, [title, ...section, ...aliasesOf(metadata)], MOST_BESIDE);
}

/** Whether a sentence is a row of a table that begins with the subject: "Plan: Voyager; Price: £25". */
export function isRowOf({ text }: CandidateSentence, subject: string): boolean {
  const [, first] = /^[^:;\n]+: ([^;\n]+);/.exec(text) ?? [];
  return first !== undefined && isNameOf(subject, [first], 0);
}

/** Whether a sentence speaks of a subject: by all of its terms, or because its title or headings do. */
export function speaksOf({ terms, contextTerms }: CandidateSentence, subject: string): boolean {
  return [...distinctTerms(subject)].every((term) => terms.has(term) || contextTerms.has(term));
}

/** Whether a sentence says all terms of a subject itself. */
export function names({ terms }: CandidateSentence, subject: string): boolean {
  const wanted = distinctTerms(subject);
  return wanted.size > 0 && [...wanted].every((term) => terms.has(term));
}

function isNameOf(subject: string, names: readonly string[], mostBeside: number): boolean {
  const wanted = distinctTerms(subject);
  return (
    wanted.size > 0 &&
    names.some((name) => {
      const terms = distinctTerms(name);
      return terms.size <= wanted.size + mostBeside && [...wanted].every((term) => terms.has(term));
    })
  );
}
