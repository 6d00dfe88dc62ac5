export { classifyQuestion, type TypedMessage } from './classify-question.js';
export { isWord, phrasesOf, tokensOf } from './phrases.js';
export { readQuestionTypeModel, type QuestionTypeModel, type QuestionTypeWeights } from './question-type-model.js';
export * from './scope/global-question.js';
export type { Measure } from './scope/measured-question.js';
export * from './scope/question-scope.js';
export * from './scope/selection-question.js';
