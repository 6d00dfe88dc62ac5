import { QUESTION_TYPES } from '@arbiter/contracts';
import { seededRandom, summariseClassification, type ClassificationSummary } from '@arbiter/evaluation';
import type { HeldOut } from './cross-validate.js';

const SEED = 20_260_101;

/** Accuracy, macro F1 and calibration of questions whose subject the model has not seen. */
export function measureHeldOut(held: readonly HeldOut[]): ClassificationSummary {
  const items = held.map(({ type, said }) => ({ actual: type, predicted: said.type, confidence: said.confidence }));
  return summariseClassification(items, QUESTION_TYPES, seededRandom(SEED));
}
