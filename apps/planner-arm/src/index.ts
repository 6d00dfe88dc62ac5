export {
  describePlanner,
  openPlannerModel,
  plannerModelOnDuty,
  type PlannerModelSettings,
} from './language-model/open-planner-model.js';
export * from './planner-arm.config.js';
export * from './planner-arm.module.js';
