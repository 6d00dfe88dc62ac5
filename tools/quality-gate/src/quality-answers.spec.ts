import { describe, expect, it } from '@jest/globals';
import { ANSWER_SETS, measureAnswerSet } from './answer-sets.js';
import { compareOutcomes, describeOutcomes } from './compare-outcomes.js';
import { readOutcomes } from './outcome-baseline.js';

describe('the answers are as good as they were', () => {
  for (const set of ANSWER_SETS) {
    it(`on ${set.name}`, async () => {
      const verdict = compareOutcomes(await readOutcomes(set.name), await measureAnswerSet(set));
      // The message is what tells which questions fell.
      expect(verdict.passed ? '' : describeOutcomes(set.name, verdict)).toBe('');
    });
  }
});
