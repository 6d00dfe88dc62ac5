import { checkLanguageModels, languageModelChecks } from '@arbiter/backends';
import { nodeProcessHost, RandomIds, serveArm } from '@arbiter/platform';
import { openPlannerModel, plannerModelOnDuty } from './language-model/open-planner-model.js';
import { plannerArmConfig } from './planner-arm.config.js';
import { PlannerArmModule } from './planner-arm.module.js';

await serveArm({
  arm: 'planner',
  title: 'Arbiter planner arm',
  definition: plannerArmConfig,
  host: nodeProcessHost(process),
  async bind({ values, logger }) {
    const model = await openPlannerModel(values);
    await checkLanguageModels(plannerModelOnDuty(model), logger);
    return { model, close: async () => model?.close() };
  },
  compose: ({ model }, { logger, registry }) => ({
    module: PlannerArmModule.register(model, { logger, registry, ids: new RandomIds() }),
    checks: languageModelChecks(plannerModelOnDuty(model)),
  }),
});
