import {
  commonVariables,
  defineConfig,
  flag,
  portNumber,
  variable,
  wholeNumber,
  type ConfigValues,
} from '@arbiter/platform';
import { DEFAULT_RRF_K } from '@arbiter/fusion';

/** The environment of the retriever arm. */
export const retrieverArmConfig = defineConfig({
  app: 'retriever-arm',
  section: 'retriever_arm',
  variables: {
    ...commonVariables,
    port: variable({
      env: 'RETRIEVER_PORT',
      schema: portNumber(),
      default: 8006,
      description: 'Port of the published search interface.',
    }),
    rrfK: variable({
      env: 'RETRIEVER_RRF_K',
      schema: wholeNumber(1, 1_000),
      default: DEFAULT_RRF_K,
      description: 'Smoothing constant of reciprocal rank fusion; smaller trusts the first ranks more.',
    }),
    enableSynthesis: variable({
      env: 'ENABLE_SYNTHESIS',
      schema: flag(),
      default: true,
      description: 'Whether a search answers with a synthesis of what it found.',
    }),
  },
});

export type RetrieverArmConfig = ConfigValues<typeof retrieverArmConfig.variables>;
