export * from './language-model/language-model-stage.js';
export * from './language-model/language-model.suite.js';
export * from './language-model/scripted-reply.js';
export * from './language-model/scripted-vendor.js';
