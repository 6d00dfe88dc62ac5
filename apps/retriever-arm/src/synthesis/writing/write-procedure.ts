import type { Composition } from '../compose-answer.js';
import { inReadingOrder } from '../compose-answer.js';
import { asChosen, distinctAnswers, rankedAnswers } from './choose-answers.js';
import { completeSteps } from './complete-steps.js';
import type { ReadQuestion } from './writers.js';

/** Of the best probability, another sentence of the same place has at least this share, 0–1. */
const FLOOR = 0.25;
const MOST_SENTENCES = 5;

/** The whole procedure from one place, in its order: the numbered list, or what its passage says of it. */
export function writeProcedure({ passages, whole, maxSentences }: ReadQuestion): Composition {
  const ranked = rankedAnswers(whole);
  const [best] = ranked;
  if (!best) return { chosen: [], layout: 'prose' };
  const steps = completeSteps(best.candidate, passages);
  if (steps) {
    const chosen = steps.slice(0, maxSentences).map((candidate) => ({ candidate, span: null }));
    return { chosen, layout: 'lines', hasShortAnswer: false };
  }
  const { documentId, section } = best.candidate.passage;
  const inPlace = ranked.filter(
    ({ candidate: { passage }, probability }) =>
      passage.documentId === documentId &&
      passage.section.join('\n') === section.join('\n') &&
      probability >= FLOOR * best.probability,
  );
  const chosen = distinctAnswers(inPlace).slice(0, Math.min(maxSentences, MOST_SENTENCES)).map(asChosen);
  return { chosen: inReadingOrder(chosen), layout: 'prose', hasShortAnswer: chosen.length === 1 };
}
