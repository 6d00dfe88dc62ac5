export * from './scripted-language-model.js';
