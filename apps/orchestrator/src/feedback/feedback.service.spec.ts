import {
  answerRecordOf,
  InMemoryAnswerRecordStore,
  InMemoryFeedbackStore,
  ManualClock,
  SequentialIds,
} from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { ask, MISSING, pipelineOver, result, verdict } from '../../test/query-pipeline.js';
import { FeedbackService } from './feedback.service.js';

const live = new AbortController().signal;
const asker = { signal: live, principal: null };

async function stage() {
  const answers = new InMemoryAnswerRecordStore();
  const feedback = new InMemoryFeedbackStore();
  await answers.save(answerRecordOf('answer_1', { claims: ['Mara keeps the lamp.', 'It burns\noil.'] }), live);
  return {
    answers,
    feedback,
    sut: new FeedbackService({ answers, feedback, clock: new ManualClock(), ids: new SequentialIds() }),
  };
}

describe('FeedbackService', () => {
  it('keeps a word on a claim with the evidence of its answer, and counts those of the domain', async () => {
    const { sut, feedback } = await stage();
    const request = { answerId: 'answer_1', claim: 'It burns oil.', verdict: 'wrong', comment: 'Tallow.' } as const;
    const response = await sut.submit(request, asker);
    expect(response).toMatchObject({
      labelled: 1,
      needed: 50,
      feedback: { claim: 'It burns\noil.', supported: false, domain: 'lore', comment: 'Tallow.' },
    });
    expect(response.feedback.evidence).toBe(answerRecordOf('answer_1').evidence);
    expect(await feedback.ofDomain('lore', 10, live)).toEqual([response.feedback]);
  });

  it('counts a claim once, however often somebody speaks of it', async () => {
    const { sut } = await stage();
    const claim = { answerId: 'answer_1', claim: 'Mara keeps the lamp.' };
    await sut.submit({ ...claim, verdict: 'wrong' }, asker);
    expect(await sut.submit({ ...claim, verdict: 'right' }, asker)).toMatchObject({ labelled: 1 });
    expect((await sut.ofDomain('lore', 10, live)).feedback).toMatchObject([{ supported: true }]);
  });

  it.each([
    ['an answer that is not kept', { answerId: 'answer_2', claim: 'x' }, 'NOT_FOUND'],
    [
      'a claim that the answer does not make',
      { answerId: 'answer_1', claim: 'Odo keeps the lamp.' },
      'INVALID_REQUEST',
    ],
  ])('refuses %s', async (_, named, code) => {
    const { sut, feedback } = await stage();
    await expect(sut.submit({ ...named, verdict: 'right' }, asker)).rejects.toMatchObject({ code });
    expect(await feedback.ofDomain('lore', 10, live)).toEqual([]);
  });

  it('says that answers are not kept', async () => {
    const { feedback } = await stage();
    const sut = new FeedbackService({ answers: null, feedback, clock: new ManualClock(), ids: new SequentialIds() });
    const request = { answerId: 'answer_1', claim: 'x', verdict: 'right' } as const;
    await expect(sut.submit(request, asker)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('the record of an answer', () => {
  const claim = { text: 'Mara keeps the lamp.', type: 'fact' as const, confidence: 0.9, start: 0, end: 20 };
  const perClaim = [{ claim, support: 'fully_supported' as const, score: 1, reasoning: '', sourceIds: [] }];
  const judged = verdict({
    checks: { ...verdict().checks, support: { token: 'fully_supported', reasoning: '', perClaim } },
  });

  it('holds its claims and what they were checked against, under its one collection', async () => {
    const { pipeline, answers } = await pipelineOver({ judge: () => judged });
    const { answer } = await ask(pipeline, { collections: ['lore'] });
    expect(await answers.get(answer.id, live)).toMatchObject({
      domain: 'lore',
      claims: ['Mara keeps the lamp.'],
      evidence: 'Mara keeps the lamp.',
      answer: answer.answer,
    });
  });

  it('is kept of a declined answer, too, and belongs to no domain where several were searched', async () => {
    const { pipeline, answers } = await pipelineOver({ judge: () => MISSING, find: () => [result('a', 'Eels swim.')] });
    const { answer } = await ask(pipeline, { collections: ['lore', 'law'] });
    expect(await answers.get(answer.id, live)).toMatchObject({ domain: null, evidence: 'Eels swim.' });
  });

  it('costs no answer when it cannot be kept, and the answer says so', async () => {
    const { pipeline, answers } = await pipelineOver({ judge: () => judged });
    answers.save = () => Promise.reject(new Error('disk full'));
    expect((await ask(pipeline)).answer).toMatchObject({ status: 'answered', degraded: ['answer-record'] });
  });
});
