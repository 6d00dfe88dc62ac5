import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../metrics/statistics.js';
import { Question } from '../questions.js';
import { countWords, judgeAnswer, type GivenAnswer, type JudgedAnswer } from './judge-answer.js';
import { ANSWER_METRICS, summariseAnswers } from './summarise-answers.js';

const evidence = [{ document: 'a.md', quote: 'the keeper is Serafine' }];

function question(id: string, answerable: boolean, type = 'simple_lookup'): Question {
  return Question.parse({
    id,
    question: 'Who?',
    type,
    answerable,
    answers: answerable ? ['Serafine'] : [],
    evidence: answerable ? evidence : [],
  });
}

function declined(confidence: number | null, attempt: string): GivenAnswer {
  const text = 'Not in the sources: Serafine.';
  return { status: 'declined', text, attempt, confidence, citations: [], claims: 3, unsupportedClaims: 3 };
}

function answered(confidence: number | null, text: string, ...quotes: string[]): GivenAnswer {
  return {
    status: 'answered',
    text,
    attempt: text,
    confidence,
    citations: quotes.map((quote) => ({ document: 'a.md', quote })),
    claims: 2,
    unsupportedClaims: text.includes('Serafine') ? 0 : 1,
  };
}

/** Six questions, small enough for sums by hand. */
const judged: readonly JudgedAnswer[] = [
  judgeAnswer(
    question('right', true),
    answered(0.82, 'It is Serafine. [1][2]', 'The keeper is Serafine.', 'Something else.'),
  ),
  judgeAnswer(question('false', true), answered(0.85, 'Hollow. [1]', 'The keeper is Serafine.')),
  judgeAnswer(question('shy', true), declined(0.6, 'It is Serafine. [1]')),
  judgeAnswer(question('also right', true, 'procedural'), answered(0.88, 'Serafine – of the 2 bells.')),
  judgeAnswer(question('honest', false), declined(0.2, 'Hollow. [1]')),
  judgeAnswer(question('bold', false), answered(0.3, 'Hollow. [1]', 'The keeper is Serafine.')),
];

const summary = summariseAnswers(judged, seededRandom(1));

describe('judgeAnswer', () => {
  it('gives each question one verdict', () => {
    const verdicts = ['correct', 'wrong', 'wronglyDeclined', 'correct', 'declined', 'wronglyAnswered'];
    expect(judged.map(({ verdict }) => verdict)).toEqual(verdicts);
  });

  it('judges the best attempt, shown or not; one at an unanswerable question is never right', () => {
    expect(judged.map(({ attemptRight }) => attemptRight)).toEqual([true, false, true, true, false, false]);
    const trap = { ...question('trap', false), answers: ['Serafine'] };
    expect(judgeAnswer(trap, answered(0.9, 'Serafine.')).attemptRight).toBe(false);
    expect(judgeAnswer(question('silent', true), declined(0, '')).attemptRight).toBeNull();
    expect(judgeAnswer(question('unchecked', true), answered(null, 'Serafine.')).attemptRight).toBeNull();
  });

  it('counts the words of what was shown', () => {
    expect(judged.map(({ words }) => words)).toEqual([3, 1, null, 5, null, 1]);
  });
});

describe('countWords', () => {
  it.each([
    ['', 0],
    ['Nine wicks [1][12].', 2],
    ['– two-thirds, 1,250 … “yes”', 3],
    ['1. Fill\n2. Pour', 4],
  ])('of %p', (text, words) => {
    expect(countWords(text)).toBe(words);
  });
});

describe('summariseAnswers', () => {
  it('takes shares among the questions they are about', () => {
    expect(summary).toMatchObject({
      n: 6,
      metrics: {
        correct: 2 / 4,
        wrong: 1 / 4,
        wronglyDeclined: 1 / 4,
        declined: 1 / 2,
        wronglyAnswered: 1 / 2,
        shownRight: 2 / 4,
        citationPrecision: 2 / 3,
        unsupportedClaims: 2 / 8,
        answersWithUnsupportedClaim: 2 / 4,
        medianWords: 2,
        medianWordsLookup: 1,
      },
    });
  });

  it('counts a shown answer to an unanswerable question as not right', () => {
    const shown = judged.filter(({ verdict }) => ['correct', 'wronglyAnswered'].includes(verdict));
    expect(summariseAnswers(shown, seededRandom(1)).metrics).toMatchObject({ correct: 1, shownRight: 2 / 3 });
  });

  it('measures the calibration of what is shown in fifteen bins', () => {
    // .82 (right) and .85 (wrong) share a bin: |.835 − .5| · 2; .88 (right): .12; .3 (wrong): .3; over 4.
    expect(summary.metrics.confidenceEce).toBeCloseTo((0.67 + 0.12 + 0.3) / 4, 12);
  });

  it('measures how well the confidence ranks what is shown', () => {
    // Of right .82, .88 against wrong .85, .3 only .82 < .85 is the wrong way round.
    expect(summary.metrics.confidenceAuroc).toBe(3 / 4);
  });

  it('draws risk and coverage over the best attempts, those that were declined too', () => {
    const { riskCoverage } = summary.metrics;
    expect(riskCoverage).toHaveLength(16);
    const at = (wanted: number) => riskCoverage.find(({ threshold }) => threshold === wanted);
    expect(riskCoverage[0]).toEqual({ threshold: 0.2, shown: 1, right: 3 / 6 });
    expect(at(0.3)).toEqual({ threshold: 0.3, shown: 5 / 6, right: 3 / 5 });
    expect(at(0.35)).toEqual({ threshold: 0.35, shown: 4 / 6, right: 3 / 4 });
    expect(at(0.6)).toEqual({ threshold: 0.6, shown: 4 / 6, right: 3 / 4 });
    expect(at(0.8)).toEqual({ threshold: 0.8, shown: 3 / 6, right: 2 / 3 });
    expect(at(0.85)).toEqual({ threshold: 0.85, shown: 2 / 6, right: 1 / 2 });
    expect(riskCoverage.at(-1)).toEqual({ threshold: 0.95, shown: 0, right: null });
  });

  it('gives the same metrics for each type', () => {
    const { byType } = summary.metrics;
    expect(Object.keys(byType)).toEqual(['simple_lookup', 'procedural']);
    expect(byType.simple_lookup).toMatchObject({ n: 5, correct: 1 / 3, shownRight: 1 / 3, medianWords: 1 });
    expect(byType.procedural).toMatchObject({ n: 1, correct: 1, declined: null, medianWordsLookup: null });
  });

  it('brackets every share', () => {
    const { metrics, ci95 } = summary;
    // Resamples of few forecasts are calibrated worse than their whole, so that its error may lie below them.
    for (const name of ANSWER_METRICS.filter((metric) => metric !== 'confidenceEce')) {
      const [value, interval] = [metrics[name]!, ci95[name]!];
      expect(interval[0]).toBeLessThanOrEqual(value);
      expect(interval[1]).toBeGreaterThanOrEqual(value);
      expect(interval[0]).toBeLessThan(interval[1]);
    }
  });

  it('has no share of nothing', () => {
    const { metrics } = summariseAnswers([judged[4]!], seededRandom(1));
    const known = ANSWER_METRICS.filter((metric) => metrics[metric] !== null);
    expect(known).toEqual(['declined', 'wronglyAnswered']);
    expect(metrics).toMatchObject({ declined: 1, wronglyAnswered: 0 });
  });
});
