export * from './bundle-command.js';
export * from './stamp.js';
export * from './describe-licences.js';
export * from './pack-command.js';
export * from './bundle-pack-tools.js';
export * from './repository.js';
