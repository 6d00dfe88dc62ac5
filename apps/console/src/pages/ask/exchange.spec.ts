import type { StreamMessage } from '@arbiter/client';
import { describe, expect, it } from '@jest/globals';
import { type Exchange, exchangesOf, foldMessage, newExchange, stageWords } from './exchange.js';

type Message = StreamMessage<'query'>;

const start = newExchange('k', 'Who?', { collections: [], mode: 'standard', draft: true });
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
    expect(stages.map(({ stage: name, isFinished, ms }) => [name, isFinished, ms])).toEqual([
      ['plan', true, 12],
      ['synthesise', false, 0],
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
