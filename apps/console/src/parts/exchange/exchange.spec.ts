import type { Answer } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { stageWords } from '../answer/answer-words.js';
import { type Exchange, exchangesOf, foldMessage, newExchange } from './exchange.js';

type Message = Parameters<typeof foldMessage>[1];

const start = newExchange('k', 'Who?');
const fold = (...messages: readonly Message[]): Exchange => messages.reduce(foldMessage, start);
const stage = (name: 'plan' | 'synthesise', status: 'started' | 'finished', ms = 0, detail = ''): Message => ({
  ...{ type: 'stage', stage: name, status, ms, detail },
});
const draft = (text: string, provisional?: true): Message => ({
  type: 'draft',
  text,
  ...(provisional && { provisional }),
});

describe('a stream of an answer', () => {
  it('tells which stage runs and what came of those before', () => {
    const { stages } = fold(
      stage('plan', 'started'),
      stage('plan', 'finished', 12, 'simple_lookup, 1 search'),
      stage('synthesise', 'started'),
    );
    expect(stages.map(({ stage: name, status, ms }) => [name, status, ms])).toEqual([
      ['plan', 'finished', 12],
      ['synthesise', 'started', 0],
    ]);
    expect(stages.slice(0, 1).map(stageWords)).toEqual(['Planned the search: 1 search']);
  });

  it('puts a whole sentence in the place of its beginnings', () => {
    const begun = fold(draft('One. '), draft('Tw', true), draft('o th', true));
    expect([begun.draft, begun.provisional]).toEqual(['One. ', 'Two th']);
    const whole = foldMessage(begun, draft('Two three. '));
    expect([whole.draft, whole.provisional]).toEqual(['One. Two three. ', '']);
  });

  it('begins a new text with each writing', () => {
    const again = fold(
      stage('synthesise', 'started'),
      draft('Old.'),
      draft('O', true),
      stage('synthesise', 'finished'),
      stage('synthesise', 'started'),
    );
    expect([again.draft, again.provisional]).toEqual(['', '']);
  });

  it('passes over messages of a newer server', () => {
    expect(foldMessage(start, { type: 'weather' } as unknown as Message)).toBe(start);
  });
});

describe('a run of the agent', () => {
  const decision = (tool: string): Message => ({ type: 'decision', tool, reasoning: `because ${tool}` });
  const result: Message = {
    ...{ type: 'result', tool: 'hybrid_search', objects: [{}], metadata: {}, payload_type: 'chunks', ms: 5 },
  };

  it('keeps what each decision led to', () => {
    const fault: Message = { type: 'error', message: 'Too little.', recoverable: true, suggestion: 'Search.' };
    const { now, steps } = fold(
      { type: 'status', message: 'Reading' },
      decision('hybrid_search'),
      result,
      decision('text_response'),
      { type: 'status', message: 'Writing' },
      fault,
    );
    expect(now).toBe('Reading');
    expect(steps).toMatchObject([
      { tool: 'hybrid_search', results: [result], messages: [], fault: null },
      { tool: 'text_response', results: [], messages: ['Writing'], fault },
    ]);
  });

  it('joins the pieces of the answer, and names its record', () => {
    const pieces = ['Nine', ' wicks. [1]'].map((content): Message => ({ type: 'token', content }));
    const answer = { id: 'answer_1', status: 'answered', timings: [] } as unknown as Answer;
    const run = fold(...pieces, { type: 'complete', answer } as unknown as Message);
    expect(run).toMatchObject({ state: 'done', answerId: 'answer_1' });
    expect(run.answer).toEqual({ id: 'answer_1', status: 'answered', query: 'Who?', answer: 'Nine wicks. [1]' });
  });

  it('tells why it ended without an answer', () => {
    const run = fold({ type: 'error', message: 'The retriever is away.', recoverable: false }, { type: 'complete' });
    expect([run.failure?.message, run.state, run.answer]).toEqual(['The retriever is away.', 'refused', null]);
  });
});

it('pairs the messages of a session, also where an answer is missing', () => {
  const message = (id: string, role: 'user' | 'assistant', content: string, answer_id?: string) => ({
    ...{ id, role, content, timestamp: '2026-01-01T00:00:00Z', metadata: answer_id === undefined ? {} : { answer_id } },
  });
  const exchanges = exchangesOf([
    message('1', 'user', 'Who?'),
    message('2', 'user', 'Where?'),
    message('3', 'assistant', 'There. [1]', 'answer_1'),
  ]);
  expect(exchanges.map(({ question, text, answerId, state }) => [question, text, answerId, state])).toEqual([
    ['Who?', '', null, 'kept'],
    ['Where?', 'There. [1]', 'answer_1', 'kept'],
  ]);
});
