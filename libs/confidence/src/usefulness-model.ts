import type { UsefulnessModel } from './estimate-usefulness.js';

/**
 * Written by tools/train-usefulness on 2026-11-22; its README has the commands. Fitted on the drafts that the shipped pipeline
 * made for the training questions of 14 packs
 * (lantern-coast, basalt-observatory, glass-archipelago, harbour-hospital, heron-payments, iron-kettle-bakery, kestrel-router, north-orchard, old-mill-town, ridge-railway, saltmarsh-birds, selden-university, tern-logistics, veyra-court).
 *
 * Of packs that the model has not seen: AUROC 0.633; it shows 59.6 % of the drafts that
 * answer, and declines 63.2 % of those that miss what the documents hold, and 62.4 % of those to questions
 * that the documents do not answer, though they speak of what is asked about.
 */
export const USEFULNESS_MODEL: UsefulnessModel = {
  intercept: -2.68,
  weights: {
    similarity: 0.913,
    alignment: 1.996,
    openCoverage: 0.14,
    kindCoverage: 0.939,
    asked: -0.72,
    spread: -0.376,
    list: 0.14,
    count: 1.468,
    answerability: 0,
  },
  usualAlignment: 0.493,
};
