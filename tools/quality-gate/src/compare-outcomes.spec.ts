import { describe, expect, it } from '@jest/globals';
import type { AnswerOutcome } from '@arbiter/evaluation';
import { compareOutcomes, describeOutcomes } from './compare-outcomes.js';

/** 32 answerable questions and 18 others; so many of each end as they should. */
function pack(correct: number, declined: number): AnswerOutcome[] {
  return [
    ...Array.from({ length: 32 }, (_, n) => ({
      id: `a${n}`,
      answerable: true,
      outcome: n < correct ? ('correct' as const) : ('wronglyDeclined' as const),
    })),
    ...Array.from({ length: 18 }, (_, n) => ({
      id: `u${n}`,
      answerable: false,
      outcome: n < declined ? ('declined' as const) : ('wronglyAnswered' as const),
    })),
  ];
}

describe('compareOutcomes', () => {
  it('passes what has not changed, and what is better', () => {
    expect(compareOutcomes(pack(24, 14), pack(24, 14))).toMatchObject({ passed: true, fallen: [] });
    expect(compareOutcomes(pack(24, 14), pack(32, 18))).toMatchObject({ passed: true, fallen: [] });
  });

  it('fails a fall of right answers that chance does not explain, and names the questions', () => {
    // Five lost and none gained: 1 of 32 assignments of signs falls as far.
    const verdict = compareOutcomes(pack(24, 14), pack(19, 14));
    expect(verdict).toMatchObject({ passed: false, comparison: { correct: { pValue: 1 / 32 } } });
    expect(verdict.fallen).toHaveLength(5);
    expect(describeOutcomes('a pack', verdict)).toMatch(
      /^a pack: correct 0\.594, was 0\.750 \(p 0\.0313\); rightly declined 0\.778, .* FAILED\n {2}a19: correct → wronglyDeclined\n/,
    );
  });

  it('fails a fall of rightly declined questions, whatever is gained by answering more', () => {
    expect(compareOutcomes(pack(24, 14), pack(32, 9))).toMatchObject({
      passed: false,
      comparison: { correct: { difference: 8 / 32 }, declined: { difference: -5 / 18, pValue: 1 / 32 } },
    });
  });

  it('lets pass what may be chance', () => {
    expect(compareOutcomes(pack(24, 14), pack(20, 10))).toMatchObject({ passed: true });
    const moved = [...pack(19, 14).slice(0, 24), ...pack(32, 14).slice(24)];
    expect(compareOutcomes(pack(24, 14), moved)).toMatchObject({ passed: true });
  });

  it('fails when the questions are others', () => {
    const verdict = compareOutcomes(pack(24, 14), pack(24, 14).slice(1));
    expect(verdict).toMatchObject({ passed: false, comparison: { unmatched: ['a0'] } });
    expect(describeOutcomes('a pack', verdict)).toContain('other questions (a0)');
  });
});
