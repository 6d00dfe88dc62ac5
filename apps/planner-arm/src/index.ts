export * from './planner-arm.config.js';
export * from './planner-arm.module.js';
