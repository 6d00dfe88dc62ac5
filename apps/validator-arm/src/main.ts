import 'reflect-metadata';
import { bodyLimitOf, modelCheck, nodeProcessHost, RandomIds, serveArm } from '@arbiter/platform';
import { validatorArmConfig } from './validator-arm.config.js';
import { bindValidatorPorts, ValidatorArmModule } from './validator-arm.module.js';

await serveArm({
  arm: 'validator',
  title: 'Arbiter validator arm',
  definition: validatorArmConfig,
  host: nodeProcessHost(process),
  bind: ({ values }) => bindValidatorPorts(values, process.cwd()),
  compose: (ports, { values, logger, registry }) => ({
    module: ValidatorArmModule.register(values, ports, { logger, registry, ids: new RandomIds() }),
    checks: [
      modelCheck('embedder', ports.embedder),
      ...(ports.answerability ? [modelCheck('answerability', ports.answerability)] : []),
      ...(ports.entailment ? [modelCheck('entailment', ports.entailment.model)] : []),
    ],
    bodyLimitBytes: bodyLimitOf,
  }),
});
