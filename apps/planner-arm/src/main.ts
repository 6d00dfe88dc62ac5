import { checkLanguageModels, languageModelChecks } from '@arbiter/backends';
import { nodeProcessHost, RandomIds, serveArm } from '@arbiter/platform';
import { closePlannerModels, openPlannerModels, plannerModelsOnDuty } from './language-model/open-planner-models.js';
import { plannerArmConfig } from './planner-arm.config.js';
import { PlannerArmModule } from './planner-arm.module.js';

await serveArm({
  arm: 'planner',
  title: 'Arbiter planner arm',
  definition: plannerArmConfig,
  host: nodeProcessHost(process),
  async bind({ values, logger }) {
    const models = await openPlannerModels(values);
    await checkLanguageModels(plannerModelsOnDuty(models), logger);
    return { models, close: () => closePlannerModels(models) };
  },
  compose: ({ models }, { values, logger, registry }) => ({
    module: PlannerArmModule.register(values, models, { logger, registry, ids: new RandomIds() }),
    checks: languageModelChecks(plannerModelsOnDuty(models)),
  }),
});
