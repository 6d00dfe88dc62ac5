import { describe, expect, it } from '@jest/globals';
import { FEATURE_SIGNS, type SupportFeatures } from '@arbiter/grounding';
import type { FeatureRow } from './extract-features.js';
import { heldOutScores } from './held-out-scores.js';

const SILENT = Object.fromEntries(Object.keys(FEATURE_SIGNS).map((name) => [name, 0])) as unknown as SupportFeatures;
const AVAILABLE = new Map(['scifact_train', 'scifact_dev', 'wice_dev', 'fm2', 'synth_absent'].map((set) => [set, 20]));

/** Twenty pairs that one feature tells apart. */
function rowsOf(set: string, feature: keyof SupportFeatures, over: Partial<FeatureRow> = {}): FeatureRow[] {
  return Array.from({ length: 20 }, (_, i) => {
    const supported = i % 2 === 0;
    const features = { ...SILENT, [feature]: supported ? 0.9 : 0.1 };
    const parts = [{ features, decided: null }];
    return { id: `${set}-${i}`, set, origin: set.replace(/_.*/, ''), kind: null, supported, parts, ...over };
  });
}

describe('heldOutScores', () => {
  const ROWS = [
    ...rowsOf('scifact_train', 'alignment'),
    ...rowsOf('scifact_dev', 'alignment'),
    ...rowsOf('wice_dev', 'alignment'),
    ...rowsOf('fm2', 'pairs'),
  ];
  const spread = (scores: readonly { readonly set: string; readonly features: number }[], set: string): number => {
    const own = scores.filter((score) => score.set === set).map(({ features }) => features);
    return Math.max(...own) - Math.min(...own);
  };

  it('judges a set by what the others have taught', () => {
    const scores = heldOutScores(ROWS, AVAILABLE);
    expect(scores.map(({ id }) => id).sort()).toEqual(ROWS.map(({ id }) => id).sort());
    for (const { supported, features } of scores.filter(({ set }) => set === 'wice_dev')) {
      expect(features >= 0).toBe(supported);
    }
    // Only fm2 itself knows that its feature means something.
    expect(spread(scores, 'fm2')).toBeCloseTo(0, 6);
    expect(spread(scores, 'wice_dev')).toBeGreaterThan(1);
  });

  it('lets neither another file of the set nor what was made from it teach about it', () => {
    const made = rowsOf('synth_absent', 'pairs', { origin: 'fm2', kind: 'nei' });
    const scores = heldOutScores([...ROWS, ...made], AVAILABLE);
    expect(spread(scores, 'fm2')).toBeCloseTo(0, 6);
    expect(scores.some(({ set }) => set === 'synth_absent')).toBe(false);
  });

  it('leaves out what a rule decides, which says nothing of the scale of the others', () => {
    // Every seventh label is wrong, so that no score is without bounds, and no rule always right.
    const mislabelled = (rows: readonly FeatureRow[]): FeatureRow[] =>
      rows.map((row, i) => (i % 7 === 0 ? { ...row, supported: !row.supported } : row));
    const decided = rowsOf('scifact_dev', 'alignment').map((row): FeatureRow => ({
      ...row,
      id: `decided-${row.id}`,
      parts: row.parts.map((part) => ({ ...part, decided: row.supported ? 'stated' : 'refuted' })),
    }));
    const scores = heldOutScores(mislabelled([...ROWS, ...decided]), AVAILABLE);
    expect(scores.some(({ id }) => id.startsWith('decided'))).toBe(false);
    const without = spread(heldOutScores(mislabelled(ROWS), AVAILABLE), 'wice_dev');
    expect(without).toBeGreaterThan(1);
    expect(spread(scores, 'wice_dev') / without).toBeGreaterThan(0.5);
  });
});
