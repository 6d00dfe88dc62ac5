import type { Composition } from '../compose-answer.js';
import { asChosen, distinctAnswers, rankedAnswers } from './choose-answers.js';
import { findLists, type SentenceList } from './find-lists.js';
import type { ReadQuestion } from './writers.js';

/** Of the best probability, an item of its own has at least this share, 0–1. */
const FLOOR = 0.4;
/** Sentences of the best passage and of others that are items. */
const MOST_SENTENCES = 6;

/**
 * The list of a source that the best sentence stands in, whole; where it stands in none, every sentence that answers as
 * well as it does, over all sources.
 */
export function writeList({ passages, whole, maxSentences }: ReadQuestion): Composition {
  const ranked = rankedAnswers(whole);
  const [best] = ranked;
  if (!best) return { chosen: [], layout: 'lines' };
  const list = findLists(passages).find((each) => holds(each, best.candidate));
  if (list) {
    const chosen = list.items.slice(0, maxSentences).map((candidate) => ({ candidate, span: null }));
    return { chosen, layout: 'lines', hasShortAnswer: false };
  }
  const items = distinctAnswers(ranked.filter(({ probability }) => probability >= FLOOR * best.probability));
  const chosen = items.slice(0, Math.min(maxSentences, MOST_SENTENCES)).map(asChosen);
  return { chosen, layout: chosen.length > 1 ? 'lines' : 'prose', hasShortAnswer: chosen.length === 1 };
}

function holds({ passage, items }: SentenceList, { passage: { documentId }, start, end }: (typeof items)[number]) {
  return passage.documentId === documentId && items.some((item) => item.start < end && start < item.end);
}
