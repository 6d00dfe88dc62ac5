import { embeddingVariables } from '@arbiter/backends';
import {
  commonVariables,
  decimalNumber,
  defineConfig,
  portNumber,
  variable,
  type ConfigValues,
} from '@arbiter/platform';

/** The environment of the validator arm. */
export const validatorArmConfig = defineConfig({
  app: 'validator-arm',
  section: 'validator_arm',
  variables: {
    ...commonVariables,
    port: variable({
      env: 'VALIDATOR_PORT',
      schema: portNumber(),
      default: 8005,
      description: 'Port of the validator arm.',
    }),
    ...embeddingVariables,
    threshold: variable({
      env: 'VALIDATION_CONFIDENCE_THRESHOLD',
      schema: decimalNumber(0, 1),
      default: 0.7,
      description: 'Confidence from which an answer is accepted.',
    }),
  },
});

export type ValidatorArmConfig = ConfigValues<typeof validatorArmConfig.variables>;
