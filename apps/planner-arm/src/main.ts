import 'reflect-metadata';
import { checkLanguageModel } from '@arbiter/backends';
import { nodeProcessHost, RandomIds, serveArm } from '@arbiter/platform';
import { closePlannerModels, distinctModels, openPlannerModels } from './language-model/open-planner-models.js';
import { plannerArmConfig } from './planner-arm.config.js';
import { PlannerArmModule } from './planner-arm.module.js';

await serveArm({
  arm: 'planner',
  title: 'Arbiter planner arm',
  definition: plannerArmConfig,
  host: nodeProcessHost(process),
  async bind({ values, logger }) {
    const models = openPlannerModels(values);
    for (const model of distinctModels(models)) {
      await checkLanguageModel(model, (why) =>
        logger.warn({ model: model.name, why }, 'a language model cannot be reached; rules plan until it can'),
      );
    }
    return { models, close: () => closePlannerModels(models) };
  },
  compose: ({ models }, { values, logger, registry }) => ({
    module: PlannerArmModule.register(values, models, { logger, registry, ids: new RandomIds() }),
  }),
});
