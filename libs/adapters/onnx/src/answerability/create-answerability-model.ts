import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { ANSWERABILITY_MINILM_L6 } from '@arbiter/models-answerability-minilm-l6';
import { MOST_USEFUL_THREADS } from '../create-onnx-embedder.js';
import type { OnnxEntailmentOptions } from '../entailment/onnx-entailment-model.js';
import { OnnxAnswerabilityModel } from './onnx-answerability-model.js';

/**
 * The packaged answerability model, or one of a folder like it, on as many cores as there are, up to four. Nothing is read
 * or started before the first call (or `warmUp`).
 */
export function createAnswerabilityModel(
  options: Partial<Omit<OnnxEntailmentOptions, 'use'>> = {},
): OnnxAnswerabilityModel {
  return new OnnxAnswerabilityModel({
    name: options.directory === undefined ? ANSWERABILITY_MINILM_L6.name : basename(options.directory),
    threads: Math.min(availableParallelism(), MOST_USEFUL_THREADS),
    directory: ANSWERABILITY_MINILM_L6.directory,
    ...options,
  });
}
