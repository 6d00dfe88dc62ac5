import type { Span } from '@arbiter/text';
import type { Quantity } from '../quantities/quantities-in.js';

/** A part of a question that names something whose amount must be found. Offsets count in the question. */
export interface AskedOperand extends Span {
  /** As the question says it. */
  readonly text: string;
  /** Asks for this amount alone: "How much does a bed at the Drowned Heron cost?". Null where the text is the amount. */
  readonly question: string | null;
  /** How many of it the question wants: 3 for "three nights". 1 where it does not say. */
  readonly times: number;
}

/** How the first operand is compared with the second. */
export interface Comparative {
  /** "more", "longer", "cheaper". */
  readonly word: string;
  /** What it is if the comparison turns out the other way: "less", "shorter", "dearer". */
  readonly opposite: string;
  /** The smaller amount is the one that is "cheaper", "younger", "less". */
  readonly favoursSmaller: boolean;
}

/** What a question wants computed, and of what. */
export interface Computation {
  /**
   * `difference` of two, `total` of operands with their `times`, `ratio` of the first to the second, `rate` (the first per
   * the second), `span` between two dates, `choice` of the one of two that is more.
   */
  readonly kind: 'difference' | 'total' | 'ratio' | 'rate' | 'span' | 'choice';
  /** One or more for total, else two. In the order of the question. */
  readonly operands: readonly AskedOperand[];
  /** Null where the question compares nothing. */
  readonly comparative: Comparative | null;
  /** The unit, or the counted noun, in which the question wants the answer ("years", "quarters"); null where it says none. */
  readonly unit: string | null;
}

/** An amount as a source states it; of `quantitiesIn`, or put together by hand. */
export type Amount = Pick<Quantity, 'value' | 'to' | 'unit' | 'text'> &
  Partial<Pick<Quantity, 'unitText' | 'kind' | 'date' | 'per'>>;

export interface Computed {
  readonly ok: true;
  /** The sum, said: "Five wicks more: eight wicks against three." */
  readonly sentence: string;
  readonly value: number;
  /** As `Quantity.unit`; of a rate that of the first operand, of a ratio null. */
  readonly unit: string | null;
}

export interface NotComputed {
  readonly ok: false;
  /**
   * `missing`: an amount was not found. `range`: one is a range or dice. `units_differ`: no certain ratio, or not per the
   * same. `undefined`: a division by zero. `uncertain_date`: a date lacks the year, its calendar is unknown, or it stands
   * where an amount is wanted.
   */
  readonly reason: 'missing' | 'range' | 'units_differ' | 'undefined' | 'uncertain_date';
}
