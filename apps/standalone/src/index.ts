export * from './doctor.js';
export * from './effective-configuration.js';
export { CONFIG_DEFINITIONS } from './standalone.config.js';
export * from './start-standalone.js';
export type { OnUsefulness, SeenUsefulness } from '@arbiter/validator-arm';
