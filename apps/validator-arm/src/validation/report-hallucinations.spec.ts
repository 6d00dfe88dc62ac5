import { describe, expect, it } from '@jest/globals';
import { HallucinationReport } from '@arbiter/contracts';
import { judged, sourceOf } from '../../test/claim-support.js';
import type { ClaimSupport } from '../support/support-scorer.js';
import { recommendationFor, reportHallucinations } from './report-hallucinations.js';

const source = sourceOf('rules', 'The lamp burns oil. It is old.', { title: 'Lamps', page: 3 });
const supported = (text: string) => judged(text, 'fully_supported', [{ sourceId: 'rules', start: 0, end: 19 }]);
const report = (supports: readonly ClaimSupport[]) =>
  HallucinationReport.parse(reportHallucinations({ supports, mode: 'features' }, [source]));

describe('reportHallucinations', () => {
  it('accepts what is supported throughout, and says where', () => {
    const given = report([supported('a'), supported('b')]);
    expect(given).toMatchObject({ hasHallucinations: false, rate: 0, confidence: 1, recommendation: 'accept' });
    expect(given.verifications[0]?.spans).toEqual([
      {
        sourceId: 'rules',
        document: 'doc-rules',
        chunkId: 'rules:0',
        start: 0,
        end: 19,
        quote: 'The lamp burns oil.',
        title: 'Lamps',
        page: 3,
        score: 0.9,
      },
    ]);
  });

  it('lists a claim that is supported in part as one that is not supported', () => {
    const given = report([supported('a'), judged('b', 'partially_supported')]);
    expect(given.hallucinations.map(({ text }) => text)).toEqual(['b']);
    expect(given.verifications.map(({ isSupported }) => isSupported)).toEqual([true, false]);
  });

  it('says of nothing to verify neither 0 nor 1, and does not accept it', () => {
    const given = report([]);
    expect(given).toMatchObject({ hasHallucinations: false, rate: null, confidence: null });
    expect(given.recommendation).toBe('regenerate');
    expect(given.explanation).toContain('nothing to verify');
  });

  it('never accepts an answer that makes more claims than were checked', () => {
    const given = reportHallucinations({ supports: [supported('a')], mode: 'features' }, [source], true);
    expect(given.recommendation).toBe('regenerate');
  });

  it('says what decided, and why a language model did not', () => {
    const languageModel = { model: 'm', asked: 0, failure: 'It did not answer in time.' };
    const given = reportHallucinations({ supports: [], mode: 'features', languageModel }, []);
    expect(HallucinationReport.parse(given)).toMatchObject({ mode: 'features', languageModel });
  });
});

describe('recommendationFor', () => {
  it.each([
    [0, 'accept'],
    [0.1, 'accept'],
    [0.11, 'regenerate'],
    [0.3, 'regenerate'],
    [0.31, 'reject'],
    [1, 'reject'],
  ] as const)('answers a rate of %p with %s', (rate, recommendation) => {
    expect(recommendationFor(rate)).toBe(recommendation);
  });
});
