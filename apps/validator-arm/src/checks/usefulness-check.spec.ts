import type { RightnessFeatures } from '@arbiter/confidence';
import { describe, expect, it } from '@jest/globals';
import { sourceOf } from '../../test/claim-support.js';
import type { AnswerReading, PlacedClaim } from './answer-reader.js';
import { checkUsefulness, EvidenceIndex, type UsefulnessCheck } from './usefulness-check.js';

const QUERY = 'Who keeps the lamp?';
const LAMP = sourceOf('lamp', 'Mara Fell keeps the lamp. It was lit in 341.', { title: 'Gull Point' });
const KEEPER = 'Mara Fell keeps the lamp.';
const SUREST: AnswerReading = {
  alone: 8,
  evidence: 12,
  source: 8,
  elsewhere: null,
  said: 4,
  unsaid: null,
};
const BESIDE: AnswerReading = {
  alone: -8,
  evidence: -12,
  source: -8,
  elsewhere: 12,
  said: null,
  unsaid: 4,
};

function placed(text: string): PlacedClaim {
  const start = LAMP.content.indexOf(text);
  return { text, source: LAMP, span: { start, end: start + text.length } };
}

function check(
  reading: AnswerReading | null,
  { text = KEEPER, seen }: { readonly text?: string; readonly seen?: RightnessFeatures[] } = {},
): UsefulnessCheck {
  const claims = text === '' ? [] : [placed(text)];
  const answer = {
    query: QUERY,
    queryType: 'simple_lookup' as const,
    answer: text,
    claims,
    reading,
    judged: null,
    origin: 'extracted' as const,
    hasSessions: false,
    relevance: 0.9,
  };
  return checkUsefulness(answer, EvidenceIndex.of([LAMP]), (features) => seen?.push(features));
}

describe('checkUsefulness', () => {
  it('is surer of an answer that reads like one than of one beside the question', () => {
    expect(check(SUREST).score).toBeGreaterThan(check(BESIDE).score);
    expect(check(SUREST)).toMatchObject({ mode: 'reader', missing: [] });
  });

  it.each([
    ['What does clause 3.2 say?', '3.2 The pier closes at dusk.', true],
    ['What does clause 3.2 say about the pier?', '3.2 The pier closes at dusk.', true],
    ['What does clause 3.2 say about dogs?', '3.2 The pier closes at dusk.', false],
    ['How much is item 3.2?', '3.2 The pier closes at dusk.', false],
    ['What does clause 3.2 say?', '3.1 The pier opens at dawn.', false],
  ])('takes the clause that is asked for as the answer, however it reads: %s %s', (query, text, isTaken) => {
    const source = sourceOf('rules', text, { title: 'Pier rules' });
    const claims = [{ text, source, span: { start: 0, end: text.length } }];
    const answer = { query, queryType: 'simple_lookup' as const, claims, reading: BESIDE, judged: null };
    const { score } = checkUsefulness(
      { ...answer, origin: 'extracted', hasSessions: false, relevance: 0.9 },
      EvidenceIndex.of([source]),
    );
    expect(score >= 0.9).toBe(isTaken);
  });

  it('calls it useful from the probability on at which it is likelier right than not', () => {
    for (const reading of [SUREST, BESIDE, null]) {
      const { token, score } = check(reading);
      expect(token).toBe(score >= 0.5 ? 'useful' : 'not_useful');
    }
  });

  it('judges by words alone without a reader, says so, and is never surer than .75', () => {
    const { mode, score, reasoning } = check(null);
    expect(mode).toBe('words');
    expect(score).toBeLessThanOrEqual(0.75);
    expect(reasoning).toContain('judged without reading');
  });

  it('rates an answer of the kind that was asked for above another, without a reader', () => {
    expect(check(null).score).toBeGreaterThan(check(null, { text: 'It was lit in 341.' }).score);
  });

  it('finds nothing useful in an answer that says nothing, and does not learn from it', () => {
    const seen: RightnessFeatures[] = [];
    expect(check(SUREST, { text: '', seen })).toMatchObject({ token: 'not_useful', score: 0 });
    expect(seen).toEqual([]);
  });

  it('tells by what it judged', () => {
    const seen: RightnessFeatures[] = [];
    check(SUREST, { seen });
    expect(seen).toEqual([
      {
        queryType: 'simple_lookup',
        isAccount: false,
        reading: SUREST,
        origin: 'extracted' as const,
        hasSessions: false,
        relevance: 0.9,
        judged: null,
        kind: 1,
      },
    ]);
  });

  it.each([
    ['What it rests on reads like an answer', SUREST],
    ['Another passage reads more like an answer', { ...SUREST, evidence: 2, elsewhere: 5 }],
    ['What it rests on is hardly an answer', BESIDE],
    ['What it rests on is hardly an answer', { ...SUREST, evidence: null }],
  ])('says "%s"', (said, reading) => {
    expect(check(reading).reasoning).toContain(said);
  });

  it('says where nothing of the asked kind is in the answer', () => {
    expect(check(SUREST, { text: 'It was lit in 341.' }).reasoning).toContain('nothing of the kind that was asked for');
  });
});
