import {
  DEFAULT_ACCEPT_THRESHOLD,
  RIGHTNESS_FEATURES,
  type RightnessModel,
  type RightnessModels,
  type SentenceModel,
  type SentenceModels,
} from '@arbiter/confidence';
import { formatFigure, formatPercent, roundTo } from '../command.js';
import type { RightnessFigures } from './fit-rightness.js';
import type { WrittenFigures, WrittenModels } from './fit-written.js';
import type { SentenceFigures } from './fit-sentences.js';

const DECIMALS = 4;

/** The content of libs/confidence/src/reading/rightness-model.ts. */
export function rightnessModelFile(
  { extracted, given, computed, changing, unread }: RightnessModels,
  figures: Readonly<Record<string, RightnessFigures>>,
  date: string,
): string {
  const packs = Object.keys(figures).filter((name) => !['all', 'worlds', 'given'].includes(name));
  const others = figures.given?.drafts
    ? `Of ${figures.given.drafts} answers that were given (sentences of the evidence, the same in the authors' words, sentences beside the question, evasions, of
 * which ${formatPercent(figures.given.evasionsDeclined)} are declined):
 * ${figuresSentence(figures.given)}
 * Of worlds that change: ${figuresSentence(figures.worlds)}`
    : 'The models of answers that were given or computed, and of worlds that change, were kept from the fit before.';
  return `/**
 * Written by tools/models on ${date}; its README has the commands. Fitted on the drafts that the shipped pipeline
 * made for the training questions of ${packs.length} packs, which the reader has not seen
 * (${packs.join(', ')}).
 *
 * Of packs that the model has not seen, at a threshold of ${DEFAULT_ACCEPT_THRESHOLD}: ${figuresSentence(figures.all)}
 * ${others}
 */
export const RIGHTNESS_MODELS = {
  extracted: ${rightnessLiteral(extracted)},
  given: ${rightnessLiteral(given)},
  computed: ${roundTo(computed, DECIMALS)},
  changing: ${roundTo(changing, DECIMALS)},
  unread: ${rightnessLiteral(unread)},
};
`;
}

function rightnessLiteral({ intercept, weights }: RightnessModel): string {
  const lines = weights.map(
    (weight, index) => `      // ${RIGHTNESS_FEATURES[index] ?? ''}\n      ${roundTo(weight, DECIMALS)},`,
  );
  return `{\n    intercept: ${roundTo(intercept, DECIMALS)},\n    weights: [\n${lines.join('\n')}\n    ],\n  }`;
}

function figuresSentence(figures: RightnessFigures | undefined): string {
  if (!figures) return '–';
  const { auroc, ece, answersShown, missesDeclined, unanswerableDeclined, shownRight } = figures;
  return `AUROC ${formatFigure(auroc)}, ECE ${formatFigure(ece)};
 * it shows ${formatPercent(answersShown)} of the drafts that answer, and declines ${formatPercent(missesDeclined)} of those that miss what the
 * documents hold and ${formatPercent(unanswerableDeclined)} of those to questions that they do not answer: ${formatPercent(shownRight)} of what it shows is right.`;
}

/** The content of libs/confidence/src/reading/sentence-model.ts. */
export function sentenceModelFile(
  { read, unread }: SentenceModels,
  { firstIsEvidence, firstIsEvidenceUnread, answerableAuroc }: SentenceFigures,
  { packs, date }: { readonly packs: readonly string[]; readonly date: string },
): string {
  return `/**
 * Written by tools/models on ${date}; its README has the commands. Fitted on the candidate sentences of the training
 * questions of ${packs.length} packs, which the reader has not seen (${packs.join(', ')}).
 *
 * Of packs that the model has not seen: the first sentence is evidence for ${formatPercent(firstIsEvidence)} of the answerable
 * questions (${formatPercent(firstIsEvidenceUnread)} by words and rank alone); questions that have an answer are told from those
 * that have none at an AUROC of ${formatFigure(answerableAuroc)} by its probability alone.
 */
export const SENTENCE_MODELS = {
  read: ${sentenceLiteral(read)},
  unread: ${sentenceLiteral(unread)},
};
`;
}

function sentenceLiteral({ intercept, weights }: SentenceModel): string {
  return `{ intercept: ${roundTo(intercept, DECIMALS)}, weights: [${weights.map((weight) => roundTo(weight, DECIMALS)).join(', ')}] }`;
}

/** The content of libs/confidence/src/reading/judged-model.ts. */
export function judgedModelFile(
  { judged, support, sureness }: WrittenModels,
  { texts, auroc, claimAuroc, shown }: WrittenFigures,
  { packs, date }: { readonly packs: readonly string[]; readonly date: string },
): string {
  const kinds = Object.entries(shown).map(([kind, share]) => `${kind} ${formatPercent(share)}`);
  const numbers = Object.entries<number>({ ...support }).map(([name, value]) => `${name}: ${roundTo(value, DECIMALS)}`);
  return `/**
 * Written by tools/models on ${date}; its README has the commands. Fitted on ${texts} written answers to questions of
 * ${packs.length} packs, right ones and their weak kin, which the judge has not seen (${packs.join(', ')}).
 *
 * Of packs that the model has not seen: AUROC of right texts ${formatFigure(auroc)}, of supported claims ${formatFigure(claimAuroc)}; shown at a
 * threshold of ${DEFAULT_ACCEPT_THRESHOLD}: ${kinds.join(', ')}.
 */
export const JUDGED_MODEL = ${rightnessLiteral(judged)};

export const JUDGED_SURENESS = ${roundTo(sureness, DECIMALS)};

export const SUPPORT_WEIGHTS = { ${numbers.join(', ')} };
`;
}
