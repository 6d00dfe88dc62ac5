export { speakRow, type SpeakRowOptions } from './tables/speak-row.js';
export { rowSpan, spokenSpan, type SpokenRow, type SpokenSegment } from './tables/spoken-text.js';
export { quantitiesIn, type Quantity } from './quantities/quantities-in.js';
export { pluralOf, singularOf } from './quantities/noun-forms.js';
export { unitRatio, type ConversionRate } from './quantities/unit-families.js';
export { askedComputation } from './computations/asked-computation.js';
export type { AskedOperand, Comparative, Computation } from './computations/computation.js';
export { compute, type Amount, type Computed, type ComputeOptions, type NotComputed } from './computations/compute.js';
