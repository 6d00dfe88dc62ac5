import { logitOf } from '@arbiter/confidence';
import { FEATURE_SIGNS, scaledProbability } from '@arbiter/grounding';
import { calibrate, chooseThreshold, type ScoredPair } from './choose-threshold.js';
import type { FeatureRow } from './extract-features.js';
import { fitScore, isDecided, scoreOfRow } from './fit-support.js';
import { originOf } from './origin-of.js';
import { DEVELOPMENT_SETS, TRAINING_SETS } from './training-sets.js';

/** What the features say of a pair when neither its set nor anything made from it has been seen. */
export interface HeldOutScore {
  readonly id: string;
  readonly set: string;
  readonly supported: boolean;
  /** Log odds of support, less those of the threshold. */
  readonly features: number;
}

/**
 * Each pair that people labelled, by features fitted without all that is of its origin: what another score is to be
 * weighed with, since weights fitted on seen pairs would trust the features too much. Pairs that a rule decides are left
 * out: no other score has a say on them.
 *
 * @param available pairs of each set before it was thinned out
 */
export function heldOutScores(rows: readonly FeatureRow[], available: ReadonlyMap<string, number>): HeldOutScore[] {
  const labelled = rows.filter((row) => row.kind === null && row.set !== 'wice_partial' && !isDecided(row));
  return [...new Set(labelled.map(({ set }) => originOf(set)))].flatMap((held) => {
    const kept = rows.filter(({ set, origin }) => originOf(set) !== held && originOf(origin) !== held);
    const score = fitScore(kept, TRAINING_SETS, FEATURE_SIGNS, available);
    const scored = (pairs: readonly FeatureRow[]): ScoredPair[] =>
      pairs.map((row) => ({ score: scoreOfRow(score, row), supported: row.supported }));
    const development = DEVELOPMENT_SETS.map(({ name }) => kept.filter(({ set }) => set === name)).filter(
      ({ length }) => length > 0,
    );
    const threshold = chooseThreshold(development.map(scored));
    const scaling = calibrate(development.map((pairs) => scored(pairs.filter((row) => !isDecided(row)))));
    const logOdds = (value: number): number => logitOf(scaledProbability(scaling, value));
    return labelled
      .filter(({ set }) => originOf(set) === held)
      .map(({ id, set, supported, ...row }) => ({
        id,
        set,
        supported,
        features: logOdds(scoreOfRow(score, { id, set, supported, ...row })) - logOdds(threshold),
      }));
  });
}
