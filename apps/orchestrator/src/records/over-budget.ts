import type {
  JudgementFailure,
  PlanningDegradation,
  RecordedCall,
  SearchPart,
  SynthesisDegradation,
} from '@arbiter/contracts';

/** What an answer says under `degraded` when a language model was not asked, or not again, since its budget was used up. */
export const MODEL_BUDGET = 'model-budget' satisfies SearchPart;
export const MODEL_BUDGET_NOTICE =
  'What language models may take for this answer was used up: the rest of it was done by rules, from the words of the sources.';

const OF_PLANNER_AND_WRITER = 'model-over-budget' satisfies PlanningDegradation & SynthesisDegradation;
const OF_JUDGE = 'over-budget' satisfies JudgementFailure;

/** Whether any of the callees did without a language model for want of a budget. */
export function wereOverBudget(calls: readonly Pick<RecordedCall, 'output'>[]): boolean {
  return calls.some(({ output }) => isOverBudget(output));
}

function isOverBudget(output: unknown): boolean {
  if (typeof output !== 'object' || output === null) return false;
  const { degraded, languageModel } = output as {
    readonly degraded?: unknown;
    readonly languageModel?: { readonly failureCode?: unknown } | null;
  };
  const isOfSearch = Array.isArray(degraded) && degraded.includes(MODEL_BUDGET);
  return isOfSearch || degraded === OF_PLANNER_AND_WRITER || languageModel?.failureCode === OF_JUDGE;
}
