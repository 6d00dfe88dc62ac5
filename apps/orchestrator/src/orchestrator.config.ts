import { commaList, commonVariables, defineConfig, portNumber, variable, type ConfigValues } from '@arbiter/platform';

/** The environment of the orchestrator. */
export const orchestratorConfig = defineConfig({
  app: 'orchestrator',
  section: 'orchestrator',
  variables: {
    ...commonVariables,
    port: variable({
      env: 'ORCHESTRATOR_PORT',
      schema: portNumber(),
      default: 3100,
      description: 'Port that clients talk to.',
    }),
    domainsDirs: variable({
      env: 'ARBITER_DOMAINS_DIR',
      yaml: 'domains_dir',
      schema: commaList(),
      default: [],
      description: 'Folders that hold domain packs, besides the installed ones.',
    }),
  },
});

export type OrchestratorConfig = ConfigValues<typeof orchestratorConfig.variables>;
