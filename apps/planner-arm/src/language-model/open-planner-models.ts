import {
  LANGUAGE_MODEL_PROVIDERS,
  openLanguageModel,
  type LanguageModelSettings,
  type ModelOnDuty,
} from '@arbiter/backends';
import { ArbiterError } from '@arbiter/contracts';
import type { LanguageModel } from '@arbiter/ports';

/** Planner and decider: rules alone, or a language model of this provider with rules as its fallback. */
export const PLANNER_PROVIDERS = ['off', ...LANGUAGE_MODEL_PROVIDERS] as const;
export type PlannerProvider = (typeof PLANNER_PROVIDERS)[number];

/**
 * Tasks of the language models in this arm; each may have its own model. `plan` understands a question and plans its
 * tools. `decide` chooses the next tool of an agent, many times for one question.
 */
export const PLANNER_ROLES = ['plan', 'decide'] as const;
export type PlannerRole = (typeof PLANNER_ROLES)[number];

export interface PlannerModelSettings extends LanguageModelSettings {
  readonly plannerLlm: PlannerProvider;
  readonly plannerModel: string | undefined;
  readonly decideModel: string | undefined;
}

/** Null where rules alone do it. */
export type PlannerModels = Readonly<Record<PlannerRole, LanguageModel | null>>;

const WITHOUT = 'set PLANNER_LLM=off to plan by rules';

/**
 * The language models of PLANNER_LLM: one for both roles where they name the same.
 *
 * @throws ArbiterError INVALID_REQUEST when a model or its key is not named, with both remedies: never another one
 */
export async function openPlannerModels(settings: PlannerModelSettings): Promise<PlannerModels> {
  const { plannerLlm: provider } = settings;
  if (provider === 'off') return { plan: null, decide: null };
  const opened = new Map<string, LanguageModel>();
  const open = async (role: PlannerRole): Promise<LanguageModel> => {
    const { name, setting } = nameFor(role, settings);
    const prefixed = name.startsWith(`${provider}/`) ? name : `${provider}/${name}`;
    const model = opened.get(prefixed) ?? (await openLanguageModel(prefixed, setting, settings, { without: WITHOUT }));
    opened.set(prefixed, model);
    return model;
  };
  // One after the other: the second may name the same model.
  return { plan: await open('plan'), decide: await open('decide') };
}

/** Each model once: one may have both roles. */
export function distinctModels({ plan, decide }: PlannerModels): LanguageModel[] {
  return [...new Set([plan, decide])].filter((model) => model !== null);
}

/** All of them that are set. */
export function plannerModelsOnDuty(models: PlannerModels): ModelOnDuty[] {
  return distinctModels(models).map((model) => ({ model, meanwhile: 'rules plan' }));
}

export async function closePlannerModels(models: PlannerModels): Promise<void> {
  for (const model of distinctModels(models)) await model.close();
}

/** One sentence for the log of a start. */
export function describePlanner({ plan, decide }: PlannerModels): string {
  if (!plan || !decide) return 'questions are planned by rules alone, no language model is asked';
  return plan === decide
    ? `questions are planned, and agents decide, with ${plan.name}`
    : `questions are planned with ${plan.name}, and agents decide with ${decide.name}`;
}

function nameFor(
  role: PlannerRole,
  { plannerLlm, plannerModel, decideModel }: PlannerModelSettings,
): { readonly name: string; readonly setting: string } {
  if (role === 'decide' && decideModel !== undefined) return { name: decideModel, setting: 'DECIDE_MODEL' };
  if (plannerModel !== undefined) return { name: plannerModel, setting: 'PLANNER_MODEL' };
  throw new ArbiterError(
    'INVALID_REQUEST',
    `PLANNER_LLM is "${plannerLlm}", and PLANNER_MODEL is not set: name a model of that provider, or ${WITHOUT}.`,
    { details: { setting: 'PLANNER_MODEL' } },
  );
}
