import type { ClassificationSummary } from '@arbiter/evaluation';
import type { QuestionTypeModel } from '@arbiter/question-types';

/** What a model was fitted on. */
export interface Provenance {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly questions: number;
  readonly subjects: number;
  readonly ridge: number;
}

/** The content of the file that the model ships in. */
export function questionTypeModelFile(
  { types, bias, weights }: QuestionTypeModel,
  { metrics }: Pick<ClassificationSummary, 'metrics'>,
  { date, questions, subjects, ridge }: Provenance,
): string {
  const rows = Object.entries(weights).map(([name, row]) => `    '${name}': [${row.map(rounded).join(', ')}],`);
  return `import type { QuestionTypeModel } from './question-type-model.format.js';

/**
 * Written by tools/train-question-types on ${date}; its README has the commands. Fitted on ${questions} questions of
 * ${subjects} subjects, ridge ${ridge}, every type counting the same. Of subjects that the model has not seen: accuracy
 * ${figure(metrics.accuracy)}, macro F1 ${figure(metrics.macroF1)}, expected calibration error ${figure(metrics.ece)}.
 */
export const QUESTION_TYPE_MODEL: QuestionTypeModel = {
  types: [${types.map((type) => `'${type}'`).join(', ')}],
  bias: [${bias.map(rounded).join(', ')}],
  weights: {
${rows.join('\n')}
  },
};
`;
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

function figure(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}
