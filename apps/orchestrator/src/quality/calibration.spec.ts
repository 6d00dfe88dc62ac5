import { calibrationCurve, type Principal } from '@arbiter/contracts';
import { InMemoryFeedbackStore, ManualClock, SequentialIds } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { verdict } from '../../test/query-pipeline.js';
import { askRecorded, recordedOver } from '../../test/recorded.js';
import { ExperimentsService } from '../experiments/experiments.service.js';
import { FeedbackService } from '../feedback/feedback.service.js';
import { calibrationOf } from './calibration.js';

const caller = { signal: new AbortController().signal, principal: null };

/** Answers whose confidences a test gives, and what people say of them. */
async function stage(...confidences: readonly number[]) {
  const claim = { text: 'Mara keeps the lamp.', type: 'fact' as const, confidence: 0.9, start: 0, end: 20 };
  const perClaim = [{ claim, support: 'fully_supported' as const, score: 1, reasoning: '', sourceIds: [] }];
  const checks = { ...verdict().checks, support: { token: 'fully_supported' as const, reasoning: '', perClaim } };
  let asked = 0;
  const recorded = await recordedOver({
    judge: () => verdict({ checks, confidence: confidences[Math.min(asked++, confidences.length - 1)] ?? 1 }),
  });
  const { answers, events } = recorded;
  const feedback = new InMemoryFeedbackStore();
  const clock = new ManualClock();
  const ratings = new ExperimentsService({ answers, events, experiment: null, clock });
  const claims = new FeedbackService({ answers, feedback, clock, ids: new SequentialIds() });
  const ids: string[] = [];
  for (const _ of confidences) ids.push((await askRecorded(recorded, { collections: ['lore'] })).answer.id);
  return {
    ids,
    answers,
    rate: (index: number, rating: 'up' | 'down') => ratings.rate({ answerId: ids[index]!, rating }, caller),
    say: (index: number, verdict: 'right' | 'wrong') =>
      claims.submit({ answerId: ids[index]!, claim: claim.text, verdict }, caller),
    curve: async (over: { domain?: string } = {}, principal: Principal | null = null) =>
      calibrationCurve.output.parse(await calibrationOf({ answers, events, feedback }, over, { ...caller, principal })),
  };
}

describe('the calibration curve', () => {
  it('puts the confidence of judged answers beside what people said, and leaves out the others', async () => {
    const sut = await stage(0.95, 0.93, 0.91, 0.55, 0.57);
    await sut.rate(0, 'up');
    await sut.say(1, 'right');
    await sut.say(2, 'wrong');
    await sut.rate(3, 'down');
    const { judged, bins, error } = await sut.curve();
    expect(judged).toBe(4);
    expect(bins).toEqual([
      { low: 0.5, high: 0.6, count: 1, meanConfidence: 0.55, right: 0 },
      { low: 0.9, high: 1, count: 3, meanConfidence: expect.closeTo(0.93), right: expect.closeTo(2 / 3) },
    ]);
    expect(error).toBeCloseTo((3 * (0.93 - 2 / 3) + 0.55) / 4);
  });

  it('takes the last rating of an answer, which counts more than single claims', async () => {
    const sut = await stage(0.9);
    await sut.rate(0, 'up');
    await sut.rate(0, 'down');
    expect((await sut.curve()).bins).toMatchObject([{ right: 0 }]);
    await sut.rate(0, 'up');
    await sut.say(0, 'wrong');
    expect((await sut.curve()).bins).toMatchObject([{ right: 1 }]);
  });

  it('is empty where nobody said anything, of another domain, and for who may see none of the answers', async () => {
    const sut = await stage(0.9);
    const none = { judged: 0, bins: [], error: null };
    expect(await sut.curve()).toEqual(none);
    await sut.rate(0, 'up');
    expect(await sut.curve({ domain: 'lore' })).toMatchObject({ judged: 1 });
    expect(await sut.curve({ domain: 'law' })).toEqual(none);
    expect(await sut.curve({}, { name: 'head', role: 'admin', tenant: 'acme', groups: null })).toEqual(none);
  });

  it('is forbidden where answers are not kept', async () => {
    const feedback = new InMemoryFeedbackStore();
    await expect(calibrationOf({ answers: null, events: null, feedback }, {}, caller)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
