import { AgentEvent, ArbiterError } from '@arbiter/contracts';
import { BaseMcpTool, Result, type ToolOutput } from '@arbiter/tool-sdk';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { agentOver, decisions, run, textOf } from '../../test/agent.js';
import { contextOf, MISSING, result, verdict } from '../../test/query-pipeline.js';

const SEARCH = { tool: 'hybrid_search', inputs: { query: 'Who keeps the lamp?' } };
const ANSWER = { tool: 'text_response', should_end: true };

/** Does as a test says. */
class Odd extends BaseMcpTool {
  readonly name = 'odd-tool';
  readonly description = 'Odd.';
  readonly inputSchema = z.strictObject({});

  constructor(private readonly act: () => AsyncGenerator<ToolOutput, void, undefined>) {
    super();
  }

  execute(): AsyncGenerator<ToolOutput, void, undefined> {
    return this.act();
  }
}

describe('Agent', () => {
  it('streams decision, result and answer as published, and completes once', async () => {
    const { agent } = await agentOver({ next: decisions(SEARCH, ANSWER) });
    const { events, outcome } = await run(agent);
    expect(events.map(({ type }) => type).filter((type) => type !== 'status' && type !== 'token')).toEqual([
      'decision',
      'result',
      'decision',
      'result',
      'complete',
    ]);
    expect(events).toContainEqual({ type: 'decision', tool: 'hybrid_search', reasoning: 'because' });
    expect(events.filter((event) => event.type === 'result')).toMatchObject([
      { tool: 'hybrid_search', payload_type: 'chunks', objects: [{ chunkId: 'light:0' }] },
      { tool: 'text_response', payload_type: 'result', objects: [{ marker: 1, quote: 'Mara keeps the lamp.' }] },
    ]);
    expect(textOf(events)).toBe('Mara keeps the lamp. [1]');
    expect(outcome).toMatchObject({ iterations: 2, tools: ['hybrid-search', 'text-response'] });
    expect(outcome.answer).toMatchObject({ status: 'answered', answer: 'Mara keeps the lamp. [1]' });
  });

  it('tells on its last line what came of the run, with the time of each tool, as its answer has it', async () => {
    const { agent } = await agentOver({ next: decisions(SEARCH, ANSWER) });
    const { events, outcome } = await run(agent);
    const { id, status, confidence, citations, durationMs, tokens, cost, degraded } = outcome.answer!;
    expect(events.at(-1)).toEqual({
      type: 'complete',
      answer: {
        ...{ id, status, confidence, citations, durationMs, tokens, cost, degraded },
        timings: [
          { tool: 'hybrid_search', ms: expect.any(Number) },
          { tool: 'text_response', ms: expect.any(Number) },
        ],
      },
    });
    for (const event of events) if (event.type === 'result') expect(event.ms).toEqual(expect.any(Number));
    expect(events.map((event) => AgentEvent.parse(event))).toEqual(events);
  });

  it('tells on the last line of a refusal what came closest', async () => {
    const { agent } = await agentOver({ judge: () => MISSING, next: decisions(SEARCH, ANSWER) });
    const { events, outcome } = await run(agent);
    expect(outcome.answer?.closest).not.toHaveLength(0);
    expect(events.at(-1)).toMatchObject({
      answer: { status: 'declined', confidence: 0, citations: [], closest: outcome.answer!.closest },
    });
  });

  it('tells the remarks of its searches in the answer', async () => {
    const notices = ['No passage holds “brass lamp” word for word.'];
    const { agent } = await agentOver({ notices, next: decisions(SEARCH, ANSWER) });
    expect((await run(agent)).outcome.answer).toMatchObject({ notices });
  });

  it('tells an empty search as an error with a suggestion, and goes on', async () => {
    const { agent } = await agentOver({
      find: ({ query }) => (query === 'lamp' ? [] : [result('light', 'Mara keeps the lamp.')]),
      next: decisions({ tool: 'hybrid_search', inputs: { query: 'lamp' } }, SEARCH, ANSWER),
    });
    const { events, outcome } = await run(agent);
    expect(events).toContainEqual({
      type: 'error',
      message: 'No text results for: lamp',
      recoverable: true,
      suggestion: expect.stringContaining('broader terms') as unknown,
    });
    expect(outcome.answer?.status).toBe('answered');
  });

  it('refuses what is impossible in tokens, with what was tried, on an empty environment too', async () => {
    const { agent } = await agentOver({
      find: () => [],
      next: decisions(SEARCH, { ...ANSWER, impossible: true, reasoning: 'Cannot complete: nothing is there.' }),
    });
    const { events, outcome } = await run(agent);
    expect(outcome.answer?.status).toBe('declined');
    expect(textOf(events)).toBe(outcome.answer?.answer);
    expect(textOf(events)).toMatch(/ Found nothing for "Who keeps the lamp\?"\.$/);
    expect(events.at(-1)).toMatchObject({ type: 'complete', answer: { status: 'declined', confidence: 0 } });
  });

  it('never shows an answer that its sources do not support', async () => {
    const { agent } = await agentOver({ judge: () => MISSING, next: decisions(SEARCH, ANSWER) });
    const { events, outcome } = await run(agent);
    expect(outcome.answer?.status).toBe('declined');
    expect(textOf(events)).not.toContain('Mara');
    expect(textOf(events)).toContain('Searched for "Who keeps the lamp?"');
    expect(events.filter(({ type }) => type === 'complete')).toHaveLength(1);
  });

  it('answers again once more was found', async () => {
    const { agent } = await agentOver({
      judge: ({ sources }) => (sources.length > 1 ? verdict() : MISSING),
      find: ({ query }) => [
        result('light', 'Mara keeps the lamp.'),
        ...(query === 'lamp' ? [result('oil', 'Oil.')] : []),
      ],
      settings: { maxRetries: 0 },
      next: decisions(SEARCH, ANSWER, { tool: 'hybrid_search', inputs: { query: 'lamp' } }, ANSWER),
    });
    const { outcome } = await run(agent);
    expect(outcome).toMatchObject({ iterations: 4, answer: { status: 'answered' } });
  });

  it('ends with the last iteration by answering from what is there', async () => {
    let asked = 0;
    const next = () => ({ ...decisions(SEARCH)(), inputs: { query: `Who keeps lamp ${(asked += 1)}?` } });
    const { agent } = await agentOver({ next });
    const { outcome } = await run(agent, { max_iterations: 3 });
    expect(outcome).toMatchObject({ iterations: 3, answer: { status: 'answered' } });
    expect(asked).toBe(2);
  });

  it.each([
    ['the same tool with the same inputs for ever', SEARCH, 'has run with these inputs before'],
    ['a tool that does not exist', { tool: 'launch_rockets' }, 'There is no tool "launch_rockets"'],
    ['wrong inputs', { tool: 'hybrid_search', inputs: { query: 7 } }, 'Wrong inputs'],
    ['a tool that cannot run now', ANSWER, 'nothing has been found'],
  ])('brings a planner that chooses %s to an end', async (_, decision, message) => {
    const { agent } = await agentOver({ find: () => [], next: decisions(decision) });
    const { events, outcome } = await run(agent);
    expect(events.filter((event) => event.type === 'error').some((event) => event.message.includes(message))).toBe(
      true,
    );
    expect(outcome.iterations).toBeLessThan(8);
    expect(outcome.answer?.status).toBe('declined');
    expect(events.filter(({ type }) => type === 'complete')).toHaveLength(1);
  });

  it('searches once and answers when the planner is away', async () => {
    const { agent } = await agentOver({});
    const { outcome } = await run(agent);
    expect(outcome.answer).toMatchObject({ status: 'answered', degraded: ['planner'] });
  });

  it.each(['UNAVAILABLE', 'OVERLOADED', 'DEADLINE_EXCEEDED'] as const)(
    'says %s where nothing can check the answer, and does not refuse the question',
    async (code) => {
      const away = (): never => {
        throw new ArbiterError(code, 'The validator does not answer.');
      };
      const { agent } = await agentOver({
        judge: away,
        next: decisions(SEARCH, ANSWER, { ...ANSWER, impossible: true }),
      });
      const { events, outcome } = await run(agent);
      expect(outcome.answer).toBeNull();
      expect(textOf(events)).toBe('');
      expect(events.slice(-2)).toMatchObject([{ type: 'error', recoverable: false }, { type: 'complete' }]);
    },
  );

  it('runs a tool unasked where it wants to', async () => {
    const eager = new (class extends Odd {
      override runIfTrue({ environment }: Parameters<BaseMcpTool['runIfTrue']>[0]) {
        return Promise.resolve([environment.visible().length === 1, {}] as const);
      }
    })(async function* () {
      yield await Promise.resolve(new Result({ objects: [{ note: 'summed up' }] }));
    });
    const { agent } = await agentOver({ next: decisions(SEARCH, ANSWER) }, [eager]);
    const { outcome } = await run(agent);
    expect(outcome.tools).toEqual(['hybrid-search', 'odd-tool', 'text-response']);
  });

  it('remembers question and answer in the session', async () => {
    const { agent, sessions } = await agentOver({ next: decisions(SEARCH, ANSWER) });
    await run(agent, { session_id: 's-1' });
    const messages = await sessions.recent('s-1', 10, new AbortController().signal);
    expect(messages).toMatchObject([
      { role: 'user', content: 'Who keeps the lamp?' },
      { role: 'assistant', metadata: { tools_used: ['hybrid-search'] } },
    ]);
  });

  it('tells a tool that throws as an error and goes on', async () => {
    const broken = new Odd(async function* () {
      yield await Promise.reject<ToolOutput>(new ArbiterError('UNAVAILABLE', 'The well is dry.'));
    });
    const { agent } = await agentOver({ next: decisions({ tool: 'odd-tool' }, SEARCH, ANSWER) }, [broken]);
    const { events, outcome } = await run(agent);
    expect(events).toContainEqual(expect.objectContaining({ type: 'error', message: 'The well is dry.' }));
    expect(outcome.answer?.status).toBe('answered');
  });

  it('stops when the client goes away', async () => {
    const gone = new AbortController();
    const waiting = new Odd(async function* () {
      gone.abort(new ArbiterError('CANCELLED', 'The client went away.'));
      await new Promise(() => undefined);
      yield new Result({ objects: [] });
    });
    const { agent } = await agentOver({ next: decisions({ tool: 'odd-tool' }, ANSWER) }, [waiting]);
    await expect(run(agent, {}, contextOf(gone.signal))).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
