import { speakRow } from '@arbiter/composition';
import type { Passage } from '@arbiter/contracts';
import { questionTerms, quotableSpans, type Span, termSet } from '@arbiter/text';
import { contextTermsOf, type CandidateSentence } from '../sentences/candidate-sentences.js';
import { SENTENCE_END, textBlocks, textRegions } from '../sentences/text-blocks.js';
import { inReadingOrder, type ChosenSentence, type Composition } from '../sentences/compose-answer.js';
import type { JudgedSentence } from '../sentences/judge-sentences.js';
import { headedItems } from './headed-items.js';
import { asChosen, distinctAnswers, overlap, rankedAnswers, type ReadQuestion } from './choose-answers.js';

/** Of the best probability, an item of its own has at least this share, 0–1. */
const LEAST_OF_ITEM = 0.4;
/** Sentences of the best passage and of others that are items. */
const MOST_ITEMS = 6;

/**
 * The list of a source that the best sentence stands in, whole; where it stands in none, every sentence that answers as
 * well as it does, over all sources.
 */
export function writeList({ query, passages, whole, maxSentences }: ReadQuestion): Composition {
  const ranked = rankedAnswers(whole);
  const [best] = ranked;
  if (!best) return { chosen: [], layout: 'lines' };
  const lists = findLists(passages);
  const list = lists.find((each) => holds(each, best.candidate));
  if (list) {
    const chosen = list.items.slice(0, maxSentences).map(withoutSpan);
    return { chosen, layout: 'lines', hasShortAnswer: false };
  }
  const headed = headedItems(query, asChosen(best), passages);
  if (headed) return { chosen: headed.slice(0, maxSentences), layout: 'lines', hasShortAnswer: false };
  const items = distinctAnswers(itemsAmong(query, ranked, lists));
  const chosen = items.slice(0, Math.min(maxSentences, MOST_ITEMS)).map(asChosen);
  return { chosen, layout: chosen.length > 1 ? 'lines' : 'prose', hasShortAnswer: chosen.length === 1 };
}

/** No words of it stand out as the answer. */
function withoutSpan(candidate: CandidateSentence): ChosenSentence {
  return { candidate, span: null };
}

/** So many sentences that hold a word of the question show that it is said of the things: those without it are others. */
const LEAST_SHOWING = 2;

/**
 * The items among ranked sentences: those that answer about as well as the best one, without those that lack a word of the
 * question which it and another hold; and those of its section that hold all of these words, however they were judged.
 */
function itemsAmong(
  question: string,
  ranked: readonly JudgedSentence[],
  lists: readonly SentenceList[],
): readonly JudgedSentence[] {
  const [best] = ranked;
  if (!best) return [];
  const alike = ranked.filter(({ probability }) => probability >= LEAST_OF_ITEM * best.probability);
  const shown = questionTerms(question).filter(
    ({ term }) =>
      best.candidate.terms.has(term) &&
      alike.filter(({ candidate }) => candidate.terms.has(term)).length >= LEAST_SHOWING,
  );
  if (shown.length === 0) return alike;
  const holdsAll = ({ candidate: { terms } }: JudgedSentence): boolean => shown.every(({ term }) => terms.has(term));
  const isUnderAll = ({ candidate: { terms, contextTerms } }: JudgedSentence): boolean =>
    shown.every(({ term }) => terms.has(term) || contextTerms.has(term));
  // An item of a list leaves to what leads up to it what it is an item of.
  const isItem = ({ candidate }: JudgedSentence): boolean => lists.some((list) => holds(list, candidate));
  return ranked.filter(
    (one) =>
      (alike.includes(one) && (isUnderAll(one) || isItem(one))) ||
      (holdsAll(one) && isSameSection(one.candidate, best.candidate)),
  );
}

function isSameSection({ passage: a }: CandidateSentence, { passage: b }: CandidateSentence): boolean {
  return a.documentId === b.documentId && a.section.join('\n') === b.section.join('\n');
}

/** Whether a sentence is one of a list. */
export function holds(
  { passage, items }: SentenceList,
  { passage: { documentId }, start, end }: (typeof items)[number],
) {
  return passage.documentId === documentId && items.some((item) => item.start < end && start < item.end);
}

/** Of the best probability, another sentence of the same place has at least this share, 0–1. */
const LEAST_IN_PLACE = 0.25;
const MOST_IN_PLACE = 5;

/** The whole procedure from one place, in its order: the numbered list, or what its passage says of it. */
export function writeProcedure({ passages, whole, maxSentences }: ReadQuestion): Composition {
  const ranked = rankedAnswers(whole);
  const [best] = ranked;
  if (!best) return { chosen: [], layout: 'prose' };
  const steps = completeSteps(best.candidate, passages);
  if (steps) {
    const chosen = steps.slice(0, maxSentences).map(withoutSpan);
    return { chosen, layout: 'lines', hasShortAnswer: false };
  }
  const inPlace = ranked.filter(
    ({ candidate, probability }) =>
      isSameSection(candidate, best.candidate) && probability >= LEAST_IN_PLACE * best.probability,
  );
  const chosen = distinctAnswers(inPlace).slice(0, Math.min(maxSentences, MOST_IN_PLACE)).map(asChosen);
  const goingOn = restOfParagraph(best.candidate, whole).map(withoutSpan);
  const told = [
    ...chosen,
    ...goingOn.filter((next) => !chosen.some((other) => overlap(other.candidate, next.candidate))),
  ];
  const said = withWhatBelongs(inReadingOrder(told.slice(0, MOST_IN_PLACE)), whole).slice(0, maxSentences);
  return { chosen: said, layout: 'stretch', hasShortAnswer: said.length === 1 };
}

/** What follows a sentence in its paragraph or item: who is told how to begin is told how to go on. */
function restOfParagraph({ passage, end }: CandidateSentence, whole: readonly JudgedSentence[]): CandidateSentence[] {
  const at = end - passage.start;
  const last = textRegions(passage.text).find((region) => region.start < at && at <= region.end)?.end ?? 0;
  const rest: CandidateSentence[] = [];
  const inOrder = whole.map(({ candidate }) => candidate).sort((a, b) => a.end - b.end);
  for (const next of inOrder) {
    const from = rest.at(-1)?.end ?? end;
    if (next.passage !== passage || next.end <= from) continue;
    // One that points back was extended by what is said already.
    const said = passage.text.slice(from - passage.start, next.end - passage.start);
    const start = Math.max(next.start, from + said.length - said.trimStart().length);
    if (start - passage.start >= last) break;
    rest.push({ ...next, start, text: passage.text.slice(start - passage.start, next.end - passage.start) });
  }
  return rest;
}

/** Sentences of one place with the rest of what each stands in: the items of its list, and the code behind it. */
function withWhatBelongs(chosen: readonly ChosenSentence[], whole: readonly JudgedSentence[]): ChosenSentence[] {
  const said = [...chosen];
  const add = (candidate: CandidateSentence): void => {
    if (!said.some((other) => overlap(other.candidate, candidate))) said.push(withoutSpan(candidate));
  };
  for (const { candidate } of chosen) {
    const { passage } = candidate;
    const list = findLists([passage]).find((each) => holds(each, candidate));
    // One row of a table is said without the others.
    if (list && speakRow(candidate.text) === null) list.items.forEach(add);
    const behind = whole.find(({ candidate: other }) => isCodeBehind(candidate, other));
    if (behind) add(behind.candidate);
  }
  return inReadingOrder(said);
}

/** Whether a sentence is followed by what is code, or reads like it: a line of its own without an end. */
function isCodeBehind({ passage, end }: CandidateSentence, other: CandidateSentence): boolean {
  if (other.passage !== passage || other.start < end) return false;
  const between = passage.text.slice(end - passage.start, other.start - passage.start);
  return /^\n\s*$/.test(between) && (other.keepsLines || !SENTENCE_END.test(other.text));
}

/**
 * The numbered list that a sentence is an item of: one step says little without those before and after it.
 *
 * @param passages that the sentence may be of
 * @returns its items in order; null where it is no item of one
 */
function completeSteps(sentence: CandidateSentence, passages: readonly Passage[]): readonly CandidateSentence[] | null {
  const { documentId } = sentence.passage;
  const list = findLists(passages.filter((passage) => passage.documentId === documentId)).find(
    ({ isNumbered, items }) =>
      isNumbered && items.some(({ start, end }) => start < sentence.end && sentence.start < end),
  );
  return list?.items ?? null;
}

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

/** Lists of all passages that are looked at: each is compared with those before it, and a chunk holds a few. */
const MOST_LISTS = 1_000;

/**
 * Finds the lists of passages: blocks of lines that do not read as one paragraph. A list that the end of a passage
 * cuts in two gives one list again where both passages are there.
 *
 * @param passages best first
 * @param fewest items of a list
 */
export function findLists(passages: readonly Passage[], fewest = SHORTEST_LIST): SentenceList[] {
  const joined: SentenceList[] = [];
  for (const list of passages.flatMap(listsOf).slice(0, MOST_LISTS)) {
    const at = joined.findIndex((other) => touches(other, list));
    const other = joined[at];
    if (other) joined[at] = join(other, list);
    else joined.push(list);
  }
  return joined.filter(
    ({ items, isNumbered }) => items.length >= Math.min(fewest, isNumbered ? SHORTEST_NUMBERED : fewest),
  );
}

function listsOf(passage: Passage, rank: number): SentenceList[] {
  const contextTerms = contextTermsOf(passage);
  return listsIn(passage.text).map((lines) => {
    const items = quotableSpans(passage.text, lines).map((line): CandidateSentence => {
      const text = passage.text.slice(line.start, line.end);
      const span = { start: passage.start + line.start, end: passage.start + line.end };
      const keepsLines = text.includes('\n');
      return { passage, rank, text, ...span, terms: termSet(text), isDangling: false, keepsLines, contextTerms };
    });
    return listOf(passage, rank, items);
  });
}

/** A step with its code and its notes is not longer, in characters. */
const LONGEST_STEP = 600;

/** The items of each list. What stands between two steps whose numbers follow each other belongs to the first of them. */
function listsIn(text: string): Span[][] {
  const lists: Span[][] = [];
  let steps: { readonly items: Span[]; end: number } | null = null;
  for (const { lines, isList } of textBlocks(text)) {
    const items = isList ? itemsOf(text, lines) : [];
    const end = lines.at(-1)?.end ?? 0;
    const [number, last] = [numberOf(text, items[0]), steps?.items.at(-1)];
    if (
      steps &&
      last &&
      number !== null &&
      number - 1 === numberOf(text, last) &&
      steps.end - last.start <= LONGEST_STEP
    ) {
      steps.items.splice(-1, 1, { start: last.start, end: steps.end }, ...items);
      steps.end = end;
      // Lists that stand in between are a part of the step now.
      lists.splice(lists.indexOf(steps.items) + 1);
      continue;
    }
    if (items.length > 0) lists.push(items);
    if (number !== null) steps = { items, end };
    else if (steps) steps.end = end;
  }
  return lists;
}

/** The lines of a list; in one that is numbered, a line without a number goes on from the step before it. */
function itemsOf(text: string, lines: readonly Span[]): Span[] {
  if (numberOf(text, lines[0]) === null) return [...lines];
  const items: Span[] = [];
  for (const line of lines) {
    const step = items.at(-1);
    if (step && numberOf(text, line) === null && line.end - step.start <= LONGEST_STEP)
      items.splice(-1, 1, { start: step.start, end: line.end });
    else items.push(line);
  }
  return items;
}

function numberOf(text: string, item: Span | undefined): number | null {
  const [, digits] = /^\(?(\d{1,3})[.)]\s/.exec(text.slice(item?.start, item?.end)) ?? [];
  return item && digits !== undefined ? Number(digits) : null;
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
