import { openPlannerModel, PlannerArmModule, plannerModelOnDuty } from '@arbiter/planner-arm';
import type { StandaloneConfig } from '../standalone.config.js';
import type { OpenedArm, SharedSurroundings } from './opened-arm.js';

export async function openPlanner(
  { planner: { values } }: StandaloneConfig,
  { logger, registry, ids }: SharedSurroundings,
): Promise<OpenedArm> {
  const model = await openPlannerModel(values);
  return {
    module: PlannerArmModule.register(model, { logger, registry, ids }),
    checks: [],
    languageModels: plannerModelOnDuty(model),
    models: {},
    close: async () => model?.close(),
  };
}
