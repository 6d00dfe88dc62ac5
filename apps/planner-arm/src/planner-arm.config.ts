import { LANGUAGE_MODEL_VALUES, languageModelName, languageModelVariables } from '@arbiter/backends';
import {
  armPortVariable,
  commonRetired,
  commonVariables,
  defineConfig,
  variable,
  type ConfigValues,
} from '@arbiter/platform';

/** The environment of the planner arm. */
export const plannerArmConfig = defineConfig({
  app: 'planner-arm',
  section: 'planner_arm',
  variables: {
    ...commonVariables,
    port: armPortVariable(8004),
    plannerModel: variable({
      env: 'PLANNER_MODEL',
      schema: languageModelName(),
      values: LANGUAGE_MODEL_VALUES,
      description: 'The language model that plans and decides beside the rules; without one, rules do it.',
    }),
    ...languageModelVariables,
  },
  retired: {
    ...commonRetired,
    PLANNER_PORT: { key: null, now: 'ARM_PORT' },
    PLAN_MODEL: 'plan_model',
    DECIDE_MODEL: 'decide_model',
    PLANNER_LLM: 'planner_llm',
    PLANNER_LLM_TIMEOUT_MS: 'planner_llm_timeout_ms',
  },
});

export type PlannerArmConfig = ConfigValues<typeof plannerArmConfig.variables>;
