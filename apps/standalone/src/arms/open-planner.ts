import { closePlannerModels, openPlannerModels, PlannerArmModule, plannerModelsOnDuty } from '@arbiter/planner-arm';
import type { StandaloneConfig } from '../standalone.config.js';
import type { OpenedArm, SharedSurroundings } from './opened-arm.js';

export async function openPlanner(
  { planner: { values } }: StandaloneConfig,
  { logger, registry, ids }: SharedSurroundings,
): Promise<OpenedArm> {
  const models = await openPlannerModels(values);
  return {
    module: PlannerArmModule.register(values, models, { logger, registry, ids }),
    checks: [],
    languageModels: plannerModelsOnDuty(models),
    models: {},
    close: () => closePlannerModels(models),
  };
}
