import { z } from 'zod';
import { modelReport } from '../model-call.js';

export const PLANNERS = ['rules', 'model'] as const;
/** Who decided: rules over the question's words, or a language model. */
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
/** Why rules decided what a language model was to decide. */
export const PlanningDegradation = z.enum(PLANNING_DEGRADATIONS);
export type PlanningDegradation = z.output<typeof PlanningDegradation>;

/** What the planner says of how its answer came about; spread it into an output. */
export const plannedBy = {
  by: Planner.optional(),
  /** Absent when all is well. */
  degraded: PlanningDegradation.optional(),
  ...modelReport,
};
