import { z } from 'zod';
import { CollectionName } from '../passage.js';

/**
 * What labelled claims of one domain make of the probability that sources support a claim: P' = σ(slope · logit(P) +
 * offset), and supported from the threshold on.
 */
export const SupportCalibration = z.strictObject({
  domain: CollectionName,
  /** > 0: a surer claim stays surer. */
  slope: z.number().positive(),
  offset: z.number(),
  /** On P', 0–1. */
  threshold: z.number().gt(0).lt(1),
  /** Labelled claims that it was fitted on. */
  pairs: z.int().min(1),
  fittedAt: z.iso.datetime(),
});
export type SupportCalibration = z.output<typeof SupportCalibration>;

/** A claim, what it is to rest on, and whether a person says that it does. */
export const LabelledClaim = z.strictObject({
  claim: z.string().min(1).max(10_000),
  evidence: z.string().max(100_000),
  supported: z.boolean(),
});
export type LabelledClaim = z.output<typeof LabelledClaim>;

/** Fewer labelled claims than this say too little about a domain. */
export const MIN_LABELLED_CLAIMS = 50;

export const CalibrationFigures = z.strictObject({
  /** From which a claim counts as supported, 0–1. */
  threshold: z.number().min(0).max(1),
  balancedAccuracy: z.number().min(0).max(1),
  /** Expected calibration error over ten groups of equal size, 0–1. */
  ece: z.number().min(0).max(1),
});
export type CalibrationFigures = z.output<typeof CalibrationFigures>;
