import type { Passage, QueryType } from '@arbiter/contracts';
import { numbersIn } from '@arbiter/text';
import type { CandidateSentence } from './candidate-sentences.js';
import { findLists, type SentenceList } from './find-lists.js';
import { distinctTerms } from './context-terms.js';
import type { ScoredSentence } from './score-sentences.js';

/** A list, and all of it as if it were one sentence, by which it is scored. */
export interface ListCandidate {
  readonly list: SentenceList;
  readonly whole: CandidateSentence;
  readonly queryType: QueryType;
}

/** Kinds of question that a list in a source answers as a whole. */
const ANSWERED_BY_LISTS: readonly QueryType[] = ['procedural', 'list_building'];
/** A list is taken as a whole when its score comes this near to that of the best sentence. */
const LIST_FLOOR = 0.8;
/** The same for what is no list of steps where steps are asked for: rows of a table share many words with a question. */
const FLOOR_WITHOUT_STEPS = 1;
/** For having as many items as the question asks for ("the seven gates"), for steps where it asks how. */
const COUNT_BONUS = 0.3;
const STEPS_BONUS = 0.08;
/** Lists that are embedded, of the best ranked passages. */
const MAX_LISTS = 8;
/** What of a list is embedded, in characters: its beginning says what it is a list of. */
const EMBEDDED_LENGTH = 400;

/** The lists that could answer a question of this kind; none for other kinds. */
export function listCandidates(passages: readonly Passage[], queryType: QueryType): ListCandidate[] {
  if (!ANSWERED_BY_LISTS.includes(queryType)) return [];
  return findLists(passages)
    .slice(0, MAX_LISTS)
    .flatMap((list) => {
      const [first] = list.items;
      const last = list.items.at(-1);
      if (!first || !last) return [];
      const text = [list.passage.section.at(-1) ?? '', ...list.items.map((item) => item.text)]
        .join('\n')
        .slice(0, EMBEDDED_LENGTH);
      const terms = distinctTerms(list.items.map((item) => item.text).join('\n'));
      return [{ list, queryType, whole: { ...first, text, end: last.end, terms, contextTerms: first.contextTerms } }];
    });
}

/**
 * The list that answers as well as any single sentence does; null when there is none.
 *
 * @param scored per part of the question, lists and sentences alike
 */
export function chooseList(
  query: string,
  lists: readonly ListCandidate[],
  scored: readonly (readonly ScoredSentence[])[],
): readonly CandidateSentence[] | null {
  const wholes = new Set(lists.map(({ whole }) => whole));
  const all = scored.flat();
  const best = Math.max(0, ...all.filter(({ candidate }) => !wholes.has(candidate)).map(({ score }) => score));
  const counts = new Set(numbersIn(query).map(({ value }) => value));
  const ranked = lists
    .map(({ list, whole, queryType }) => ({
      items: list.items,
      floor: queryType === 'procedural' && !list.isNumbered ? FLOOR_WITHOUT_STEPS : LIST_FLOOR,
      score:
        Math.max(0, ...all.filter(({ candidate }) => candidate === whole).map(({ score }) => score)) +
        (counts.has(list.items.length) ? COUNT_BONUS : 0) +
        (queryType === 'procedural' && list.isNumbered ? STEPS_BONUS : 0),
    }))
    .sort((a, b) => b.score - a.score);
  return ranked.find(({ score, floor }) => score >= floor * best)?.items ?? null;
}
