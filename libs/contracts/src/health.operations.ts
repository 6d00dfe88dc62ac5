import { z } from 'zod';
import { type Arm, defineOperation } from './operation/define-operation.js';

/** One part of a process: `up`, perhaps with a remark for people, or `down` with the reason. Neither names an address or a path. */
export const HealthCheck = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('up'), notice: z.string().optional() }),
  z.strictObject({ status: z.literal('down'), reason: z.string() }),
]);
export type HealthCheck = z.output<typeof HealthCheck>;

/** Whether a process can do its work now, and what is missing: the body of `GET /health/ready`. */
export const HealthReport = z.strictObject({
  status: z.enum(['ready', 'unready', 'stopping']),
  /** By what was checked. */
  checks: z.record(z.string(), HealthCheck),
});
export type HealthReport = z.output<typeof HealthReport>;

function health(arm: Arm) {
  return defineOperation({
    name: `${arm}.health`,
    summary: `Say whether the ${arm} arm can do its work now, and what is missing.`,
    input: z.strictObject({}),
    output: HealthReport,
    role: 'reader',
    idempotent: true,
    deadlineMs: 2_000,
    examples: { 'nothing to say': {} },
  });
}

/** Of the arms that work on questions for the orchestrator. */
export const HEALTH_OPERATIONS = {
  planner: health('planner'),
  retriever: health('retriever'),
  validator: health('validator'),
} as const;
