// Candidate sentences and lists of a synthesis, as rows for pack_pairs.py.
/* global AbortSignal */
import { candidateSentences } from '../../apps/retriever-arm/dist/synthesis/candidate-sentences.js';
import { findLists } from '../../apps/retriever-arm/dist/synthesis/find-lists.js';
import { scoreByWords } from '../../apps/retriever-arm/dist/synthesis/score-sentences.js';
import { UNLIMITED } from '../../apps/retriever-arm/dist/time-budget.js';

/** As many passages as the synthesiser reads. */
export const MAX_PASSAGES = 12;
/** Those whose words promise most. */
const MAX_CANDIDATES = 30;
const MAX_LISTS = 8;
/** Characters before a sentence. */
const LONGEST_BEFORE = 300;
const READING_MS = 60_000;

/** @returns the best candidates by words, each with the score that words and reader give it */
export async function candidatesOf({ task, reader }, question) {
  const best = scoreByWords(question, candidateSentences(task.passages.slice(0, MAX_PASSAGES)))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_CANDIDATES);
  const { added } = await reader.read(
    { query: question, parts: [question] },
    best.map(({ candidate }) => candidate),
    { thoroughness: 'thorough', signal: AbortSignal.timeout(READING_MS), time: UNLIMITED },
  );
  return best.map(({ candidate, score }, index) => candidateRow(candidate, score + added[0][index]));
}

function candidateRow({ passage, rank, text, start, end }, score) {
  const offset = start - passage.start;
  return {
    score,
    text,
    title: passage.title,
    section: passage.section,
    before: passage.text.slice(Math.max(0, offset - LONGEST_BEFORE), offset),
    documentId: passage.documentId,
    rank,
    start,
    end,
  };
}

export function listsOf({ task }) {
  return findLists(task.passages)
    .slice(0, MAX_LISTS)
    .map(({ items, passage, rank }) => ({
      items: items.map(({ text }) => text),
      title: passage.title,
      section: passage.section,
      rank,
    }));
}
