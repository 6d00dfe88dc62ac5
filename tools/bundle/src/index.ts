export * from './bundle-command.js';
export * from './stamp.js';
export * from './pack-command.js';
