import { BaseMcpTool, RecoverableError, Result, type AutomaticRun, type ToolOutput } from '@arbiter/tool-sdk';
import type { OperationInput, Passage, validate } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { agentOver, run, textOf } from '../../test/agent.js';
import { ask, MISSING, pipelineOver, verdict } from '../../test/query-pipeline.js';
import { answerFrom } from './stated-answer.js';

const PASSAGE: Passage = {
  ...{ chunkId: 'd@0-9', documentId: 'd', collection: 'lore', text: 'Two dozen', start: 0, end: 9 },
  ...{ title: 'Lamps', source: 'lamps.md', section: [], page: null, metadata: {}, score: 1 },
};

/** Recognises every question and has the answer, unless it fails. */
class Counter extends BaseMcpTool {
  readonly name = 'counter';
  readonly description = 'Counts.';
  readonly inputSchema = z.strictObject({});

  constructor(private readonly fails: boolean) {
    super();
  }

  override runIfTrue({ tasksCompleted }: Parameters<BaseMcpTool['runIfTrue']>[0]): Promise<AutomaticRun> {
    return Promise.resolve([!tasksCompleted.has(this.name), {}]);
  }

  async *execute(): AsyncGenerator<ToolOutput, void, undefined> {
    await Promise.resolve();
    if (this.fails) yield new RecoverableError({ message: 'There is nothing to count.' });
    else yield new Result({ objects: [], statement: { text: 'There are 24 lamps [1].', passages: [PASSAGE] } });
  }
}

/** Judges, and keeps what it was asked. */
function judge(good: boolean) {
  const asked: OperationInput<typeof validate>[] = [];
  const judged = (request: OperationInput<typeof validate>) => {
    asked.push(request);
    return good ? verdict() : MISSING;
  };
  return { asked, judged };
}

describe('what a tool has computed', () => {
  it('is the answer of the pipeline, held to it and to what it was computed from', async () => {
    const { asked, judged } = judge(true);
    const { pipeline, searches } = await pipelineOver({ judge: judged, tools: [new Counter(false)] });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'answered', answer: 'There are 24 lamps [1].', synthesis: 'computed' });
    expect(answer.citations).toMatchObject([{ marker: 1, documentId: 'd', quote: 'Two dozen' }]);
    expect(asked[0]?.sources.map(({ content }) => content)).toEqual(['There are 24 lamps.', 'Two dozen']);
    expect(searches).toEqual([]);
  });

  it('is the answer of an agent at once, whoever else decides', async () => {
    const { agent } = await agentOver({}, [new Counter(false)]);
    const { events, outcome } = await run(agent);
    expect(textOf(events)).toBe('There are 24 lamps [1].');
    expect(outcome).toMatchObject({
      iterations: 1,
      tools: ['counter', 'text-response'],
      answer: { synthesis: 'computed' },
    });
  });

  it('gives way to a search where it is not accepted, or the tool has failed', async () => {
    const { judged, asked } = judge(false);
    const rejected = await pipelineOver({
      judge: (request) => (asked.length === 0 ? judged(request) : verdict()),
      tools: [new Counter(false)],
    });
    expect((await ask(rejected.pipeline)).answer).toMatchObject({
      answer: 'Mara keeps the lamp. [1]',
      synthesis: 'extractive',
    });
    const failed = await pipelineOver({ tools: [new Counter(true)] });
    expect((await ask(failed.pipeline)).answer).toMatchObject({ answer: 'Mara keeps the lamp. [1]' });
  });

  it('has its markers counted through where several tools have something to say', () => {
    const statement = { tool: 'counter', text: 'A [1] and B [2].', passages: [PASSAGE, PASSAGE] };
    const { text, citations, sentences } = answerFrom([
      statement,
      { ...statement, text: 'C [1].', passages: [PASSAGE] },
    ]);
    expect(text).toBe('A [1] and B [2].\nC [3].');
    expect(citations.map(({ marker }) => marker)).toEqual([1, 2, 3]);
    expect(sentences.map(({ start, end }) => text.slice(start, end))).toEqual(['A [1] and B [2].', 'C [3].']);
  });
});
