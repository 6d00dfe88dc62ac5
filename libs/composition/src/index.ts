export { speakRow } from './tables/speak-row.js';
export { spokenSpan, type SpokenRow, type SpokenSegment } from './tables/spoken-text.js';
export { amountIn, quantitiesIn, type Quantity } from './quantities/quantities-in.js';
export { askedComputation } from './computations/asked-computation.js';
export type {
  Amount,
  AskedOperand,
  Comparative,
  Computation,
  Computed,
  NotComputed,
} from './computations/computation.js';
export { computedFrom } from './computations/computed-from.js';
export { concludedFrom, type Conclusion, type ConclusionKind } from './computations/concluded-from.js';
export { derivedAmounts, type DerivedAmounts } from './computations/derived-amounts.js';
export { unstatedAmount, type ComparedStatements } from './computations/unstated-amount.js';
export { wrongComparison } from './computations/wrong-comparison.js';
export { compute } from './computations/compute.js';
export { answerYesNo, isYesNoQuestion, type YesNoAnswer } from './yes-no.js';
export { askedClause, askedOfClause, type ClausePlace } from './sentences/asked-clause.js';
export { withItsLimits } from './sentences/limited-span.js';
export { citeAllPlaces, isSameSentence } from './sentences/other-places.js';
export { readableSentence, sentenceKey } from './sentences/readable-sentence.js';
export { hasCondition, isSuperseded } from './sentence-status.js';
export { type AccountKind, askedAccount, type AskedAccount, definedSubject } from './asked-account.js';
export { readRecords, type RecordCell } from './selection/read-records.js';
export type { SelectableRow } from './selection/record-table.js';
export { type RowSelection, selectRows } from './selection/select-rows.js';
