import { ArbiterError } from '@arbiter/contracts';
import { pairedRandomisationTest, type RandomisationTest, type RandomSource } from '@arbiter/evaluation';
import type { Block } from './evaluate.js';

/** A metric of each query by method: of every method the same queries, in the same order. */
export type ScoresByMethod = ReadonlyMap<string, readonly number[]>;

export interface MethodComparison extends RandomisationTest {
  readonly metric: string;
  readonly a: string;
  readonly b: string;
}

/**
 * The names in a comma-separated list.
 *
 * @param known names there are
 * @throws ArbiterError INVALID_REQUEST for another name; it lists those there are
 */
export function parseMethods(list: string, known: readonly string[]): string[] {
  const asked = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown === undefined) return asked;
  throw new ArbiterError('INVALID_REQUEST', `There is no method "${unknown}"; there is: ${known.join(', ')}.`, {
    details: { field: 'methods' },
  });
}

/**
 * Tests every pair of methods (two-sided, paired).
 *
 * @throws RangeError when methods have different numbers of queries, or none
 */
export function compareMethods(
  metric: string,
  byMethod: ScoresByMethod,
  random: () => RandomSource,
): MethodComparison[] {
  const methods = [...byMethod];
  return methods.flatMap(([a, ofA], index) =>
    methods
      .slice(index + 1)
      .map(([b, ofB]) => ({ metric, a, b, ...pairedRandomisationTest(ofA, ofB, { random: random() }) })),
  );
}

/** For people; nothing of a single method. */
export function comparisonTable(heading: string, comparisons: readonly MethodComparison[]): Block {
  if (comparisons.length === 0) return '';
  return [
    [heading, 'difference', 'p'],
    ...comparisons.map(({ a, b, difference, pValue }) => [
      `${a} − ${b}`,
      `${difference < 0 ? '−' : '+'}${figure(Math.abs(difference))}`,
      pValue < 0.0005 ? '< .001' : pValue.toFixed(3),
    ]),
  ];
}

/** Four decimals. */
export function figure(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(4);
}
