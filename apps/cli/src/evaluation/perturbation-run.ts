import { ERROR_KINDS } from '@arbiter/evaluation';
import { z } from 'zod';
import { Latency, Share, ShareInterval, ValidationSurroundings } from './validation-run.js';

const Kind = z.enum(ERROR_KINDS);

function figures<T extends z.ZodType>(value: T) {
  return z.object({
    caught: value,
    caughtBy: z.record(Kind, value),
    caughtInHandWritten: value,
    falseRejection: value,
    falseRejectionUntouched: value,
    falseRejectionReworded: value,
    falseRejectionHandWritten: value,
  });
}

/** What `arbiter eval perturbations --json` prints. */
export const PerturbationRun = z.object({
  command: z.literal('eval perturbations'),
  /** Folder of the documents, as it was named on the command line. */
  dataset: z.string(),
  /** Planted errors; as many reworded and as many untouched true sentences were checked. */
  n: z.int().min(1),
  counts: z.record(Kind, z.int()),
  metrics: figures(Share),
  ci95: figures(ShareInterval),
  /** Of a check, whatever the sentence. */
  latencyMs: Latency,
  config: ValidationSurroundings.extend({
    /** Errors that were asked for: fewer are planted where the documents offer no more. */
    n: z.int(),
    seed: z.int(),
    documents: z.int(),
    /** Share of the errors whose wrong value stands in the evidence. */
    valueFromDocument: z.number(),
  }),
});
export type PerturbationRun = z.output<typeof PerturbationRun>;
