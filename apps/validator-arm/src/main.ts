import { checkLanguageModels, languageModelChecks } from '@arbiter/backends';
import { modelCheck, nodeProcessHost, RandomIds, serveArm } from '@arbiter/platform';
import { validationModelsOnDuty } from './language-model/open-validation-model.js';
import { validatorArmConfig } from './validator-arm.config.js';
import { bindValidatorPorts, ValidatorArmModule } from './validator-arm.module.js';

await serveArm({
  arm: 'validator',
  title: 'Arbiter validator arm',
  definition: validatorArmConfig,
  host: nodeProcessHost(process),
  bind: async ({ values, logger }) => {
    const ports = await bindValidatorPorts(values, process.cwd());
    await checkLanguageModels(validationModelsOnDuty(ports, values), logger);
    return ports;
  },
  compose: (ports, { values, logger, registry }) => ({
    module: ValidatorArmModule.register(values, ports, { logger, registry, ids: new RandomIds() }),
    checks: [
      ...languageModelChecks(validationModelsOnDuty(ports, values)),
      modelCheck('embedder', ports.embedder),
      ...(ports.reader ? [modelCheck('reader', ports.reader)] : []),
      ...(ports.judge ? [modelCheck('judge', ports.judge)] : []),
    ],
  }),
});
