import { mean, pairedRandomisationTest, seededRandom } from '@arbiter/evaluation';

/** nDCG@10 of each query, by its id. */
export type QueryFigures = Readonly<Record<string, number>>;

export interface ChangedQuery {
  readonly id: string;
  readonly before: number;
  readonly after: number;
}

export interface GateVerdict {
  readonly passed: boolean;
  readonly before: number;
  readonly after: number;
  readonly pValue: number;
  /** Queries that are worse than before, the worst fall first. */
  readonly fallen: readonly ChangedQuery[];
  /** Queries that only one of the two has: then nothing can be compared, and the gate fails. */
  readonly unmatched: readonly string[];
}

/** A smaller fall of the mean is let through, whatever its p. */
const TOLERATED_FALL = 0.005;
const SIGNIFICANT = 0.05;
const SEED = 20_260_101;

/**
 * Whether the search is as good as it was: fails when the mean has fallen by more than .005, and a fall as large would
 * come by chance less often than one time in twenty.
 */
export function compareWithBaseline(before: QueryFigures, after: QueryFigures): GateVerdict {
  const ids = Object.keys(before).filter((id) => Object.hasOwn(after, id));
  const unmatched = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((id) => !ids.includes(id));
  const pairs = ids.map((id) => ({ id, before: before[id] ?? 0, after: after[id] ?? 0 }));
  const [old, now] = [pairs.map((pair) => pair.before), pairs.map((pair) => pair.after)];
  const { difference, pValue } =
    pairs.length === 0
      ? { difference: 0, pValue: 1 }
      : pairedRandomisationTest(now, old, { random: seededRandom(SEED) });
  return {
    passed: unmatched.length === 0 && !(difference < -TOLERATED_FALL && pValue < SIGNIFICANT),
    before: mean(old) ?? 0,
    after: mean(now) ?? 0,
    pValue,
    fallen: pairs.filter((pair) => pair.after < pair.before).sort((a, b) => a.after - a.before - (b.after - b.before)),
    unmatched,
  };
}

/** The verdict as people read it; every query that fell on a line of its own. */
export function describeVerdict(
  set: string,
  { passed, before, after, pValue, fallen, unmatched }: GateVerdict,
): string {
  const lines = [
    `${set}: nDCG@10 ${after.toFixed(4)}, was ${before.toFixed(4)} (p ${pValue.toFixed(4)}): ${passed ? 'passed' : 'FAILED'}`,
    ...fallen.map((query) => `  ${query.id}: ${query.before.toFixed(4)} → ${query.after.toFixed(4)}`),
  ];
  if (unmatched.length > 0) {
    lines.push(`  The baseline is of other queries (${unmatched.join(', ')}): npm run quality -- --update`);
  }
  return `${lines.join('\n')}\n`;
}
