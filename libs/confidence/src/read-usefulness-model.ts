import type { UsefulnessModel } from './estimate-usefulness.js';

/**
 * Written by tools/train-usefulness on 2026-11-22; its README has the commands. Fitted on the drafts that the shipped pipeline
 * made for the training questions of 14 packs, read by answerability models that had not seen the pack
 * (lantern-coast, basalt-observatory, glass-archipelago, harbour-hospital, heron-payments, iron-kettle-bakery, kestrel-router, north-orchard, old-mill-town, ridge-railway, saltmarsh-birds, selden-university, tern-logistics, veyra-court).
 *
 * Of packs that the model has not seen: AUROC 0.734; it shows 62.8 % of the drafts that
 * answer, and declines 77.2 % of those that miss what the documents hold, and 70.8 % of those to questions
 * that the documents do not answer, though they speak of what is asked about.
 */
export const READ_USEFULNESS_MODEL: UsefulnessModel = {
  intercept: -1.435,
  weights: {
    similarity: 0.405,
    alignment: 0.825,
    openCoverage: 0,
    kindCoverage: 0.297,
    asked: -0.508,
    spread: -0.256,
    list: 0.285,
    count: 1.367,
    answerability: 0.384,
  },
  usualAlignment: 0.493,
};
