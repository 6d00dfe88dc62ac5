export {
  citesEvidence,
  isRightVerdict,
  isSameDocument,
  judgeAnswer,
  type AnswerVerdict,
  type GivenAnswer,
  type JudgedAnswer,
  type Quotation,
} from './answers/judge-answer.js';
export { goldSentenceCases, LabelledAnswer } from './answers/gold-sentences.js';
export { matchesAnswer, type AnswerMatch, type ExpectedAnswer } from './answers/match-answer.js';
export {
  compareAnswers,
  type AnswerComparison,
  type AnswerOutcome,
  type ComparisonOptions,
  type PairedShare,
} from './answers/compare-answers.js';
export {
  ANSWER_METRICS,
  summariseAnswers,
  type AnswerMetric,
  type AnswerMetrics,
  type AnswerSummary,
  type PartMetrics,
  type RiskCoveragePoint,
} from './answers/summarise-answers.js';
export {
  summariseValidation,
  VALIDATION_METRICS,
  type JudgedValidation,
  type ValidationSummary,
} from './answers/summarise-validation.js';
export {
  CorpusPassage,
  CorpusReader,
  readCandidates,
  readJudgements,
  readTable,
  RetrievalQuery,
  SetId,
  type CandidatesByQuery,
  type CorpusCounts,
  type JudgementsByQuery,
} from './beir/read-beir.js';
export { selectQueries, type JudgedQuery, type QueryCounts, type QuerySelection } from './beir/select-queries.js';
export {
  CLASSIFICATION_METRICS,
  summariseClassification,
  TypedQuestion,
  type ClassificationMetric,
  type ClassificationSummary,
  type ClassifiedItem,
  type ConfusionTable,
} from './classification.js';
export {
  confidenceSequence,
  type SequenceOptions,
  type SequentialEstimate,
} from './experiments/confidence-sequence.js';
export { summariseExperiment, type ReportOptions } from './experiments/report-experiment.js';
export { readJsonLines, streamJsonLines, type JsonLine } from './json-lines.js';
export {
  expectedCalibrationError,
  reliabilityTable,
  type Binning,
  type Forecast,
  type ReliabilityBin,
} from './metrics/calibration.js';
export { mapRecord, summariseMetrics, type MetricSummary, type NamedMetrics } from './metrics/named-metrics.js';
export { auroc, balancedAccuracy, f1, type Decision } from './metrics/classification-metrics.js';
export {
  bootstrapInterval,
  latencyPercentiles,
  mean,
  percentile,
  seededRandom,
  shuffle,
  stratifiedBootstrapInterval,
  type BootstrapOptions,
  type Interval,
  type LatencyPercentiles,
  type RandomSource,
} from './metrics/statistics.js';
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
export { readDocument, type PlainDocument } from './answers/read-document.js';
export { Question, QUESTION_TYPES, readQuestions } from './questions.js';
export {
  measureRanking,
  rankDocuments,
  RETRIEVAL_METRICS,
  summariseRetrieval,
  type RetrievalFigures,
  type RetrievalMetric,
  type RetrievalSummary,
  type ScoredDocument,
} from './retrieval.js';
export { compareChanges, type ChangeMeasurement, type PrecisionRecall } from './state/compare-changes.js';
export {
  judgeState,
  type GivenState,
  type JudgedState,
  type KnownNames,
  type ListedEntity,
} from './state/judge-state.js';
export {
  STATE_METRICS,
  summariseState,
  type StateMetric,
  type StateMetrics,
  type StateSummary,
} from './state/summarise-state.js';
export { isRightKind, WRITTEN_KINDS, type WrittenKind } from './writer/kinds.js';
export { leadMarkers, readWrittenPrompt, type WrittenPrompt } from './writer/written-prompt.js';
export { labelledAnswersOf, readWrittenSet, type WrittenAnswer } from './writer/written-set.js';
export { summariseWriter, type WriterFigures, type WrittenOutcome } from './writer/summarise-writer.js';
