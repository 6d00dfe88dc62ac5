import type { ClassificationSummary } from '@arbiter/evaluation';
import type { QuestionTypeModel } from '@arbiter/question-types';
import { formatFigure, roundTo } from '../command.js';

/** What a model was fitted on. */
export interface Provenance {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly questions: number;
  readonly subjects: number;
  readonly ridge: number;
}

/** The content of libs/question-types/src/question-type-model.ts. */
export function questionTypeModelFile(
  { types, bias, weights }: QuestionTypeModel,
  { metrics }: Pick<ClassificationSummary, 'metrics'>,
  { date, questions, subjects, ridge }: Provenance,
): string {
  const rows = Object.entries(weights).map(([name, row]) => `    '${name}': [${row.map(round).join(', ')}],`);
  return `import type { QuestionTypeModel } from './question-type-model.format.js';

/**
 * Written by tools/models on ${date}; its README has the commands. Fitted on ${questions} questions of
 * ${subjects} subjects, ridge ${ridge}, every type counting the same. Of subjects that the model has not seen: accuracy
 * ${formatFigure(metrics.accuracy)}, macro F1 ${formatFigure(metrics.macroF1)}, expected calibration error ${formatFigure(metrics.ece)}.
 */
export const QUESTION_TYPE_MODEL: QuestionTypeModel = {
  types: [${types.map((type) => `'${type}'`).join(', ')}],
  bias: [${bias.map(round).join(', ')}],
  weights: {
${rows.join('\n')}
  },
};
`;
}

function round(value: number): number {
  return roundTo(value, 2);
}
