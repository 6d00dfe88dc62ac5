import type { Passage } from '@arbiter/contracts';
import { quotableSpans } from '@arbiter/text';
import type { CandidateSentence } from '../candidate-sentences.js';
import { contextTermsOf, distinctTerms } from '../context-terms.js';
import { textBlocks } from '../text-blocks.js';

/** Neighbouring lines of one section: the items of a list, the steps of a procedure, the rows of a table. */
export interface SentenceList {
  /** The best ranked of the passages that hold it. */
  readonly passage: Passage;
  /** Its rank, from 0. */
  readonly rank: number;
  /** One per line, in the order of the document. */
  readonly items: readonly CandidateSentence[];
  /** Every item starts with its number. */
  readonly isNumbered: boolean;
}

/** Fewer lines are no list; two numbered ones are. */
const SHORTEST_LIST = 3;
const SHORTEST_NUMBERED = 2;
const NUMBERED = /^\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]\s/i;

/**
 * Finds the lists of passages: blocks of lines that do not read as one paragraph. A list that the end of a passage
 * cuts in two gives one list again where both passages are there.
 *
 * @param passages best first
 */
export function findLists(passages: readonly Passage[]): SentenceList[] {
  const joined: SentenceList[] = [];
  for (const list of passages.flatMap(listsOf)) {
    const at = joined.findIndex((other) => touches(other, list));
    const other = joined[at];
    if (other) joined[at] = join(other, list);
    else joined.push(list);
  }
  return joined.filter(({ items, isNumbered }) => items.length >= (isNumbered ? SHORTEST_NUMBERED : SHORTEST_LIST));
}

function listsOf(passage: Passage, rank: number): SentenceList[] {
  const contextTerms = contextTermsOf(passage);
  return textBlocks(passage.text)
    .filter(({ isList }) => isList)
    .map(({ lines }) => {
      const items = quotableSpans(passage.text, lines).map((line): CandidateSentence => {
        const text = passage.text.slice(line.start, line.end);
        const span = { start: passage.start + line.start, end: passage.start + line.end };
        return { passage, rank, text, ...span, terms: distinctTerms(text), isDangling: false, contextTerms };
      });
      return listOf(passage, rank, items);
    });
}

function listOf(passage: Passage, rank: number, items: readonly CandidateSentence[]): SentenceList {
  return { passage, rank, items, isNumbered: items.every(({ text }) => NUMBERED.test(text)) };
}

/** Two blocks of one document of which the later starts inside the earlier, or on the line after it. */
function touches(a: SentenceList, b: SentenceList): boolean {
  if (a.passage.documentId !== b.passage.documentId) return false;
  const [first, second] = startOf(a) <= startOf(b) ? [a, b] : [b, a];
  return startOf(second) <= endOf(first) + 1;
}

function join(a: SentenceList, b: SentenceList): SentenceList {
  const byStart = new Map([...b.items, ...a.items].map((item) => [item.start, item]));
  const items = [...byStart.values()].sort((x, y) => x.start - y.start);
  const better = a.rank <= b.rank ? a : b;
  return listOf(better.passage, better.rank, items);
}

function startOf({ items, passage }: SentenceList): number {
  return items[0]?.start ?? passage.start;
}

function endOf({ items, passage }: SentenceList): number {
  return items.at(-1)?.end ?? passage.end;
}
