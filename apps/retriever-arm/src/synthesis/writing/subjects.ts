import { termSet } from '@arbiter/text';
import { aliasesOf, type CandidateSentence } from '../sentences/candidate-sentences.js';
import type { JudgedSentence } from '../sentences/judge-sentences.js';
import { rankedAnswers } from './choose-answers.js';

/**
 * Finds the sentence that defines a subject, if the sources have a place for it. That sentence opens the document named after
 * the subject or the section under its name, or is its row of a table. Authors define a thing where they begin to speak of
 * it; they tell its husband later.
 *
 * @param least probability below which a sentence defines nothing, 0–1
 */
export function definingAnswer(
  subject: string,
  judged: readonly JudgedSentence[],
  least: number,
): JudgedSentence | undefined {
  const isAbout = ({ candidate }: JudgedSentence): boolean => speaksOf(candidate, subject);
  const places = [
    openings(judged.filter(({ candidate }) => isNamedAfter(candidate, subject))).filter(isAbout),
    openings(judged.filter(({ candidate }) => isUnder(candidate, subject))),
    judged.filter(({ candidate }) => isRowOf(candidate, subject)),
  ];
  return places.map((place) => rankedAnswers(place, least)[0]).find((answer) => answer !== undefined);
}

/** The first sentence of each document. */
function openings(judged: readonly JudgedSentence[]): JudgedSentence[] {
  return judged.filter(({ candidate: { passage, start } }) =>
    judged.every(({ candidate: other }) => other.passage.documentId !== passage.documentId || other.start >= start),
  );
}

/** Terms that a heading may have besides those of the subject: "The tunnel of Dark Mile" is about Dark Mile. */
const MOST_BESIDE = 2;

/** Whether the document of a sentence is named after a subject: its title, or another name of it, has just its terms. */
function isNamedAfter({ passage: { title, metadata } }: CandidateSentence, subject: string): boolean {
  return isNameOf(subject, [title, ...aliasesOf(metadata)], 0);
}

/** Whether the heading of a sentence is the subject itself. */
function isUnder({ passage: { section } }: CandidateSentence, subject: string): boolean {
  return isNameOf(subject, section.slice(-1), 0);
}

/** Whether title, headings or another name of its document say that a sentence is about a subject. */
export function isHeadedBy({ passage: { title, section, metadata } }: CandidateSentence, subject: string): boolean {
  return isNameOf(subject, [title, ...section, ...aliasesOf(metadata)], MOST_BESIDE);
}

/** Whether a sentence is a row of a table that begins with the subject: "Plan: Voyager; Price: £25". */
function isRowOf({ text }: CandidateSentence, subject: string): boolean {
  const [, first] = /^[^:;\n]+: ([^;\n]+);/.exec(text) ?? [];
  return first !== undefined && isNameOf(subject, [first], 0);
}

/** Whether a sentence speaks of a subject: by all of its terms, or because its title or headings do. */
export function speaksOf({ terms, contextTerms }: CandidateSentence, subject: string): boolean {
  return [...termSet(subject)].every((term) => terms.has(term) || contextTerms.has(term));
}

/** Whether a sentence says all terms of a subject itself. */
export function names({ terms }: CandidateSentence, subject: string): boolean {
  const wanted = termSet(subject);
  return wanted.size > 0 && [...wanted].every((term) => terms.has(term));
}

function isNameOf(subject: string, names: readonly string[], mostBeside: number): boolean {
  const wanted = termSet(subject);
  return (
    wanted.size > 0 &&
    names.some((name) => {
      const terms = termSet(name);
      return terms.size <= wanted.size + mostBeside && [...wanted].every((term) => terms.has(term));
    })
  );
}
