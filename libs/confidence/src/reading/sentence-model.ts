import type { SentenceModels } from './estimate-sentence.js';

/**
 * Written by tools/fit-confidence on 2026-11-23; its README has the commands. Fitted on the candidate sentences of the training
 * questions of 11 packs, which the reader has not seen (basalt-observatory, glass-archipelago, harbour-hospital, heron-payments, iron-kettle-bakery, north-orchard, old-mill-town, ridge-railway, selden-university, tern-logistics, veyra-court).
 *
 * Of packs that the model has not seen: the first sentence is evidence for 64.2 % of the answerable
 * questions (40.4 % by words and rank alone); questions that have an answer are told from those
 * that have none at an AUROC of 0.623 by its probability alone.
 */
export const SENTENCE_MODELS: SentenceModels = {
  read: { intercept: -1.2334, weights: [0.2292, 0.146, 0.1762, -1.3732, 0.0219, -0.1056, 0.3332, 0.2946] },
  unread: { intercept: -2.9804, weights: [0, 0, 0.9374, -1.6815, 0.0677, -0.1278, 0, 0.7615] },
};
