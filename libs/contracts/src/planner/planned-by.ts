import { z } from 'zod';
import { modelReport } from '../model-call.js';

export const PLANNERS = ['rules', 'model'] as const;
/** Rules over the question's words, or a language model. */
export const Planner = z.enum(PLANNERS);
export type Planner = z.output<typeof Planner>;

export const PLANNING_DEGRADATIONS = [
  'model-unavailable',
  'model-timed-out',
  'model-refused',
  'model-malformed',
  'model-over-context',
  'model-over-budget',
] as const;
/** Why rules decided instead of the language model. */
export const PlanningDegradation = z.enum(PLANNING_DEGRADATIONS);
export type PlanningDegradation = z.output<typeof PlanningDegradation>;

/** Origin of a planner's output; spread it into an output. */
export const plannedBy = {
  by: Planner.optional(),
  /** Absent if there was no degradation. */
  degraded: PlanningDegradation.optional(),
  ...modelReport,
};
