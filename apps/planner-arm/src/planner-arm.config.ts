import { languageModelName, languageModelVariables } from '@arbiter/backends';
import {
  commonRetired,
  commonVariables,
  defineConfig,
  portNumber,
  variable,
  wholeNumber,
  type ConfigValues,
} from '@arbiter/platform';
import { z } from 'zod';
import { PLANNER_PROVIDERS } from './language-model/open-planner-models.js';

/** Leaves the deadline of a decision, 30 s, room for the tool that follows, and a person's patience some. */
const DEFAULT_TIMEOUT_MS = 8_000;

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
    plannerLlm: variable({
      env: 'PLANNER_LLM',
      schema: z.enum(PLANNER_PROVIDERS),
      default: 'off',
      description: 'Who plans and decides: rules alone, or also a language model of that provider.',
    }),
    plannerModel: variable({
      env: 'PLANNER_MODEL',
      schema: languageModelName(),
      values: 'name of a model of the provider in PLANNER_LLM',
      description: 'The language model that `PLANNER_LLM` asks.',
    }),
    decideModel: variable({
      env: 'DECIDE_MODEL',
      schema: languageModelName(),
      values: 'name of a model of the provider in PLANNER_LLM',
      description: 'Another model for what an agent does next, asked once for each step.',
    }),
    plannerLlmTimeoutMs: variable({
      env: 'PLANNER_LLM_TIMEOUT_MS',
      schema: wholeNumber(100, 29_000),
      default: DEFAULT_TIMEOUT_MS,
      description: 'Longest wait for the language model, in milliseconds; past it the rules decide.',
    }),
    ...languageModelVariables,
  },
  retired: { ...commonRetired, PLAN_MODEL: 'plan_model' },
});

export type PlannerArmConfig = ConfigValues<typeof plannerArmConfig.variables>;
