export * from './validator-arm.config.js';
export * from './validator-arm.module.js';
