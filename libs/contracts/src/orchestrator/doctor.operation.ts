import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';

/** One part of an installation. No finding names an address, a path, a key or the value of a variable. */
export const DoctorCheck = z.strictObject({
  name: z.string().min(1),
  /** `warning`: it works with less; `failed` needs mending. */
  status: z.enum(['ok', 'warning', 'failed']),
  /** For people. */
  detail: z.string(),
  /** What to do about it. */
  advice: z.string().optional(),
});
export type DoctorCheck = z.output<typeof DoctorCheck>;

export const doctor = defineOperation({
  name: 'orchestrator.doctor',
  summary: 'Examine the running installation: versions, stores, models and arms.',
  input: z.strictObject({}),
  output: z.strictObject({
    /** Version of Arbiter. */
    version: z.string(),
    checks: z.array(DoctorCheck),
  }),
  errors: ['FORBIDDEN'],
  role: 'admin',
  idempotent: true,
  http: { method: 'GET', path: '/v1/doctor' },
  examples: { 'nothing to say': {} },
});
