import type { Citation, Passage, QueryEvent, ValidationResult } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import { termSet, tokenize } from '@arbiter/text';
import type { Attempt } from './attempt.js';
import type { Inquiry } from './inquiry.js';
import { judgeText } from './write-and-judge.js';
import { citationOf } from '../retrieval/passage-source.js';
import { locateReadings } from './locate-readings.js';
import type { PageReading } from './read-pages.js';

/** Highest confidence of what no words on the page confirm, 0–1: as likely to be wrong as right, for all that can be checked. */
const UNCHECKED_CONFIDENCE = 0.5;

interface ReadSentence {
  readonly text: string;
  readonly page: PageReading;
}

/**
 * Makes an answer of what a vision model read in pages, and has it checked like any other: against the words on the pages. A sentence
 * with a number or a name that stands neither on its page nor in the question is left out, where the page has words. What is left, and
 * what the words do not confirm (a colour, which line leads where), may stand marked, with a confidence of a half at most.
 */
export async function* judgeReadings(
  client: OperationClient,
  inquiry: Inquiry,
  readings: readonly PageReading[],
): AsyncGenerator<QueryEvent, Attempt, undefined> {
  const { query } = inquiry.request;
  const borneOut = readings.flatMap((page) =>
    page.sentences.filter((text) => isBorneOut(text, query, page)).map((text): ReadSentence => ({ text, page })),
  );
  // Two pages may show the same.
  const sentences = borneOut.filter(({ text }, at) => borneOut.findIndex((other) => other.text === text) === at);
  const passages = readings.filter(({ words }) => words.trim() !== '').map(pagePassage);
  const retrieved = { passages, queries: [query], followed: [], degraded: [], notices: [] };
  const { citations: cited, ...written } = answerOf(sentences);
  const citations = await locateReadings(client, cited, inquiry.context);
  const synthesis = { ...written, citations, mode: 'generated' as const };
  const told = { retrieved, synthesis, change: null, degraded: [], notices: noticesOf(sentences) };
  if (sentences.length === 0) return { ...told, validation: null, notices: [] };
  const validation = yield* judgeText(client, inquiry, retrieved, synthesis);
  if (validation === null || isConfirmed(validation)) return { ...told, validation };
  const confidence = Math.min(
    UNCHECKED_CONFIDENCE,
    Math.max(validation.confidence, UNCHECKED_CONFIDENCE * shareOfWords(sentences, query)),
  );
  return { ...told, validation: { ...validation, confidence }, standsMarked: true };
}

/** Whether the words on the pages say it all. */
export function isConfirmed({ recommendation, checks }: ValidationResult): boolean {
  return recommendation === 'accept' && checks.support.perClaim.every(({ support }) => support === 'fully_supported');
}

function answerOf(sentences: readonly ReadSentence[]): Omit<Attempt['synthesis'], 'mode'> {
  const citations: Citation[] = [];
  const placed: { start: number; end: number; markers: number[] }[] = [];
  let text = '';
  for (const sentence of sentences) {
    const line = closestLine(sentence);
    const known = citations.find(
      ({ documentId, start, end, page }) =>
        documentId === line.documentId && page === line.page && start === line.start && end === line.end,
    );
    const marker = known?.marker ?? citations.length + 1;
    if (!known) citations.push(citationOf(line, marker));
    const start = text === '' ? 0 : text.length + 1;
    text = `${text === '' ? '' : `${text} `}${sentence.text} [${marker}]`;
    placed.push({ start, end: text.length, markers: [marker] });
  }
  return { text, citations, sentences: placed };
}

/** The page as a passage: all words that are known to stand on it. */
function pagePassage({ collection, documentId, title, source, page, start, words, score }: PageReading): Passage {
  return {
    ...{ collection, documentId, title, source, page, start, score },
    // No chunk of an index; the offsets are what citations rest on.
    chunkId: `${documentId}@${start}-${start + words.length}`,
    end: start + words.length,
    text: words,
    section: [],
    metadata: {},
  };
}

/** The line of the page that shares most words with what was read from it; the first one where none shares any. */
function closestLine({ text, page }: ReadSentence): Passage {
  const whole = pagePassage(page);
  const said = termSet(text);
  let best: { readonly start: number; readonly line: string; readonly shared: number } | null = null;
  let start = whole.start;
  for (const line of page.words.split('\n')) {
    const shared = [...termSet(line)].filter((term) => said.has(term)).length;
    if (line.trim() !== '' && (!best || shared > best.shared)) best = { start, line, shared };
    start += line.length + 1;
  }
  if (!best) return { ...whole, text: '', end: whole.start };
  return { ...whole, text: best.line, start: best.start, end: best.start + best.line.length };
}

/** Terms that stand on a page or in the question. */
function knownTerms(query: string, { title, words }: PageReading): ReadonlySet<string> {
  return termSet([title, query, words].join('\n'));
}

function isBorneOut(text: string, query: string, page: PageReading): boolean {
  if (page.words.trim() === '') return true;
  const known = knownTerms(query, page);
  return factsIn(text).every((fact) => [...termSet(fact)].every((term) => known.has(term)));
}

/** Words with digits, and words with a capital that begin no sentence. */
function factsIn(text: string): string[] {
  const words = tokenize(text).map(({ start, end }) => text.slice(start, end));
  return words.filter((word, index) => /\p{N}/u.test(word) || (index > 0 && /^\p{Lu}/u.test(word)));
}

/** How many of the words that were read stand on their page or in the question, 0–1. */
function shareOfWords(sentences: readonly ReadSentence[], query: string): number {
  const stand = sentences.flatMap(({ text, page }) => {
    const known = knownTerms(query, page);
    return [...termSet(text)].map((term) => known.has(term));
  });
  return stand.filter(Boolean).length / Math.max(1, stand.length);
}

function noticesOf(sentences: readonly ReadSentence[]): string[] {
  const pages = [...new Set(sentences.map(({ page }) => `page ${page.page} of “${page.title}”`))];
  return pages.length === 0 ? [] : [`A vision model has read this in the picture of ${pages.join(' and ')}.`];
}
