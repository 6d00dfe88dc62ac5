export {
  closePlannerModels,
  describePlanner,
  distinctModels,
  openPlannerModels,
  plannerModelsOnDuty,
  type PlannerModels,
  type PlannerModelSettings,
} from './language-model/open-planner-models.js';
export * from './planner-arm.config.js';
export * from './planner-arm.module.js';
