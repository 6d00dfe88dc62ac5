export { citesEvidence, type Quotation } from './answers/cites-evidence.js';
export { matchesAnswer, type AnswerMatch, type ExpectedAnswer } from './answers/match-answer.js';
export {
  judgeAnswer,
  summariseAnswers,
  type AnswerMetrics,
  type AnswerSummary,
  type AnswerVerdict,
  type GivenAnswer,
  type JudgedAnswer,
} from './answers/summarise-answers.js';
export {
  averagePrecision,
  ndcgAt,
  precisionAt,
  recallAt,
  reciprocalRankAt,
  type Judgements,
} from './metrics/ranking-metrics.js';
export {
  bootstrapInterval,
  mean,
  percentile,
  seededRandom,
  type BootstrapOptions,
  type Interval,
  type RandomSource,
} from './metrics/statistics.js';
export { Question, QUESTION_TYPES } from './questions/question.js';
export { readJsonLines, type JsonLine } from './questions/read-json-lines.js';
export { readQuestions } from './questions/read-questions.js';
