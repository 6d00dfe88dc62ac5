import { describe, expect, it } from '@jest/globals';
import { measureCalibration } from './calibrate.js';
import type { ScoredPool } from './fit-relevance.js';

const pool = (library: string, ...passages: [relevance: number, isEvidence: boolean][]): ScoredPool => ({
  set: 'lore',
  library,
  method: 'hybrid',
  passages: passages.map(([relevance, isEvidence]) => ({ relevance, isEvidence })),
});

const rates = (pools: ScoredPool[], threshold: number) =>
  measureCalibration(pools).rates.find((one) => one.threshold === threshold);

describe('measureCalibration', () => {
  it('counts a question as answered while some of its evidence is left, and as refused when nothing is', () => {
    const pools = [
      pool('lore', [0.9, false], [0.6, true], [0.2, true]),
      pool('lore', [0.55, true]),
      pool('other', [0.4, false], [0.1, false]),
      pool('other', [0.7, false]),
    ];
    expect(rates(pools, 0.5)).toEqual({ threshold: 0.5, offTopicRefused: 0.5, evidenceKept: 1 });
    expect(rates(pools, 0.6)).toEqual({ threshold: 0.6, offTopicRefused: 0.5, evidenceKept: 0.5 });
    expect(rates(pools, 0.8)).toEqual({ threshold: 0.8, offTopicRefused: 1, evidenceKept: 0 });
  });

  it('leaves out questions whose evidence the search did not show, and counts a search without results as refused', () => {
    const hidden = pool('lore', ...Array.from({ length: 10 }, (): [number, boolean] => [0.9, false]), [0.9, true]);
    expect(rates([hidden, pool('other')], 0.5)).toEqual({ threshold: 0.5, offTopicRefused: 1, evidenceKept: null });
  });

  it('measures errors at the prior of the fit, at which six passages of ten are evidence', () => {
    // Beside four others, one passage of evidence counts six times: six of ten forecasts of .5 come true.
    const { ece, brier, passages, auroc } = measureCalibration([
      pool('lore', [0.5, true], [0.5, false], [0.5, false], [0.5, false], [0.5, false]),
    ]);
    expect(passages).toEqual({ evidence: 1, others: 4 });
    expect(ece).toBeCloseTo(0.1, 12);
    expect(brier).toBeCloseTo(0.25, 12);
    expect(auroc).toBe(0.5);
  });

  it('has no error to tell where nothing is evidence', () => {
    expect(measureCalibration([pool('other', [0.4, false])])).toMatchObject({ ece: null, brier: null, auroc: null });
  });
});
