import { ArbiterError, type AnswerRecord, type FlightRecord, type Principal } from '@arbiter/contracts';
import { answerRecordOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { ask, type Arms, contextOf, MISSING, result, verdict, written } from '../../test/query-pipeline.js';
import { agentOver, decisions, run } from '../../test/agent.js';
import { askRecorded, recordedOver, TickingClock } from '../../test/recorded.js';
import { AnswersService } from './answers.service.js';

const live = new AbortController().signal;
const asker = { signal: live, principal: null };
const usage = { model: 'a/b', inputTokens: 1_000, outputTokens: 200, cachedInputTokens: 0, cacheWriteTokens: 0 };

/** Has a language model write again. */
const CORRECTED: Arms = {
  write: ({ passages, extract }) => written(['Mara keeps it.'], passages, extract ? 'extractive' : 'generated'),
  judge: () => ({ ...MISSING, correction: { ...MISSING.correction!, instruction: 'rewrite_grounded' } }),
};

/** The id under which the failure of a question was kept. */
async function failedId(asking: Promise<unknown>): Promise<string> {
  const thrown: unknown = await asking.then(
    () => null,
    (error: unknown) => error,
  );
  const id = thrown instanceof ArbiterError ? thrown.details.answerId : null;
  if (typeof id !== 'string') throw new Error('the failure was not kept');
  return id;
}

describe('a replay from the record', () => {
  it('gives answer and events byte for byte, and asks nobody', async () => {
    const stage = await recordedOver();
    const { answer, record } = await askRecorded(stage);
    const report = await stage.service.replay(answer.id, false, contextOf());
    expect(report).toMatchObject({ verdict: 'same', firstDifference: null, missing: [], unused: 0, error: null });
    expect(JSON.stringify(report.answer)).toBe(JSON.stringify(answer));
    expect(answer.durationMs).toBeGreaterThan(0);
    expect([stage.searches.length, stage.syntheses.length]).toEqual([1, 1]);
    expect(record.flight?.calls.map(({ name, parent }) => [name, parent])).toEqual([
      ['memory.open', 'context'],
      ['retriever.describe-context', 'plan'],
      ['planner.decompose', 'plan'],
      ['retriever.search', 'retrieve'],
      ['retriever.synthesize', 'synthesise'],
      ['validator.validate', 'validate'],
      ['memory.remember', null],
    ]);
  });

  it('is the same after the library has changed', async () => {
    let content = 'Mara keeps the lamp.';
    const stage = await recordedOver({ find: () => [result('light', content)] });
    const { answer } = await askRecorded(stage);
    content = 'Odo keeps the lamp.';
    expect(await stage.service.replay(answer.id, false, contextOf())).toMatchObject({
      verdict: 'same',
      answer: { answer: 'Mara keeps the lamp. [1]' },
    });
  });

  it('repeats corrections, and the searches of a plan that ended in another order than they began', async () => {
    const subQueries = ['one', 'two', 'three'].map((query, index) => ({
      id: `q${index}`,
      query,
      suggestedTool: 'hybrid-search' as const,
      dependencies: [],
      priority: 1,
    }));
    const stage = await recordedOver({
      ...CORRECTED,
      find: ({ query }) => [result(query.replaceAll(/\W/g, ''), `${query} is here.`)],
      plan: () =>
        Promise.resolve({
          originalQuery: 'x',
          queryType: 'comparative' as const,
          subQueries,
          executionPlan: { strategy: 'parallel' as const, batches: [subQueries.map(({ id }) => id)] },
          synthesisRequired: true,
        }),
    });
    const { answer, record } = await askRecorded(stage);
    expect(answer.attempts).toBeGreaterThan(1);
    expect(record.flight?.calls.filter(({ name }) => name === 'retriever.search').length).toBeGreaterThan(3);
    expect(await stage.service.replay(answer.id, false, contextOf())).toMatchObject({ verdict: 'same', unused: 0 });
  });

  it('reads nothing of the session again, and writes nothing to it', async () => {
    const stage = await recordedOver();
    const { answer } = await askRecorded(stage, { sessionId: 's-1' });
    const said = await stage.sessions.recent('s-1', 9, live);
    await stage.sessions.delete('s-1', live);
    expect(await stage.service.replay(answer.id, false, contextOf())).toMatchObject({ verdict: 'same' });
    expect(said).toHaveLength(2);
    expect(await stage.sessions.recent('s-1', 9, live)).toBeNull();
    expect(await stage.answers.list({ limit: 9 }, live)).toHaveLength(1);
  });

  it('repeats the failure of an answer whose arm failed', async () => {
    let isAway = true;
    const judge = () => {
      if (isAway) throw new ArbiterError('INTERNAL', 'The validator broke.', { details: { claim: 3 } });
      return verdict();
    };
    const stage = await recordedOver({ judge });
    const id = await failedId(ask(stage.pipeline));
    isAway = false;
    expect(await stage.service.get(id, asker)).toMatchObject({
      status: 'failed',
      answer: '',
      query: 'Who keeps the lamp?',
    });
    expect(await stage.service.replay(id, false, contextOf())).toMatchObject({
      verdict: 'same',
      answer: null,
      error: { code: 'INTERNAL', message: 'The validator broke.', details: { claim: 3 } },
    });
  });

  it('says where the code of today departs, and what it asks that was not asked before', async () => {
    const { answers, ...then } = await recordedOver(CORRECTED);
    const { answer } = await askRecorded({ ...then, answers });
    const { pipeline: answering } = await recordedOver({ settings: { maxRetries: 0 } });
    const changed = new AnswersService({ answers, costs: null, answering });
    const report = await changed.replay(answer.id, false, contextOf());
    expect(report).toMatchObject({
      verdict: 'different',
      missing: [],
      firstDifference: { path: expect.stringContaining('result.timings[6]') },
    });
    expect(report.unused).toBeGreaterThan(0);
  });

  it('names the first request that the record does not hold', async () => {
    const { answers, ...then } = await recordedOver();
    const { answer, record } = await askRecorded({ ...then, answers });
    const { flight } = record;
    const calls = flight?.calls.filter(({ name }) => name !== 'retriever.synthesize') ?? [];
    await answers.save({ ...record, flight: { ...flight, calls } as FlightRecord }, live);
    expect(await then.service.replay(answer.id, false, contextOf())).toMatchObject({
      verdict: 'different',
      error: { code: 'CONFLICT', details: { reason: 'not_recorded', operation: 'retriever.synthesize' } },
      missing: [{ name: 'retriever.synthesize', input: { query: 'Who keeps the lamp?' } }],
    });
  });

  it('says of a record that was cut for size that this is why', async () => {
    const many = Array.from({ length: 100 }, (_, index) => result(`d${index}`, `lamp ${index} ${'o'.repeat(8_000)}`));
    const stage = await recordedOver({
      find: () => many,
      write: () => ({ text: 'x', citations: [], sentences: [], mode: 'extractive' }),
    });
    const { answer, record } = await askRecorded(stage);
    expect(record.flight?.cut?.calls).toBeGreaterThan(0);
    expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThan(1_024 * 1_024);
    expect(await stage.service.replay(answer.id, false, contextOf())).toMatchObject({
      verdict: 'different',
      error: { message: expect.stringContaining('was cut for size') },
    });
  });

  it('refuses a record of a version that kept no flight', async () => {
    const { answers, service } = await recordedOver();
    await answers.save(answerRecordOf('answer_1', { flight: null, status: null }), live);
    await expect(service.replay('answer_1', false, contextOf())).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('a run of the agent', () => {
  const SEARCH = { tool: 'hybrid_search', inputs: { query: 'Who keeps the lamp?' } };
  const ANSWER = { tool: 'text_response', should_end: true };

  it('is replayed with its stream, and kept under the tools that it used', async () => {
    const { agent, answers } = await agentOver({
      next: decisions(SEARCH, ANSWER),
      clock: new TickingClock(Date.now()),
    });
    const { events, outcome } = await run(agent);
    const id = outcome.answer?.id ?? '';
    const record = await answers.get(id, live);
    expect(record).toMatchObject({ kind: 'agent', status: 'answered', flight: { events: { length: events.length } } });
    expect(record?.flight?.calls.map(({ name, parent }) => [name, parent])).toContainEqual([
      'retriever.search',
      'hybrid_search',
    ]);
    const service = new AnswersService({ answers, costs: null, answering: agent });
    expect(await service.replay(id, false, contextOf())).toMatchObject({ verdict: 'same', answer: outcome.answer });
  });

  it('is made once more, live', async () => {
    const { agent, answers } = await agentOver({ next: decisions(SEARCH, ANSWER, SEARCH, ANSWER) });
    const { outcome } = await run(agent);
    const service = new AnswersService({ answers, costs: null, answering: agent });
    const report = await service.replay(outcome.answer?.id ?? '', true, contextOf());
    expect(report).toMatchObject({ verdict: 'same', answer: { answer: 'Mara keeps the lamp. [1]' } });
  });
});

describe('a live replay', () => {
  it('tells what has become of the answer, and is kept as another one', async () => {
    let found = [result('light', 'Mara keeps the lamp.')];
    const stage = await recordedOver({ find: () => found });
    const { answer } = await askRecorded(stage, { sessionId: 's-1' });
    found = [];
    const report = await stage.service.replay(answer.id, true, contextOf());
    expect(report).toMatchObject({
      live: true,
      verdict: 'different',
      answer: { status: 'declined', sessionId: null },
      comparison: {
        status: { before: 'answered', now: 'declined' },
        sameText: false,
        citations: { lost: [{ quote: 'Mara keeps the lamp.' }], gained: [] },
      },
    });
    expect(report.comparison?.calls).toContainEqual({ name: 'validator.validate', before: 1, now: 0 });
    expect((await stage.service.list({ limit: 9 }, asker)).answers.map(({ id }) => id)).toEqual([
      report.answer?.id,
      answer.id,
    ]);
    expect(await stage.sessions.recent('s-1', 9, live)).toHaveLength(2);
  });

  it('says that nothing has changed', async () => {
    const stage = await recordedOver();
    const { answer } = await askRecorded(stage);
    const report = await stage.service.replay(answer.id, true, contextOf());
    expect(report).toMatchObject({ verdict: 'same', comparison: { sameText: true } });
    expect(report.answer?.id).not.toBe(answer.id);
  });

  it('asks a question that failed once more', async () => {
    let isAway = true;
    const stage = await recordedOver({
      judge: () => {
        if (isAway) throw new ArbiterError('INTERNAL', 'The validator broke.');
        return verdict();
      },
    });
    const id = await failedId(ask(stage.pipeline));
    const broken = await stage.service.replay(id, true, contextOf());
    expect(broken).toMatchObject({ verdict: 'same', error: { code: 'INTERNAL' } });
    isAway = false;
    const mended = await stage.service.replay(id, true, contextOf());
    expect(mended).toMatchObject({ verdict: 'different', answer: { status: 'answered' }, error: null });
  });
});

describe('the answers that are kept', () => {
  it('are listed page by page', async () => {
    const { answers, service } = await recordedOver();
    for (const id of ['a', 'b', 'c']) await answers.save(answerRecordOf(id), live);
    expect(await service.list({ limit: 2 }, asker)).toMatchObject({ answers: [{ id: 'c' }, { id: 'b' }], next: 'b' });
    expect(await service.list({ limit: 2, before: 'b' }, asker)).toMatchObject({ answers: [{ id: 'a' }], next: null });
  });

  it('are none that is not there', async () => {
    const { service } = await recordedOver();
    await expect(service.get('answer_9', asker)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(service.replay('answer_9', false, contextOf())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are none before an answer of another caller, as before one that is not there', async () => {
    const { answers, service } = await recordedOver();
    for (const [id, principal] of [
      ['own-1', 'acme/ann'],
      ['foreign', 'acme/bob'],
      ['own-2', 'acme/ann'],
    ] as const)
      await answers.save(answerRecordOf(id, { principal }), live);
    const ann = { name: 'ann', role: 'reader' as const, tenant: 'acme', groups: null };
    const idsBefore = async (before: string, principal: Principal | null = ann) =>
      (await service.list({ limit: 9, before }, { signal: live, principal })).answers.map(({ id }) => id);
    expect(await idsBefore('own-2')).toEqual(['own-1']);
    expect([await idsBefore('foreign'), await idsBefore('nothing')]).toEqual([[], []]);
    expect(await idsBefore('foreign', null)).toEqual(['own-1']);
  });

  it('are none where they are not to be kept, and cost no answer', async () => {
    const { pipeline: answering } = await recordedOver();
    const service = new AnswersService({ answers: null, costs: null, answering });
    await expect(service.list({ limit: 1 }, asker)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(() => service.costs({ by: 'day' }, asker)).toThrow('ANSWER_RECORDS');
  });

  it('hold neither an answer on which the asker has hung up nor a mistake of the asker', async () => {
    const { pipeline, answers } = await recordedOver();
    const stream = pipeline.answer(
      { query: 'x', mode: 'standard', validate: true, includeProvenance: true },
      contextOf(),
    );
    await stream.next();
    await stream.return(undefined as never);
    await expect(ask(pipeline, { domain: 'nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await answers.list({ limit: 9 }, live)).toEqual([]);
  });
});

describe('the cost of an answer', () => {
  const priced = { version: '0.0.1', prices: { currency: 'USD', models: { 'a/*': { input: 3, output: 15 } } } };

  it('is the sum of what its calls say, in the answer, its record and the books', async () => {
    const stage = await recordedOver({
      recording: priced,
      write: ({ passages }) => ({ ...written(['Mara keeps the lamp.'], passages, 'generated'), usage }),
      judge: () => verdict({ usage: { ...usage, model: 'c/d' } }),
    });
    const { answer, record } = await askRecorded(stage, { sessionId: 's-1' });
    const cost = { amount: 0.006, currency: 'USD', unpriced: ['c/d'] };
    const tokens = [usage, { ...usage, model: 'c/d' }];
    expect(answer).toMatchObject({ tokens, cost });
    expect(record).toMatchObject({ tokens, cost, flight: { prices: { models: { 'a/b': { input: 3 } } } } });
    const report = await stage.service.costs({ by: 'session' }, asker);
    expect(report.entries).toEqual([{ key: 's-1', answers: 1, tokens, costs: [cost], unreckoned: 0 }]);
    expect(await stage.service.replay(answer.id, false, contextOf())).toMatchObject({ verdict: 'same' });
  });

  it('is null without a price table, and nothing is in the books where no model was asked', async () => {
    const stage = await recordedOver();
    expect((await askRecorded(stage)).answer).toMatchObject({ tokens: [], cost: null });
    expect((await stage.service.costs({ by: 'day' }, asker)).entries).toEqual([]);
  });
});

describe('an orchestrator that is to keep no answers', () => {
  it('answers, and leaves nothing', async () => {
    const { pipeline, answers, costs } = await recordedOver({ keepsAnswers: false });
    expect((await ask(pipeline)).answer).toMatchObject({ status: 'answered', degraded: [] });
    expect(await answers.list({ limit: 9 }, live)).toEqual([]);
    for await (const entry of costs.between({}, live)) throw new Error(`kept ${entry.answerId}`);
  });

  it('fails as the arm fails, without the name of a record', async () => {
    const judge = () => {
      throw new ArbiterError('INTERNAL', 'The validator broke.');
    };
    const { pipeline } = await recordedOver({ keepsAnswers: false, judge });
    await expect(ask(pipeline)).rejects.toMatchObject({ code: 'INTERNAL', details: {} });
  });
});

/** What is kept is JSON, whatever the code had in its hands. */
it('a record is what its JSON is', async () => {
  const { record } = await askRecorded(await recordedOver());
  expect(JSON.parse(JSON.stringify(record)) as AnswerRecord).toEqual(record);
});
