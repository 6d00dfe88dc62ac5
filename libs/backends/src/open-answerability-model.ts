import { createAnswerabilityModel } from '@arbiter/adapters-onnx';
import type { AnswerabilityModel } from '@arbiter/ports';
import type { AnswerabilitySettings } from './answerability-variables.js';

/** The packaged model, which loads with its first call; null where it is turned off. */
export function openAnswerabilityModel({
  answerability,
}: Pick<AnswerabilitySettings, 'answerability'>): AnswerabilityModel | null {
  return answerability ? createAnswerabilityModel() : null;
}
