import type { SentenceModel, SentenceModels } from '@arbiter/confidence';
import type { SentenceFigures } from './fit-sentences.js';

/** The content of the file that the models ship in. */
export function sentenceModelFile(
  { read, unread }: SentenceModels,
  { firstIsEvidence, firstIsEvidenceUnread, answerableAuroc }: SentenceFigures,
  { packs, date }: { readonly packs: readonly string[]; readonly date: string },
): string {
  return `import type { SentenceModels } from './estimate-sentence.js';

/**
 * Written by tools/fit-confidence on ${date}; its README has the commands. Fitted on the candidate sentences of the training
 * questions of ${packs.length} packs, which the reader has not seen (${packs.join(', ')}).
 *
 * Of packs that the model has not seen: the first sentence is evidence for ${percent(firstIsEvidence)} of the answerable
 * questions (${percent(firstIsEvidenceUnread)} by words and rank alone); questions that have an answer are told from those
 * that have none at an AUROC of ${answerableAuroc?.toFixed(3) ?? '–'} by its probability alone.
 */
export const SENTENCE_MODELS: SentenceModels = {
  read: ${modelOf(read)},
  unread: ${modelOf(unread)},
};
`;
}

function modelOf({ intercept, weights }: SentenceModel): string {
  return `{ intercept: ${rounded(intercept)}, weights: [${weights.map(rounded).join(', ')}] }`;
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
