// What `tools/evaluate` makes its commands of.
export { printResult, remark, type CommandContext } from './command.context.js';
export type { DeveloperEvaluations } from './commands/developer-evaluations.js';
export { examples, parseCount, parseNumber, severalTimes, type Register } from './commands/command-options.js';
export { findPackFolder } from './domains/find-pack.js';
export { AnswersRun } from './evaluation/answers-run.js';
export { openBeirFolder } from './evaluation/beir-folder.js';
export type { RetrievalSubject } from './evaluation/evaluate-method.js';
export { CHECKING_STORE, refuseServer, withOwnStore } from './evaluation/evaluation-store.js';
export { PASSAGE_ID_KEY } from './evaluation/fill-from-corpus.js';
export {
  queryTextOf,
  readDocuments,
  readRecords,
  readRun,
  readText,
  writeRecords,
  type NonEmpty,
} from './evaluation/inputs.js';
export { mapBounded, naming } from './evaluation/map-bounded.js';
export { LabelledRun } from './evaluation/measure-validation.js';
export { RetrievalRun } from './evaluation/retrieval-run.js';
export {
  ArmSettings,
  armSettings,
  describeRun,
  EVALUATION_SEED,
  Latency,
  latencyOf,
  mutableIntervals,
  RunDescription,
  Share,
  ShareInterval,
} from './evaluation/run-description.js';
export { DEFAULT_METHOD } from './evaluation/search-methods.js';
export {
  describeValidation,
  ValidationSurroundings,
  withSupportChecker,
  type SupportChecker,
  type SupportReading,
} from './evaluation/support-checker.js';
export { EXIT, type ExitCode } from './exit-code.js';
export type { OperationCaller, Reader } from './library/library.js';
export { withLibrary } from './library/open-library.js';
export { figureWithInterval, renderTable, share, milliseconds } from './render/format-text.js';
export { withProgress, type ShowProgress } from './terminal/progress.display.js';
export type { Colours } from './terminal/terminal.js';
