import type { RightnessModels } from './estimate-rightness.js';

/** Written by tools/fit-confidence. */
export const RIGHTNESS_MODELS: RightnessModels = {
  read: { intercept: -2, weights: [0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.05, 1, 0.3, 0, 0, 0, 0, 0] },
  unread: { intercept: -3, weights: [0, 0, 0, 0, 0, 0, 0.1, 3, 0.5, 0, 0, 0, 0, 0] },
};
