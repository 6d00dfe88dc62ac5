export * from './answerability-minilm-l6.model.js';
