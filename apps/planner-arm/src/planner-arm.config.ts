import { LANGUAGE_MODEL_VALUES, languageModelName, languageModelVariables } from '@arbiter/backends';
import {
  commonRetired,
  commonVariables,
  defineConfig,
  portNumber,
  variable,
  type ConfigValues,
} from '@arbiter/platform';

/** The environment of the planner arm. */
export const plannerArmConfig = defineConfig({
  app: 'planner-arm',
  section: 'planner_arm',
  variables: {
    ...commonVariables,
    port: variable({
      env: 'PLANNER_PORT',
      schema: portNumber(),
      default: 8004,
      description: 'Port of the planner arm.',
    }),
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
    PLAN_MODEL: 'plan_model',
    DECIDE_MODEL: 'decide_model',
    PLANNER_LLM: 'planner_llm',
    PLANNER_LLM_TIMEOUT_MS: 'planner_llm_timeout_ms',
  },
});

export type PlannerArmConfig = ConfigValues<typeof plannerArmConfig.variables>;
