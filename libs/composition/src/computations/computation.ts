import type { Span } from '@arbiter/text';

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
