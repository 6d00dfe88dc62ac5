export { readParts } from './parts/read-parts.js';
export { speakRow } from './tables/speak-row.js';
export { spokenSpan, type SpokenRow, type SpokenSegment } from './tables/spoken-text.js';
export { quantitiesIn, type Quantity } from './quantities/quantities-in.js';
export { amountIn } from './computations/amount-in.js';
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
export { compute } from './computations/compute.js';
export { isYesNoQuestion } from './yes-no/yes-no-question.js';
export { answerYesNo, type YesNoAnswer } from './yes-no/answer-yes-no.js';
export { isSuperseded } from './sentences/is-superseded.js';
export { hasCondition } from './sentences/has-condition.js';
export { askedAccount, definedSubject, type AccountKind, type AskedAccount } from './accounts/asked-account.js';
