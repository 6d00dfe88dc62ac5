import type { FittedRelevanceModels } from '@arbiter/confidence';
import { formatFigure, formatPercent, roundTo } from '../command.js';
import type { CalibrationFigures } from './measure-calibration.js';

/** What a model was fitted on, and how well it does on what it was not. */
export interface Provenance {
  /** Of the fit, YYYY-MM-DD. */
  readonly date: string;
  /** Questions of each set that were asked of its own documents. */
  readonly questions: Readonly<Record<string, number>>;
  /** Of hybrid searches, held out by question. */
  readonly withVectors: CalibrationFigures;
  /** Of keyword searches, held out by question. */
  readonly withoutVectors: CalibrationFigures;
}

const DEFAULT_THRESHOLD = 0.5;

/** The content of the file that the model ships in. */
export function relevanceModelFile(models: FittedRelevanceModels, provenance: Provenance): string {
  const { date, questions, withVectors, withoutVectors } = provenance;
  const sets = Object.entries(questions).map(([set, count]) => `${count} of ${set}`);
  return `import type { RelevanceModels } from '../estimate-relevance.js';

/**
 * Written by tools/models on ${date}; its README has the commands.
 *
 * Fitted on the ten passages shown for questions of training sets that were asked of their own documents
 * (${sets.join(', ')}),
 * and for some of each set that were asked of every other set's documents, where nothing is relevant. Figures are of
 * questions that were held out (five folds):
 *
 * - with vectors: ${sentenceOf(withVectors)}
 * - by words alone: ${sentenceOf(withoutVectors)}
 */
export const MODEL: RelevanceModels = {
  withVectors: ${literalOf(models.withVectors)},
  withoutVectors: ${literalOf(models.withoutVectors)},
};
`;
}

function sentenceOf({ passages, ece, auroc, rates }: CalibrationFigures): string {
  const { offTopicRefused = null, evidenceKept = null } =
    rates.find(({ threshold }) => threshold === DEFAULT_THRESHOLD) ?? {};
  return `${passages.evidence} passages of evidence, ${passages.others} others; ECE ${formatFigure(ece)}, AUROC ${formatFigure(auroc)};
 *   at .5 ${formatPercent(offTopicRefused)} of off-topic questions get nothing, ${formatPercent(evidenceKept)} of the others keep their evidence.`;
}

function literalOf(numbers: Readonly<Record<string, number>>): string {
  return `{ ${Object.entries(numbers)
    .map(([name, number]) => `${name}: ${roundTo(number, 3)}`)
    .join(', ')} }`;
}
