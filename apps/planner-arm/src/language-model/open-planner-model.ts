import { openLanguageModel, type LanguageModelSettings, type ModelOnDuty } from '@arbiter/backends';
import type { LanguageModel } from '@arbiter/ports';

/**
 * Tasks of the language model in this arm. `plan` understands a question and plans its tools. `decide` chooses the next tool
 * of an agent, many times for one question.
 */
export type PlannerRole = 'plan' | 'decide';

export interface PlannerModelSettings extends LanguageModelSettings {
  readonly plannerModel: string | undefined;
}

/**
 * The language model of PLANNER_MODEL; null where rules alone do it.
 *
 * @throws ArbiterError INVALID_REQUEST when its provider or its key is not named, with both remedies: never another one
 */
export async function openPlannerModel(settings: PlannerModelSettings): Promise<LanguageModel | null> {
  const { plannerModel: name } = settings;
  if (name === undefined) return null;
  return openLanguageModel(name, 'PLANNER_MODEL', settings, { without: 'leave PLANNER_MODEL out to plan by rules' });
}

/** The one that plans, where it is set. */
export function plannerModelOnDuty(model: LanguageModel | null): ModelOnDuty[] {
  return model ? [{ model, meanwhile: 'rules plan' }] : [];
}

/** One sentence for the log of a start. */
export function describePlanner(model: LanguageModel | null): string {
  return model
    ? `questions are planned, and agents decide, with ${model.name}`
    : 'questions are planned by rules alone, no language model is asked';
}
