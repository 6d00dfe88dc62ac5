import type { SentenceModels } from './estimate-sentence.js';

/** Written by tools/train-reader/fit_sentences.py. */
export const SENTENCE_MODELS: SentenceModels = {
  read: { intercept: -1.5, weights: [0.25, 0.15, 4, -0.2, 0.1, -0.5, 0.8, 0] },
  unread: { intercept: -4, weights: [0, 0, 8, -0.3, 0.2, -0.5, 0, 0] },
};
