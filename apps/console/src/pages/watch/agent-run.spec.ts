import type { AgentEvent } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { type AgentRun, answerOfRun, foldEvent, newRun } from './agent-run.js';

const fold = (...events: readonly AgentEvent[]): AgentRun => events.reduce(foldEvent, newRun('Who?'));
const decision = (tool: string): AgentEvent => ({ type: 'decision', tool, reasoning: `because ${tool}` });
const result = (metadata: Record<string, unknown> = {}): AgentEvent => ({
  ...{ type: 'result', tool: 'hybrid_search', objects: [{}], metadata, payload_type: 'chunks', ms: 5 },
});

describe('a run of the agent', () => {
  it('keeps what each decision led to', () => {
    const run = fold(
      { type: 'status', message: 'Reading' },
      decision('hybrid_search'),
      result(),
      decision('text_response'),
      { type: 'status', message: 'Writing' },
      { type: 'error', message: 'Too little.', recoverable: true, suggestion: 'Search.' },
    );
    expect(run.messages).toEqual(['Reading']);
    expect(run.steps.map(({ tool, results, messages }) => [tool, results.length, messages])).toEqual([
      ['hybrid_search', 1, []],
      ['text_response', 0, ['Writing']],
    ]);
    expect(run.steps[1]?.fault).toEqual({ message: 'Too little.', suggestion: 'Search.' });
  });

  it('joins the pieces of the answer, and names its record', () => {
    const run = fold(
      decision('text_response'),
      { type: 'token', content: 'Nine' },
      { type: 'token', content: ' wicks. [1]' },
      result({ answer_id: 'answer_1' }),
      { type: 'complete' },
    );
    expect([run.text, run.answerId, run.state]).toEqual(['Nine wicks. [1]', 'answer_1', 'done']);
    expect(answerOfRun(run)).toBeNull();
  });

  it('tells why it ended without an answer', () => {
    const run = fold({ type: 'error', message: 'The retriever is away.', recoverable: false }, { type: 'complete' });
    expect([run.failure, run.state]).toEqual(['The retriever is away.', 'done']);
  });
});
