import type { Passage } from '@arbiter/contracts';
import type { CandidateSentence } from '../candidate-sentences.js';
import { findLists } from './find-lists.js';

/**
 * The numbered list that a sentence is an item of: one step says little without those before and after it.
 *
 * @param passages that the sentence may be of
 * @returns its items in order; null where it is no item of one
 */
export function completeSteps(
  sentence: CandidateSentence,
  passages: readonly Passage[],
): readonly CandidateSentence[] | null {
  const { documentId } = sentence.passage;
  const list = findLists(passages.filter((passage) => passage.documentId === documentId)).find(
    ({ isNumbered, items }) =>
      isNumbered && items.some(({ start, end }) => start < sentence.end && sentence.start < end),
  );
  return list?.items ?? null;
}
