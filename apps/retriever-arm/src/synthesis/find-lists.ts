import type { CandidateSentence } from './candidate-sentences.js';
import type { ScoredSentence } from './score-sentences.js';

/** Neighbouring lines of one section: the items of a list, the steps of a procedure, the rows of a table. */
export interface SentenceList {
  /** In the order of the document. */
  readonly items: readonly CandidateSentence[];
  /** Mean score of its best items: a list is as good an answer as the part of it that the question is about. */
  readonly score: number;
}

/** Fewer lines are no list. */
const SHORTEST_LIST = 3;
/** Items whose scores a list is judged by. */
const JUDGED_ITEMS = 3;

/**
 * Finds the lists among scored sentences of one question. A passage cut in the middle of a list gives two lists; they
 * are joined when both passages are there.
 *
 * @returns best first
 */
export function findLists(scored: readonly ScoredSentence[]): SentenceList[] {
  const sections = new Map<string, ScoredSentence[]>();
  for (const sentence of scored) {
    const { passage, text } = sentence.candidate;
    if (!fillsItsLine(sentence.candidate, text)) continue;
    const key = JSON.stringify([passage.documentId, passage.section]);
    sections.set(key, [...(sections.get(key) ?? []), sentence]);
  }
  return [...sections.values()]
    .filter((sentences) => sentences.length >= SHORTEST_LIST)
    .map((sentences) => {
      const best = sentences.map(({ score }) => score).sort((a, b) => b - a).slice(0, JUDGED_ITEMS);
      return {
        items: sentences.map(({ candidate }) => candidate).sort((a, b) => a.start - b.start),
        score: best.reduce((sum, score) => sum + score, 0) / best.length,
      };
    })
    .sort((a, b) => b.score - a.score);
}

/** A line of its own between two others, unlike the sentences of a paragraph, which share one. */
function fillsItsLine({ passage, start, end }: CandidateSentence, text: string): boolean {
  const before = passage.text[start - passage.start - 1];
  const after = passage.text[end - passage.start];
  const bounded = (before === undefined || before === '\n') && (after === undefined || after === '\n');
  // A paragraph of one sentence is also alone on its line, but has no neighbour right above or below.
  return bounded && !text.includes('\n') && (before === '\n' || after === '\n');
}
