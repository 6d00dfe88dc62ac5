import { commonVariables, defineConfig, portNumber, variable, type ConfigValues } from '@arbiter/platform';

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
  },
});

export type PlannerArmConfig = ConfigValues<typeof plannerArmConfig.variables>;
