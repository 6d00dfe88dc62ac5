import type { Composition } from '../compose-answer.js';
import { asChosen, distinctAnswers, rankedAnswers } from './choose-answers.js';
import type { ReadQuestion } from './writers.js';

/** A hop is said where it is surely one: the final fact can stand alone. */
const LEAST_FOR_A_HOP = 0.2;
const MOST_SENTENCES = 3;

/** The final fact first, then the hops that lead to it, a sentence each. */
export function writeChain({ whole, parts, maxSentences }: ReadQuestion): Composition {
  const [best] = rankedAnswers(whole);
  const hops = parts.flatMap(({ judged }) => rankedAnswers(judged, LEAST_FOR_A_HOP).slice(0, 1));
  const distinct = distinctAnswers([...(best ? [best] : []), ...hops]).slice(0, Math.min(maxSentences, MOST_SENTENCES));
  // What a hop finds is not what was asked for: it is no highlight.
  const chosen = distinct.map((each) => (each === best ? asChosen(each) : { ...asChosen(each), span: null }));
  return { chosen, layout: 'prose' };
}
