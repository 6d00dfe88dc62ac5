import { describe, expect, it } from '@jest/globals';
import { IS_SOAK } from '@arbiter/testing';
import { ANSWER_SETS, measureAnswerSet } from './answer-sets.js';
import { compareOutcomes, describeOutcomes } from './compare-outcomes.js';
import { readOutcomes } from './outcome-baseline.js';

describe('the answers are as good as they were', () => {
  for (const set of ANSWER_SETS) {
    const isMeasured = set.inEveryRun || IS_SOAK;
    const on = isMeasured ? it : it.skip;
    on(`on ${set.name}${isMeasured ? '' : ' (skipped: npm run test:soak measures it)'}`, async () => {
      const verdict = compareOutcomes(await readOutcomes(set.name), await measureAnswerSet(set));
      // The message is what tells which questions fell.
      expect(verdict.passed ? '' : describeOutcomes(set.name, verdict)).toBe('');
    });
  }
});
