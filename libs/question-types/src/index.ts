export { classifyQuestion, findCues, type TypedMessage } from './classify-question.js';
export type { Cue } from './cue.js';
export { CUES } from './cues/cues.js';
export { QUESTION_TYPE_MODEL } from './question-type-model.js';
export type { QuestionTypeModel } from './question-type-model.format.js';
export { ROLE_NOUNS } from './cues/asker.cues.js';
export * from './scope/global-question.js';
export * from './scope/question-scope.js';
export * from './scope/selection-question.js';
