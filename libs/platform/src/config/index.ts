export * from './assert-bindable.js';
export * from './common-variables.js';
export * from './define-config.js';
export * from './describe-config.js';
export * from './load-config.js';
export { configEntries, printConfig, secretsOf, type ConfigEntry } from './print-config.js';
export { CONFIG_FILE_VARIABLE } from './read-config-file.js';
export * from './value-schemas.js';
export * from './variable.js';
