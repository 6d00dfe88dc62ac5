export { citesEvidence, isSameDocument, type Quotation } from './answers/cites-evidence.js';
export { GOLD_SENTENCE, goldSentenceCases, SENTENCE_BESIDE } from './answers/gold-sentences.js';
export { LabelledAnswer } from './answers/labelled-answer.js';
export { matchesAnswer, type AnswerMatch, type ExpectedAnswer } from './answers/match-answer.js';
export {
  compareAnswers,
  type AnswerComparison,
  type AnswerOutcome,
  type ComparisonOptions,
  type PairedShare,
} from './answers/compare-answers.js';
export {
  isRightVerdict,
  judgeAnswer,
  type AnswerVerdict,
  type GivenAnswer,
  type JudgedAnswer,
} from './answers/judge-answer.js';
export type { RiskCoveragePoint } from './answers/risk-coverage.js';
export {
  ANSWER_METRICS,
  summariseAnswers,
  type AnswerMetric,
  type AnswerMetrics,
  type AnswerSummary,
  type PartMetrics,
} from './answers/summarise-answers.js';
export {
  summariseValidation,
  VALIDATION_METRICS,
  type JudgedValidation,
  type ValidationMetric,
  type ValidationSummary,
} from './answers/summarise-validation.js';
export { CorpusPassage, RetrievalQuery } from './beir/beir-records.js';
export { readCandidates, type CandidatesByQuery } from './beir/read-candidates.js';
export { CorpusReader, type CorpusCounts } from './beir/read-corpus.js';
export { readJudgements, type JudgementsByQuery } from './beir/read-judgements.js';
export { selectQueries, type JudgedQuery, type QueryCounts, type QuerySelection } from './beir/select-queries.js';
export {
  CLASSIFICATION_METRICS,
  summariseClassification,
  type ClassificationMetric,
  type ClassificationSummary,
  type ClassifiedItem,
  type ConfusionTable,
} from './classification/summarise-classification.js';
export { TypedQuestion } from './classification/typed-question.js';
export { readJsonLines, type JsonLine } from './json-lines/read-json-lines.js';
export { streamJsonLines } from './json-lines/stream-json-lines.js';
export {
  expectedCalibrationError,
  reliabilityTable,
  type Binning,
  type Forecast,
  type ReliabilityBin,
} from './metrics/calibration.js';
export { auroc, balancedAccuracy, f1, type Decision } from './metrics/classification-metrics.js';
export { latencyPercentiles, type LatencyPercentiles } from './metrics/latency.js';
export {
  pairedRandomisationTest,
  type Alternative,
  type RandomisationOptions,
  type RandomisationTest,
} from './metrics/randomisation-test.js';
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
  shuffle,
  stratifiedBootstrapInterval,
  type BootstrapOptions,
  type Interval,
  type RandomSource,
} from './metrics/statistics.js';
export { readDocument, type PlainDocument } from './answers/read-document.js';
export { Question, QUESTION_TYPES } from './questions/question.js';
export { readQuestions } from './questions/read-questions.js';
export { rankDocuments, type ScoredDocument } from './retrieval/rank-documents.js';
export {
  measureRanking,
  RETRIEVAL_METRICS,
  summariseRetrieval,
  type RetrievalFigures,
  type RetrievalMetric,
  type RetrievalSummary,
} from './retrieval/retrieval-metrics.js';
