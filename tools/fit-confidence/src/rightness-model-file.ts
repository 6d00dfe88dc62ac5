import type { UsefulnessModel } from '@arbiter/confidence';
import type { UsefulnessFigures } from './measure-usefulness.js';

/**
 * The content of the file that the model ships in.
 *
 * @param wereRead whether a model has read the drafts together with their questions
 */
export function usefulnessModelFile(
  { intercept, weights, usualAlignment }: UsefulnessModel,
  figures: Readonly<Record<string, UsefulnessFigures>>,
  date: string,
  wereRead: boolean,
): string {
  const packs = Object.keys(figures).filter((name) => name !== 'all');
  const lines = Object.entries(weights).map(([name, weight]) => `    ${name}: ${rounded(weight)},`);
  return `import type { UsefulnessModel } from './estimate-usefulness.js';

/**
 * Written by tools/train-usefulness on ${date}; its README has the commands. Fitted on the drafts that the shipped pipeline
 * made for the training questions of ${packs.length} packs${wereRead ? ', read by answerability models that had not seen the pack' : ''}
 * (${packs.join(', ')}).
 *
 * Of packs that the model has not seen: ${sentenceOf(figures.all)}
 */
export const ${wereRead ? 'READ_USEFULNESS_MODEL' : 'USEFULNESS_MODEL'}: UsefulnessModel = {
  intercept: ${rounded(intercept)},
  weights: {
${lines.join('\n')}
  },
  usualAlignment: ${rounded(usualAlignment)},
};
`;
}

function sentenceOf(figures: UsefulnessFigures | undefined): string {
  if (!figures) return '–';
  const { auroc, answersShown, missesDeclined, unanswerableDeclined } = figures;
  return `AUROC ${auroc?.toFixed(3) ?? '–'}; it shows ${percent(answersShown)} of the drafts that
 * answer, and declines ${percent(missesDeclined)} of those that miss what the documents hold, and ${percent(unanswerableDeclined)} of those to questions
 * that the documents do not answer, though they speak of what is asked about.`;
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}
