import { describe, expect, it } from '@jest/globals';
import { ArbiterError, MAX_SYNTHESIZED_PASSAGES, type QueryRequest } from '@arbiter/contracts';
import {
  ask,
  contextOf,
  MISSING,
  pipelineOver,
  planOfTwoHops,
  result,
  verdict,
  written,
  type Arms,
} from '../../test/query-pipeline.js';
import { singleSearch } from '../answering/ask-planner.js';

describe('QueryPipeline', () => {
  it('answers with what the sources say, its citations and its confidence', async () => {
    const { pipeline } = await pipelineOver({});
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({
      status: 'answered',
      answer: 'Mara keeps the lamp. [1]',
      confidence: 0.95,
      attempts: 1,
      degraded: [],
    });
    expect(answer.citations).toMatchObject([{ marker: 1, documentId: 'light', quote: 'Mara keeps the lamp.' }]);
  });

  it('reads a question in one form, however it is typed, and gives it back as it was asked', async () => {
    const { pipeline, searches, syntheses } = await pipelineOver({});
    const query = ' who’s keeping  the lamp ??';
    const { answer } = await ask(pipeline, { query });
    const canonical = 'who is keeping the lamp?';
    expect([...searches, ...syntheses].map((request) => request.query)).toEqual([canonical, canonical]);
    expect(answer.query).toBe(query);
  });

  it('returns the passages that it sought the answer in where that is asked for, a declined answer too', async () => {
    const { pipeline } = await pipelineOver({ judge: () => MISSING });
    const passages = async (asked: Partial<QueryRequest>) => (await ask(pipeline, asked)).answer.passages;
    expect(await passages({ includePassages: true })).toMatchObject([
      { chunkId: 'light:0', documentId: 'light', text: 'Mara keeps the lamp.', score: 0.9 },
    ]);
    expect(await passages({})).toBeUndefined();
  });

  it('announces every stage as it starts and ends', async () => {
    const { pipeline } = await pipelineOver({});
    const { events } = await ask(pipeline);
    expect(events.map(({ stage, status }) => `${stage} ${status}`)).toEqual(
      ['context', 'plan', 'retrieve', 'synthesise', 'validate'].flatMap((stage) => [
        `${stage} started`,
        `${stage} finished`,
      ]),
    );
  });

  it('streams what is written before it is checked only to who asks for it', async () => {
    const { pipeline } = await pipelineOver({ judge: () => MISSING });
    const read = await ask(pipeline, { streamDraft: true });
    expect(read.draft).toContain('Mara keeps the lamp. [1]');
    expect(read.answer.status).toBe('declined');
    expect((await ask(pipeline)).draft).toBe('');
  });

  it('declines an answer that the validator does not accept, and offers the closest span without claiming more', async () => {
    const { pipeline } = await pipelineOver({ judge: () => MISSING });
    const { answer } = await ask(pipeline, { query: 'What is the keeper’s shoe size?' });
    expect(answer.status).toBe('declined');
    expect(answer.answer).toBe(
      'No passage was found that surely answers this question, so it is not answered. ' +
        'The closest passages may hold the answer: please look at them.',
    );
    expect(answer.citations).toEqual([]);
    expect(answer.closest).toMatchObject([{ marker: 1, documentId: 'light', quote: 'Mara keeps the lamp.' }]);
  });

  it('gives the words that answer with an answer that is shown, and with no other', async () => {
    const read = { shortAnswer: 'Mara', highlights: [{ start: 0, end: 4 }] };
    const write: Arms['write'] = ({ passages }) => ({ ...written(['Mara keeps the lamp.'], passages), ...read });
    const shown = (await ask((await pipelineOver({ write })).pipeline)).answer;
    expect(shown).toMatchObject(read);
    expect(shown).not.toHaveProperty('closest');
    const declined = (await ask((await pipelineOver({ write, judge: () => MISSING })).pipeline)).answer;
    expect(declined).not.toHaveProperty('shortAnswer');
    expect(declined).not.toHaveProperty('highlights');
  });

  it('has a lookup answered as one, though a second hop found the passage', async () => {
    const { pipeline, syntheses } = await pipelineOver({
      find: ({ query }) =>
        query.includes('Odo')
          ? [result('Ansel Roe', 'Ansel Roe taught Odo Finch.')]
          : [result('Odo Finch', 'Odo Finch built the light.')],
    });
    const query = 'Who taught the man who built the light?';
    const { answer } = await ask(pipeline, { query });
    expect(answer.subQueries).toEqual([query, 'Who taught Odo Finch?']);
    expect(syntheses).toMatchObject([{ query, queryType: 'simple_lookup', subQueries: [query] }]);
  });

  it('answers from as many passages as an answer may be made from where more are found', async () => {
    const found = Array.from({ length: MAX_SYNTHESIZED_PASSAGES + 20 }, (_, n) =>
      result(`${n}`, `Mara keeps lamp ${n}.`),
    );
    const { pipeline } = await pipelineOver({ find: () => found });
    const { answer } = await ask(pipeline, { includePassages: true });
    expect(answer.status).toBe('answered');
    expect(answer.passages).toHaveLength(MAX_SYNTHESIZED_PASSAGES);
  });

  it('does not try again what the validator rejects', async () => {
    const { pipeline, searches } = await pipelineOver({ judge: () => ({ ...MISSING, recommendation: 'reject' }) });
    await ask(pipeline);
    expect(searches).toHaveLength(1);
  });

  it('declines when nothing was found', async () => {
    const { pipeline } = await pipelineOver({ find: () => [] });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'declined', confidence: 0, validation: null });
    expect(answer.answer).toBe('No passage was found for this question, so it is not answered.');
    expect(answer).not.toHaveProperty('closest');
  });

  it('tells that the library is empty', async () => {
    const { pipeline } = await pipelineOver({ find: () => [], chunks: 0 });
    expect((await ask(pipeline)).answer.answer).toContain('the library is empty');
  });

  it('gives the names that the first hop found to the second', async () => {
    const plan = planOfTwoHops('Who taught the man who built the light?', 'the man who built the light');
    const { pipeline, searches } = await pipelineOver({
      plan: () => Promise.resolve(plan),
      find: ({ query }) =>
        query.startsWith('the man')
          ? [result('Odo Finch', 'Odo built it.')]
          : [result('Ansel Roe', 'Ansel taught Odo.')],
    });
    const { answer } = await ask(pipeline);
    const asked = searches.map(({ query }) => query);
    expect(asked.slice(0, 3)).toEqual([
      'the man who built the light',
      'Who taught the man who built the light?',
      'Who taught Odo Finch?',
    ]);
    expect(answer.subQueries.slice(0, 2)).toEqual(['the man who built the light', 'Who taught Odo Finch?']);
    // What was searched for behind these is no language; what it asks is.
    expect(answer.subQueries.slice(2)).toEqual([
      'Who taught the man who built the light (Ansel Roe)?',
      'Who taught Odo Finch?',
    ]);
    expect(asked).toHaveLength(5);
    expect(answer.citations.map(({ documentId }) => documentId).sort()).toEqual(['Ansel Roe', 'Odo Finch']);
  });

  it.each([
    ['conversational', 'There is no question in this that documents could answer.', 0],
    ['out_of_scope', 'No passage was found that surely answers this question, so it is not answered.', 1],
  ] as const)('searches once and no further for what is %s', async (queryType, message, offered) => {
    const plan = () => Promise.resolve({ ...singleSearch('Thanks, keeper!'), queryType });
    const { pipeline, searches } = await pipelineOver({ plan, judge: () => MISSING });
    const { answer } = await ask(pipeline, { query: 'Thanks, keeper!' });
    expect(answer).toMatchObject({ status: 'declined', attempts: 1, answer: expect.stringContaining(message) });
    expect(answer.closest ?? []).toHaveLength(offered);
    expect(searches).toHaveLength(1);
  });

  it.each(['standard', 'fast'] as const)('searches for no remark in mode %s, whatever would be found', async (mode) => {
    const { pipeline, searches } = await pipelineOver({});
    const { answer } = await ask(pipeline, { query: 'Thanks!', mode });
    expect(answer).toMatchObject({ status: 'declined', answer: expect.stringContaining('no question') });
    expect([answer.closest, answer.resolvedQuery, searches]).toEqual([undefined, undefined, []]);
  });

  it('answers what was only taken for small talk', async () => {
    const plan = () =>
      Promise.resolve({ ...singleSearch('Who keeps the lamp?'), queryType: 'conversational' as const });
    const { pipeline } = await pipelineOver({ plan });
    expect((await ask(pipeline)).answer.status).toBe('answered');
  });

  it('tells of its stages in words', async () => {
    const { events } = await ask((await pipelineOver({})).pipeline);
    const told = events.flatMap((event) => ('stage' in event && event.status === 'finished' ? [event.detail] : []));
    expect(told).toEqual([
      'the whole library',
      '1 search',
      '1 passage',
      '1 citation',
      expect.stringMatching(/^good enough to show, \d+ % sure$/),
    ]);
  });

  it('asks the question as it stands when the planner is away, and says so', async () => {
    const { pipeline } = await pipelineOver({ plan: () => Promise.reject(new ArbiterError('UNAVAILABLE', 'gone')) });
    expect((await ask(pipeline)).answer).toMatchObject({ status: 'answered', degraded: ['planner'] });
  });

  it('names the language model where extraction had to stand in for it, and how it failed while it runs', async () => {
    const { pipeline } = await pipelineOver({ degraded: 'model-timed-out' });
    const { answer, events } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'answered', synthesis: 'extractive', degraded: ['language-model'] });
    expect(events.map(({ detail }) => detail)).toContain('1 citation, model-timed-out');
  });

  it('names the language models that were to plan and to judge, where rules and features did it alone', async () => {
    const plan: Arms['plan'] = () =>
      Promise.resolve({ ...singleSearch('Who keeps the lamp?'), degraded: 'model-malformed' });
    const unplanned = await pipelineOver({ plan });
    expect((await ask(unplanned.pipeline)).answer.degraded).toEqual(['planner-model']);
    const failing = { model: 'paper', asked: 1, failure: 'It was not JSON.', failureCode: 'malformed' } as const;
    const unjudged = await pipelineOver({ judge: () => verdict({ languageModel: failing }) });
    expect((await ask(unjudged.pipeline)).answer.degraded).toEqual(['validator-model']);
  });

  it('shows what a language model wrote only with a citation', async () => {
    const write: Arms['write'] = () => ({
      text: 'Mara keeps the lamp.',
      citations: [],
      sentences: [],
      mode: 'generated',
    });
    expect((await ask((await pipelineOver({ write })).pipeline)).answer.status).toBe('declined');
  });

  it('says where the reader was away, which is no failure of a language model', async () => {
    const { pipeline } = await pipelineOver({ degraded: 'not-read' });
    const { answer, events } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'answered', synthesis: 'extractive', degraded: ['reader'] });
    expect(events.map(({ detail }) => detail)).toContain('1 citation, not-read');
  });

  it('hands on what the models do not cover, and is silent where there is nothing to say', async () => {
    const notices = ['Collection "küste" is in German, which the model does not cover.'];
    expect((await ask((await pipelineOver({ notices })).pipeline)).answer).toMatchObject({ notices });
    expect((await ask((await pipelineOver({})).pipeline)).answer).not.toHaveProperty('notices');
  });

  it('never shows an unchecked answer when the validator is away', async () => {
    const { pipeline } = await pipelineOver({
      judge: () => {
        throw new ArbiterError('UNAVAILABLE', 'The validator is away.');
      },
    });
    await expect(ask(pipeline)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('shows an unchecked answer only to who asked for one, without a confidence', async () => {
    const { pipeline } = await pipelineOver({ judge: () => MISSING });
    const { answer } = await ask(pipeline, { validate: false });
    expect(answer).toMatchObject({ status: 'answered', confidence: null, validation: null });
  });

  it('makes one search without a plan in fast mode', async () => {
    const { pipeline, searches } = await pipelineOver({
      plan: () => Promise.reject(new ArbiterError('INTERNAL', 'not to be asked')),
    });
    expect((await ask(pipeline, { mode: 'fast' })).answer.status).toBe('answered');
    expect(searches).toHaveLength(1);
  });

  it('names an unknown domain', async () => {
    const { pipeline } = await pipelineOver({});
    await expect(ask(pipeline, { domain: 'nowhere' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('"nowhere"'),
    });
  });

  it('remembers question and answer under the session', async () => {
    const { pipeline, sessions } = await pipelineOver({});
    await ask(pipeline, { sessionId: 's1' });
    const messages = await sessions.recent('s1', 10, new AbortController().signal);
    expect(messages).toMatchObject([
      { role: 'user', content: 'Who keeps the lamp?' },
      { role: 'assistant', content: 'Mara keeps the lamp. [1]', metadata: { confidence: 0.95, validated: true } },
    ]);
  });

  it('stops when the caller goes away', async () => {
    const { pipeline } = await pipelineOver({});
    const caller = new AbortController();
    const request: QueryRequest = { query: 'Who?', mode: 'standard', validate: true, includeProvenance: true };
    const stream = pipeline.answer(request, contextOf(caller.signal));
    await stream.next();
    caller.abort(new ArbiterError('CANCELLED', 'gone'));
    await expect(
      (async () => {
        for await (const _event of stream);
      })(),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
