import { describe, expect, it } from '@jest/globals';
import { ask, MISSING, pipelineOver, result, verdict, type Arms } from '../../test/query-pipeline.js';

const GENERAL = 'What are the rules for landing?';
const RULE = result('rules', 'Nobody lands before noon.');
const CASE = result('sloop', 'The sloop draws two fathoms.');

/** Finds the rule for the general question, and the case for the specific one. */
const harbour = (over: Arms = {}) =>
  pipelineOver({
    general: () => GENERAL,
    imagine: () => null,
    find: ({ query }) => (query === GENERAL ? [RULE] : [CASE]),
    ...over,
  });

describe('the general question first', () => {
  it('reads its passages after those of the specific one, and records its answer', async () => {
    const { pipeline, syntheses } = await harbour();
    const { answer, events } = await ask(pipeline, { query: 'May the sloop land at ten?', mode: 'deep' });
    expect(syntheses.map(({ query, passages }) => [query, passages.map(({ documentId }) => documentId)])).toEqual([
      [GENERAL, ['rules']],
      ['May the sloop land at ten?', ['sloop', 'rules']],
    ]);
    expect(answer).toMatchObject({
      mode: 'deep',
      stepBack: { question: GENERAL, status: 'answered', answer: 'Nobody lands before noon. [1]', confidence: 0.95 },
    });
    expect(events.map(({ stage }) => stage)).toContain('step-back');
  });

  it('is not shown with an answer that its sources do not support', async () => {
    const { pipeline } = await harbour({ judge: ({ query }) => (query === GENERAL ? MISSING : verdict()) });
    const { answer } = await ask(pipeline, { mode: 'deep' });
    expect(answer.stepBack).toMatchObject({ status: 'declined', answer: '', citations: [] });
    expect(answer.status).toBe('answered');
  });

  it.each([
    ['there is none', { general: () => null }],
    ['nothing is found for it', { find: ({ query }) => (query === GENERAL ? [] : [CASE]) } satisfies Arms],
  ])('leaves no trace when %s', async (_, over: Arms) => {
    const { pipeline } = await harbour(over);
    const { answer } = await ask(pipeline, { mode: 'deep' });
    expect(answer.stepBack).toBeUndefined();
    expect(answer.degraded).toEqual([]);
  });

  it('is left out when the planner is away, and the answer says so', async () => {
    const { pipeline } = await pipelineOver({});
    const { answer } = await ask(pipeline, { mode: 'deep' });
    expect(answer).toMatchObject({ status: 'answered', degraded: ['planner'] });
  });

  it('is not asked in other modes', async () => {
    const { pipeline, searches } = await harbour();
    await ask(pipeline, { mode: 'standard' });
    expect(searches.map(({ query }) => query)).not.toContain(GENERAL);
  });
});
