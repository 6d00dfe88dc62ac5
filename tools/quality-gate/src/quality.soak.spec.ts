import { describe, expect, it } from '@jest/globals';
import { IS_SOAK } from '@arbiter/testing';
import { ANSWER_SETS, measureAnswerSet } from './answer-sets.js';
import { readBaseline } from './baseline-file.js';
import { compareOutcomes, describeOutcomes } from './compare-outcomes.js';
import { compareWithBaseline, describeVerdict } from './compare-with-baseline.js';
import { measureSet } from './measure-set.js';
import { readOutcomes } from './outcome-baseline.js';
import { QUALITY_SETS } from './quality-sets.js';

// One file, because both write the library of the same pack into the same folder, which one process holds at a time.
describe('the search is as good as it was', () => {
  for (const set of QUALITY_SETS) {
    const against = set.missing ?? (set.inEveryRun || IS_SOAK ? null : 'npm run test:soak measures it');
    const on = against === null ? it : it.skip;
    on(`on ${set.name}${against === null ? '' : ` (skipped: ${against})`}`, async () => {
      const verdict = compareWithBaseline(await readBaseline(set.name), await measureSet(set));
      // The message is what tells which queries fell.
      expect(verdict.passed ? '' : describeVerdict(set.name, verdict)).toBe('');
    });
  }
});

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
