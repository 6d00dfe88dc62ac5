import { afterEach, describe, expect, it } from '@jest/globals';
import { synthesize } from '@arbiter/contracts';
import { chatChunks, type StandInAnswer } from '@arbiter/testing';
import { SYNTHESIS_PROMPT_VERSION } from './generated/synthesis.prompt.js';
import { searched, startRetriever, startRetrieverWithModel, type StartedRetriever } from '../../test/retriever.arm.js';

const QUERY = 'Who keeps the lamp of Gull Point?';
const EXTRACTED = 'Mara Fell keeps the lamp of Gull Point. [1]';

const open: StartedRetriever[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const armWith = async (answer: (answer: StandInAnswer) => Promise<void>): Promise<StartedRetriever> => {
  const arm = await startRetrieverWithModel(answer);
  open.push(arm);
  return arm;
};

/** Failures that the arm has counted, by reason. */
async function failuresOf({ registry }: StartedRetriever): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('arbiter_synthesis_failures_total')?.get();
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [String(labels.reason), value]));
}

const refuses = (reply: StandInAnswer): Promise<void> => reply.json(400, { error: { message: 'No.', type: 'x' } });
const speaks = (pieces: readonly string[], finishReason: string) => (reply: StandInAnswer) =>
  reply.stream('text/event-stream', chatChunks(pieces, finishReason), 'end');

describe('a search whose synthesis is written by a language model', () => {
  it('says so', async () => {
    const { output, mode, degraded } = await searched(await armWith(speaks(['Mara Fell does [1].'], 'stop')), {
      query: QUERY,
    });
    expect(output.synthesis).toBe('Mara Fell does [1].');
    expect(mode).toMatch(/; synthesis=generated$/);
    expect(degraded).toBeUndefined();
  });

  it('names the language model that failed, in header, body and metrics', async () => {
    const arm = await armWith(refuses);
    const { output, mode, degraded } = await searched(arm, { query: QUERY, explain: true });
    expect(output.synthesis).toBe(EXTRACTED);
    expect(mode).toMatch(/; synthesis=model-unavailable$/);
    expect(degraded).toBe('language-model');
    expect(output.degraded).toEqual(['language-model']);
    expect(await failuresOf(arm)).toEqual({ 'model-unavailable': 1 });
  });

  it('tells an answer that ends early from one that was extracted', async () => {
    const arm = await armWith(speaks(['Mara Fell does [1]. She also'], 'length'));
    const { output, mode, degraded } = await searched(arm, { query: QUERY });
    expect(output.synthesis).toBe('Mara Fell does [1].');
    expect(mode).toMatch(/; synthesis=cut-off$/);
    expect(degraded).toBe('language-model');
  });

  it('names no language model where none was asked', async () => {
    const arm = await armWith(refuses);
    const { mode, degraded } = await searched(arm, { query: QUERY, include_synthesis: false });
    expect(mode).not.toContain('synthesis=');
    expect(degraded).toBeUndefined();
    const without = await startRetriever({ RETRIEVER_MIN_RELEVANCE: '0' });
    open.push(without);
    expect((await searched(without, { query: QUERY })).mode).toMatch(/; synthesis=extractive$/);
  });

  it('keeps the keys of the published answer', async () => {
    const { output } = await searched(await armWith(refuses), { query: QUERY });
    expect(Object.keys(output)).not.toContain('degraded');
  });
});

describe('a search within a budget for language models', () => {
  /** Writes, and has used 40 tokens. */
  const start = async () => {
    let asked = 0;
    const usage = { prompt_tokens: 30, completion_tokens: 10, total_tokens: 40 };
    const bill = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'gpt-test', choices: [], usage };
    const arm = await armWith((reply) => {
      asked += 1;
      const chunks = chatChunks(['Mara Fell does [1].']).replace(
        'data: [DONE]',
        () => `data: ${JSON.stringify(bill)}\n\ndata: [DONE]`,
      );
      return reply.stream('text/event-stream', chunks, 'end');
    });
    return { arm, asked: () => asked };
  };

  it('tells what the synthesis has taken and was asked', async () => {
    const { arm } = await start();
    const { output, mode } = await searched(arm, {
      query: QUERY,
      includePrompts: true,
      budget: { maxTokens: 100_000 },
    });
    expect(mode).toMatch(/; synthesis=generated$/);
    expect(output.usage).toMatchObject({ model: 'openai/gpt-test', inputTokens: 30, outputTokens: 10 });
    expect(output.modelCalls?.map(({ role, prompt }) => [role, prompt])).toEqual([
      ['synthesise', SYNTHESIS_PROMPT_VERSION],
    ]);
  });

  it('asks no language model where nothing is left of it, and says so', async () => {
    const { arm, asked } = await start();
    const { output, mode, degraded } = await searched(arm, { query: QUERY, budget: { maxTokens: 0 } });
    expect(asked()).toBe(0);
    expect(mode).toMatch(/; synthesis=model-over-budget$/);
    expect([degraded, output.degraded]).toEqual(['model-budget', ['model-budget']]);
    expect(output.synthesis).toBe(EXTRACTED);
  });
});

describe('a synthesis of given passages', () => {
  it('counts a language model that failed', async () => {
    const arm = await armWith(refuses);
    const { output } = await searched(arm, { query: QUERY, include_synthesis: false });
    const [first] = output.results;
    const { chunk_id, document_id, start, end, title } = first!.metadata;
    const passage = {
      chunkId: chunk_id,
      documentId: document_id,
      collection: 'coast',
      text: first!.content,
      start,
      end,
      title,
      source: first!.source,
      section: [],
      page: null,
      metadata: {},
      score: 0.9,
    };
    const answer = await arm.client.request(synthesize, { query: QUERY, passages: [passage] });
    expect(answer).toMatchObject({ text: EXTRACTED, mode: 'extractive', degraded: 'model-unavailable' });
    expect(await failuresOf(arm)).toEqual({ 'model-unavailable': 1 });
  });
});
