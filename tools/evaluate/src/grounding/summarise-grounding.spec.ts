import { readJsonLines, seededRandom } from '@arbiter/evaluation';
import { describe, expect, it } from '@jest/globals';
import { decideAt } from './accuracy-after-calibration.js';
import { GroundingPair, meanOverSets, summariseGrounding } from './summarise-grounding.js';

const decisions = (...rows: [score: number, actual: boolean][]) =>
  decideAt(
    rows.map(([score, actual]) => ({ score, actual })),
    0.5,
  );
/** Three of four right, and of four pairs three in order. */
const mixed = decisions([0.9, true], [0.8, false], [0.6, true], [0.2, false]);
const perfect = decisions([1, true], [1, true], [0, false], [0, false]);

describe('summariseGrounding', () => {
  it('measures decisions, order and calibration', () => {
    const { n, metrics, ci95, roc, reliability } = summariseGrounding(mixed, seededRandom(1));
    expect({ n, metrics }).toEqual({
      n: 4,
      metrics: {
        balancedAccuracy: 0.75,
        auroc: 0.75,
        f1: 0.8,
        // |.9 − 1|, |.8 − 0|, |.6 − 1| and |.2 − 0|, in a bin each.
        ece: expect.closeTo((0.1 + 0.8 + 0.4 + 0.2) / 4, 12),
      },
    });
    expect(ci95.balancedAccuracy![0]).toBeLessThan(0.75);
    expect(roc.at(-1)).toEqual({ falsePositiveRate: 1, truePositiveRate: 1 });
    expect(reliability.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  });

  it('says nothing about a side that does not occur', () => {
    const { metrics, ci95 } = summariseGrounding(decisions([0.9, true]), seededRandom(1));
    expect(metrics).toMatchObject({ balancedAccuracy: null, auroc: null, f1: 1 });
    expect(ci95.auroc).toBeNull();
  });
});

describe('meanOverSets', () => {
  it('counts every set the same, however large', () => {
    const large = Array.from({ length: 100 }, () => perfect).flat();
    const { metrics, ci95 } = meanOverSets([mixed, large], seededRandom(1));
    expect(metrics).toMatchObject({ balancedAccuracy: 0.875, auroc: 0.875 });
    expect(ci95.balancedAccuracy![0]).toBeLessThan(0.875);
    expect(ci95.balancedAccuracy![1]).toBe(1);
  });
});

describe('GroundingPair', () => {
  const read = (line: string) => readJsonLines(line, 'pairs.jsonl', GroundingPair).map(({ value }) => value);

  it('ignores fields that it does not know, and takes numbers as ids', () => {
    expect(read('{"id": 7, "claim": " It rains. ", "evidence": "Rain.", "supported": true, "rationale": [1]}')).toEqual(
      [{ id: '7', claim: 'It rains.', evidence: 'Rain.', supported: true }],
    );
  });

  it.each([
    ['{"id": "a", "claim": "", "evidence": "x", "supported": true}', 'pairs.jsonl:1: claim'],
    ['{"id": "a", "claim": "x", "evidence": "x", "supported": "yes"}', 'pairs.jsonl:1: supported'],
    ['{"id": "a", "claim": "x", "supported": true}', 'pairs.jsonl:1: evidence'],
  ])('refuses %s', (line, sentence) => {
    expect(() => read(line)).toThrow(sentence);
  });
});
