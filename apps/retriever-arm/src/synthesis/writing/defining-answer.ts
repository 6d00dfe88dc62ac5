import type { JudgedSentence } from '../reading/judge-sentences.js';
import { rankedAnswers } from './choose-answers.js';
import { isNamedAfter, isRowOf, isUnder, speaksOf } from './subject-of.js';

/**
 * The sentence that says what a subject is, where the sources have a place for it: the one that opens the document named after
 * it, or the section under its name, or its row of a table. Authors define a thing where they begin to speak of it, and tell
 * its husband later.
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
