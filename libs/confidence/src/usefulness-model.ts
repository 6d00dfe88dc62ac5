import type { UsefulnessModel } from './estimate-usefulness.js';

/**
 * Written by tools/train-usefulness on 2026-11-22; its README has the commands. Fitted on the drafts that the shipped pipeline
 * made for the training questions of 14 packs: lantern-coast, basalt-observatory, glass-archipelago, harbour-hospital, heron-payments, iron-kettle-bakery, kestrel-router, north-orchard, old-mill-town, ridge-railway, saltmarsh-birds, selden-university, tern-logistics, veyra-court.
 *
 * Of packs that the model has not seen: AUROC 0.626; it shows 59.0 % of the drafts that
 * answer, and declines 64.4 % of those that miss what the documents hold, and 63.3 % of those to questions
 * that the documents do not answer, though they speak of what is asked about.
 */
export const USEFULNESS_MODEL: UsefulnessModel = {
  intercept: -2.538,
  weights: {
    similarity: 0.947,
    alignment: 1.885,
    openCoverage: 0.219,
    kindCoverage: 0.911,
    asked: -0.675,
    spread: -0.404,
    list: 0.089,
    count: 1.351,
  },
  usualAlignment: 0.491,
};
