// What `tools/evaluate` makes its commands of.
export { printResult, remark } from './command.context.js';
export type { DeveloperEvaluations } from './commands/developer-evaluations.js';
export { examples, parseCount, parseNumber, severalTimes, type Register } from './commands/command-options.js';
export { findPackFolder } from './domains/find-pack.js';
export { openBeirFolder } from './evaluation/beir-folder.js';
export {
  compareMethods,
  comparisonTable,
  figure,
  parseMethods,
  type MethodComparison,
} from './evaluation/compare-methods.js';
export { defineEvaluation } from './commands/define-evaluation.js';
export { metricTable, type Block, type EvaluationContext, type RunOf } from './evaluation/evaluate.js';
export type { RetrievalSubject, SetCounts } from './evaluation/evaluate-method.js';
export { CHECKING_STORE, hashPack, readIntoStore, storeName, withOwnStore } from './evaluation/evaluation-store.js';
export { CORPUS_COLLECTION, PASSAGE_ID_KEY } from './evaluation/fill-from-corpus.js';
export {
  queryTextOf,
  readDocuments,
  readRecords,
  readRun,
  readText,
  writeRecords,
  type NonEmpty,
} from './evaluation/inputs.js';
export { leftOutCounts } from './evaluation/measure-retrieval.js';
export { armSettings, EVALUATION_SEED, latencyOf } from './evaluation/run-description.js';
export { DEFAULT_METHOD } from './evaluation/search-methods.js';
export { withSupportChecker, type SupportChecker, type SupportReading } from './evaluation/support-checker.js';
export { EXIT } from './exit-code.js';
export { seeThroughJobs, type IngestionResult } from './ingestion/see-through-jobs.js';
export type { Library, LibraryCallOptions, OperationCaller, Reader } from './library/library.js';
export { withLibrary } from './library/open-library.js';
export { figureWithInterval, milliseconds, share } from './render/format-text.js';
