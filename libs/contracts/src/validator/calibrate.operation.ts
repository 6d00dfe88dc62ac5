import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { CalibrationFigures, LabelledClaim, MIN_LABELLED_CLAIMS, SupportCalibration } from './calibration.js';

export const CalibrateRequest = z.strictObject({
  /** Whose validations it is for: a domain, or a collection that belongs to none. */
  domain: CollectionName,
  pairs: z.array(LabelledClaim).min(MIN_LABELLED_CLAIMS).max(2_000),
  /** False only shows what would change. */
  apply: z.boolean().default(false),
});
export type CalibrateRequest = z.output<typeof CalibrateRequest>;

export const CalibrateResponse = z.strictObject({
  /** What would be used from now on; it is where `applied` is true. */
  calibration: SupportCalibration,
  applied: z.boolean(),
  pairs: z.int().min(1),
  /** Of the pairs. */
  supported: z.int().min(0),
  /** What is in use now, on these pairs. */
  before: CalibrationFigures,
  /** The new one on pairs that it was not fitted on (ten folds). */
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
  revision: 1,
  summary:
    'Fit to labelled claims of a domain from when on a claim counts as supported; show it, or use it from now on.',
  input: CalibrateRequest,
  output: CalibrateResponse,
  errors: ['INVALID_REQUEST', 'FORBIDDEN'],
  idempotent: true,
  deadlineMs: 300_000,
  http: { method: 'POST', path: '/v1/calibrations' },
  examples: {
    accepted: [{ title: 'as few pairs as can be', input: { domain: 'lantern-coast', pairs } }],
    rejected: [
      { title: 'too few pairs', input: { domain: 'lantern-coast', pairs: pairs.slice(1) }, field: 'pairs' },
      { title: 'no domain', input: { pairs }, field: 'domain' },
    ],
  },
});
