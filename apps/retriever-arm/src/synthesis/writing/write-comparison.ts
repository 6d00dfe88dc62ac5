import type { Composition } from '../compose-answer.js';
import { inReadingOrder } from '../compose-answer.js';
import { writeGeneralComparison } from './general-comparison.js';
import { asChosen, distinctAnswers, rankedAnswers } from './choose-answers.js';
import type { ReadQuestion } from './writers.js';

/** Of the best probability, another sentence of the whole question has at least this share, 0–1. */
const FLOOR = 0.3;
/** A side that is not read as an answer to its own question may still be one to the whole. */
const LEAST_FOR_A_SIDE = 0.1;
const MOST_SENTENCES = 4;

/**
 * For each side the sentence that says it; then what else answers the whole question as well. A comparison that names no
 * attribute goes through those that both sides have.
 */
export function writeComparison(question: ReadQuestion): Composition {
  const general = writeGeneralComparison(question);
  if (general) return general;
  const { whole, parts, maxSentences } = question;
  const sides = parts.flatMap(({ judged }) => rankedAnswers(judged, LEAST_FOR_A_SIDE).slice(0, 1));
  const ranked = rankedAnswers(whole);
  const best = ranked[0]?.probability ?? 0;
  const beside = ranked.filter(({ probability }) => probability >= FLOOR * best);
  const distinct = distinctAnswers([...sides, ...beside]);
  const chosen = distinct.slice(0, Math.min(maxSentences, MOST_SENTENCES, Math.max(2, sides.length)));
  return { chosen: inReadingOrder(chosen.map(asChosen)), layout: 'paragraphs', hasShortAnswer: false };
}
