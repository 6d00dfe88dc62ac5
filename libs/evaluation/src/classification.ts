import { QuestionType } from '@arbiter/contracts';
import { z } from 'zod';
import { expectedCalibrationError } from './metrics/calibration.js';
import { f1 } from './metrics/classification-metrics.js';
import { summariseMetrics, type MetricSummary, type NamedMetrics } from './metrics/named-metrics.js';
import { mean, type RandomSource } from './metrics/statistics.js';

/** A line of a set of questions whose type is known. Unknown fields are ignored. */
export const TypedQuestion = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  question: z.string().trim().min(1),
  type: QuestionType,
});
export type TypedQuestion = z.output<typeof TypedQuestion>;

/** An item with its predicted and its actual class. */
export interface ClassifiedItem {
  readonly actual: string;
  readonly predicted: string;
  /** How sure the classifier was of what it predicted, 0–1. */
  readonly confidence: number;
}

export const CLASSIFICATION_METRICS = ['accuracy', 'macroF1', 'ece'] as const;
export type ClassificationMetric = (typeof CLASSIFICATION_METRICS)[number];

/** Counts by actual class, then by predicted class: every class that occurs has a row and a column. */
export type ConfusionTable = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface ClassificationSummary extends MetricSummary<ClassificationMetric> {
  readonly confusion: ConfusionTable;
}

type Items = readonly ClassifiedItem[];

const METRICS: NamedMetrics<ClassifiedItem, ClassificationMetric> = {
  accuracy: (items) => mean(items.map(({ actual, predicted }) => Number(actual === predicted))),
  macroF1,
  ece: (items) =>
    expectedCalibrationError(
      items.map(({ confidence, actual, predicted }) => ({ probability: confidence, actual: actual === predicted })),
      { binning: 'equal-width' },
    ),
};

/**
 * @param classes every class there is, in the order of the table; those that do not occur are left out
 * @param random for the resamples
 */
export function summariseClassification(
  items: Items,
  classes: readonly string[],
  random: RandomSource,
): ClassificationSummary {
  return { ...summariseMetrics(items, METRICS, random), confusion: confusionOf(items, classes) };
}

/** The mean of F1 over the classes that occur, as an actual or a predicted one; null without items. */
function macroF1(items: Items): number | null {
  const classes = [...new Set(items.flatMap(({ actual, predicted }) => [actual, predicted]))];
  return mean(
    classes.flatMap(
      (one) =>
        f1(
          items.map(({ actual, predicted, confidence }) => ({
            score: confidence,
            predicted: predicted === one,
            actual: actual === one,
          })),
        ) ?? [],
    ),
  );
}

function confusionOf(items: Items, classes: readonly string[]): ConfusionTable {
  const occurring = classes.filter((one) => items.some(({ actual, predicted }) => actual === one || predicted === one));
  const count = (row: string, column: string): number =>
    items.filter(({ actual, predicted }) => actual === row && predicted === column).length;
  return Object.fromEntries(
    occurring.map((row) => [row, Object.fromEntries(occurring.map((column) => [column, count(row, column)]))]),
  );
}
