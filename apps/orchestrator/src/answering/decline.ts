import {
  LIBRARY_IS_EMPTY,
  runInHeadingsOf,
  type Citation,
  type DecomposedQuery,
  type Passage,
} from '@arbiter/contracts';
import {
  holdsActiveContent,
  isInjected,
  questionTerms,
  quotableSpans,
  type Span,
  splitSentences,
  termSet,
} from '@arbiter/text';
import { citationOf } from '../retrieval/passage-source.js';
import type { Attempt } from './attempt.js';

/** What a refusal speaks of besides the search. */
export interface Declined {
  /** As it was searched. */
  readonly question: string;
  /** Type that the planner gave the question. */
  readonly queryType: DecomposedQuery['queryType'];
  /** Nothing has been ingested, or nothing into the collections that were asked. */
  readonly libraryIsEmpty: boolean;
  /** Whether the closest passages are shown with it. */
  readonly showsClosest: boolean;
}

/**
 * A few sentences that say why there is no answer, and where it may be. They describe the search, never the content of the
 * sources: an empty search does not prove that the sources hold nothing.
 */
export function declineMessage(
  { retrieved: { passages } }: Pick<Attempt, 'retrieved'>,
  { question, queryType, libraryIsEmpty, showsClosest }: Declined,
): string {
  if (libraryIsEmpty) return LIBRARY_IS_EMPTY;
  if (queryType === 'conversational')
    return 'There is no question in this that documents could answer. Ask one, and it is looked up in the library.';
  if (passages.length === 0) return 'No passage was found for this question, so it is not answered.';
  return [
    'No passage was found that surely answers this question, so it is not answered.',
    ...lackOf(question, passages),
    ...(showsClosest ? ['The closest passages may hold the answer: please look at them.'] : []),
  ].join(' ');
}

const GREETING =
  /^(?:hi|hello|hey|hiya|thanks|thank|thx|cheers|bye|goodbye|ok|okay|hallo|danke|bonjour|merci|hola|gracias|ciao)$/;
/** What says no more beside a greeting. */
const BESIDE =
  /^(?:good|morning|afternoon|evening|you|so|very|much|a|lot|all|there|everyone|for|your|help|great|nice)$/;

/** Whether a message is nothing but a greeting, thanks or a farewell, whatever a planner takes it for. */
export function isRemark(message: string): boolean {
  const words = message.toLowerCase().match(/[\p{L}\p{N}?]+/gu) ?? [];
  return words.some((word) => GREETING.test(word)) && words.every((word) => GREETING.test(word) || BESIDE.test(word));
}

/** How every refusal begins. */
const BEGINNINGS = [LIBRARY_IS_EMPTY, 'There is no question in this ', 'No passage was found '] as const;

/** Whether a text is a refusal, as far as its first words tell: conversations come back without what else is known of them. */
export function isDeclineMessage(text: string): boolean {
  return BEGINNINGS.some((beginning) => text.startsWith(beginning));
}

/** Words that a refusal names; with more of them missing, something else was found. */
const MOST_LACKING = 2;
/** Scripts without spaces, whose words cannot be told apart. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u;

/** The words of the question that no passage has, where they are few: all that can be said for sure of why. */
function lackOf(question: string, passages: readonly Passage[]): string[] {
  const asked = new Map(questionTerms(question).map(({ term, start, end }) => [term, question.slice(start, end)]));
  for (const { title, section, text } of passages) {
    for (const term of termSet([title, ...section, text].join('\n'))) asked.delete(term);
  }
  const words = [...asked.values()].map((word) => `“${word}”`);
  const [first, second] = words;
  if (first === undefined || words.length > MOST_LACKING || UNSPACED.test(question)) return [];
  return [
    `None of the passages that were found has the word ${second === undefined ? first : `${first} or ${second}`}.`,
  ];
}

/** Spans that are offered; more read as an answer after all. */
const OFFERED = 3;
/** Longest quote that is offered, in UTF-16 code units. */
const LONGEST_QUOTE = 400;

/**
 * Spans closest to a declined question: those of the draft that was not shown, then the beginnings of the best passages
 * of other documents.
 *
 * @returns best first, markers counted from 1; none when nothing was found
 */
export function closestSpans({ synthesis, retrieved }: Pick<Attempt, 'synthesis' | 'retrieved'>): Citation[] {
  // A language model may have cited what told it to.
  const drafted = synthesis.citations
    .filter(({ quote }) => !isInjected(quote) && !holdsActiveContent(quote))
    .slice(0, OFFERED);
  const known = new Set(drafted.map(({ documentId }) => documentId));
  const found: Citation[] = [];
  for (const passage of retrieved.passages) {
    if (drafted.length + found.length >= OFFERED) break;
    if (known.has(passage.documentId)) continue;
    const beginning = beginningOf(passage);
    if (!beginning) continue;
    known.add(passage.documentId);
    found.push(beginning);
  }
  return [...drafted, ...found].map((citation, index) => ({ ...citation, marker: index + 1 }));
}

/** Its first sentence, with the run-in heading before that. @returns null for a passage that may not be quoted */
function beginningOf(passage: Passage): Citation | null {
  const { text } = passage;
  const spans = quotableSpans(text, splitSentences(text));
  const [first] = spans;
  if (!first) return null;
  const headings = runInHeadingsOf(passage.metadata);
  const isHeading = ({ start, end }: Span): boolean =>
    headings.some((one) => one.start <= passage.start + start && passage.start + end <= one.end);
  const stated = spans.find((span) => !isHeading(span)) ?? first;
  const end = Math.min(stated.end, first.start + LONGEST_QUOTE);
  const quote = text.slice(first.start, splitsPair(text, end) ? end - 1 : end);
  const start = passage.start + first.start;
  return citationOf({ ...passage, text: quote, start, end: start + quote.length }, 1);
}

function splitsPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
}
