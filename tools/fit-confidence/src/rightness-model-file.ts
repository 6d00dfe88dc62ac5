import {
  DEFAULT_ACCEPT_THRESHOLD,
  RIGHTNESS_FEATURES,
  type RightnessModel,
  type RightnessModels,
} from '@arbiter/confidence';
import type { RightnessFigures } from './measure-rightness.js';

/** The content of the file that the models ship in. */
export function rightnessModelFile(
  { extracted, given, unread }: RightnessModels,
  figures: Readonly<Record<string, RightnessFigures>>,
  date: string,
): string {
  const packs = Object.keys(figures).filter((name) => name !== 'all' && name !== 'given');
  return `import type { RightnessModels } from './estimate-rightness.js';

/**
 * Written by tools/fit-confidence on ${date}; its README has the commands. Fitted on the drafts that the shipped pipeline
 * made for the training questions of ${packs.length} packs, which the reader has not seen
 * (${packs.join(', ')}).
 *
 * Of packs that the model has not seen, at a threshold of ${DEFAULT_ACCEPT_THRESHOLD}: ${sentenceOf(figures.all)}
 * Of ${figures.given?.drafts ?? 0} answers that were given (sentences of the evidence, the same in the authors' words, sentences beside the question, evasions, of
 * which ${percent(figures.given?.evasionsDeclined ?? null)} are declined):
 * ${sentenceOf(figures.given)}
 */
export const RIGHTNESS_MODELS: RightnessModels = {
  extracted: ${modelOf(extracted)},
  given: ${modelOf(given)},
  unread: ${modelOf(unread)},
};
`;
}

function modelOf({ intercept, weights }: RightnessModel): string {
  const lines = weights.map(
    (weight, index) => `      // ${RIGHTNESS_FEATURES[index] ?? ''}\n      ${rounded(weight)},`,
  );
  return `{\n    intercept: ${rounded(intercept)},\n    weights: [\n${lines.join('\n')}\n    ],\n  }`;
}

function sentenceOf(figures: RightnessFigures | undefined): string {
  if (!figures) return '–';
  const { auroc, ece, answersShown, missesDeclined, unanswerableDeclined, shownRight } = figures;
  return `AUROC ${auroc?.toFixed(3) ?? '–'}, ECE ${ece.toFixed(3)};
 * it shows ${percent(answersShown)} of the drafts that answer, and declines ${percent(missesDeclined)} of those that miss what the
 * documents hold and ${percent(unanswerableDeclined)} of those to questions that they do not answer: ${percent(shownRight)} of what it shows is right.`;
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}
