import { z } from 'zod';
import { defineOperation, LARGE_BODY_LIMIT } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';

/** Fewer labelled claims than this say too little about a domain. */
export const MIN_LABELLED_CLAIMS = 50;

/**
 * Calibration of support for one domain, fitted on labelled claims: P' = σ(slope · logit(P) + offset). A claim is supported
 * from the threshold on.
 */
export const SupportCalibration = z.strictObject({
  domain: CollectionName,
  /** > 0, so that the order of claims is kept. */
  slope: z.number().positive(),
  offset: z.number(),
  /** Threshold on P', 0–1. */
  threshold: z.number().gt(0).lt(1),
  /** Number of labelled claims in the fit. */
  pairs: z.int().min(1),
  fittedAt: z.iso.datetime(),
});
export type SupportCalibration = z.output<typeof SupportCalibration>;

/** A claim, its evidence, and a person's verdict on it. */
export const LabelledClaim = z.strictObject({
  claim: z.string().min(1).max(10_000),
  evidence: z.string().max(100_000),
  supported: z.boolean(),
});
export type LabelledClaim = z.output<typeof LabelledClaim>;

export const CalibrationFigures = z.strictObject({
  /** Threshold from which a claim counts as supported, 0–1. */
  threshold: z.number().min(0).max(1),
  balancedAccuracy: z.number().min(0).max(1),
  /** Expected calibration error over ten groups of equal size, 0–1. */
  ece: z.number().min(0).max(1),
});
export type CalibrationFigures = z.output<typeof CalibrationFigures>;

export const CalibrateRequest = z.strictObject({
  /** The domain that it applies to, or a collection outside any domain. */
  domain: CollectionName,
  pairs: z.array(LabelledClaim).min(MIN_LABELLED_CLAIMS).max(2_000),
  /** False only shows the change. */
  apply: z.boolean().default(false),
});
export type CalibrateRequest = z.output<typeof CalibrateRequest>;

export const CalibrateResponse = z.strictObject({
  /** The new calibration; in use if `applied` is true. */
  calibration: SupportCalibration,
  applied: z.boolean(),
  pairs: z.int().min(1),
  /** Supported pairs. */
  supported: z.int().min(0),
  /** The current calibration on these pairs. */
  before: CalibrationFigures,
  /** The new calibration on pairs outside its fit (ten folds). */
  after: CalibrationFigures,
});
export type CalibrateResponse = z.output<typeof CalibrateResponse>;

const pairs = Array.from({ length: MIN_LABELLED_CLAIMS }, (_, index) => ({
  claim: `The harbour closes at hour ${index}.`,
  evidence: 'The harbour closes at hour 1.',
  supported: index === 1,
}));

export const calibrate = defineOperation({
  name: 'validator.calibrate',
  summary:
    'Fit to labelled claims of a domain from when on a claim counts as supported; show it, or use it from now on.',
  input: CalibrateRequest,
  output: CalibrateResponse,
  errors: ['FORBIDDEN'],
  role: 'admin',
  idempotent: true,
  deadlineMs: 300_000,
  http: { method: 'POST', path: '/v1/calibrations', bodyLimit: LARGE_BODY_LIMIT },
  examples: { 'as few pairs as can be': { domain: 'lantern-coast', pairs } },
});
