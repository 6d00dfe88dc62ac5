import { afterEach, describe, expect, it } from '@jest/globals';
import { passageOf, synthesize } from '@arbiter/contracts';
import { chatChunks, type StandInAnswer } from '@arbiter/testing';
import { searched, startRetriever, startRetrieverWithModel, type StartedRetriever } from '../../test/retriever.arm.js';

const QUERY = 'Who keeps the lamp of Gull Point?';
const EXTRACTED = 'Mara Fell keeps the lamp of Gull Point. [1]';
/** Less than a generation has by itself. */
const deadlineMs = 4_000;

const open: StartedRetriever[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const begun = (arm: StartedRetriever): StartedRetriever => {
  open.push(arm);
  return arm;
};

/** A model that says so much and then nothing more, on an open connection. */
const stallsAfter = (pieces: readonly string[]) => (reply: StandInAnswer) =>
  reply.stream('text/event-stream', pieces.length === 0 ? '' : chatChunks(pieces, null), 'hang');

describe('a language model that is slower than the deadline of the call', () => {
  it('leaves the time for an extractive answer', async () => {
    const arm = begun(await startRetrieverWithModel(stallsAfter([])));
    const { output, mode, degraded } = await searched(arm, { query: QUERY }, { deadlineMs });
    expect(output.synthesis).toBe(EXTRACTED);
    expect(mode).toBe('hybrid; fusion=z-score; rerank=no-reranker; synthesis=model-timed-out');
    expect(degraded).toBe('language-model');
  });

  it.each([
    ['the sentences that it wrote', ['Mara Fell keeps it [1]. And'], 'Mara Fell keeps it [1].', 'cut-off'],
    ['an extractive answer where it found nothing', ['NOT_IN_SOURCES. And'], EXTRACTED, 'model-timed-out'],
  ])('leaves the time for %s', async (_, pieces, text, reason) => {
    const arm = begun(await startRetrieverWithModel(stallsAfter(pieces)));
    const { output, mode } = await searched(arm, { query: QUERY }, { deadlineMs });
    expect(output.synthesis).toBe(text);
    expect(mode).toContain(`synthesis=${reason}`);
  });

  it('leaves the time for an extractive answer from given passages', async () => {
    const arm = begun(await startRetrieverWithModel(stallsAfter([])));
    const { output } = await searched(arm, { query: QUERY, include_synthesis: false });
    const answer = await arm.client.request(
      synthesize,
      { query: QUERY, passages: output.results.map(passageOf) },
      { deadlineMs },
    );
    expect(answer).toMatchObject({ mode: 'extractive', degraded: 'model-timed-out' });
    expect(answer.text).toContain('Mara Fell');
  });
});

describe('a caller in a hurry', () => {
  it('still gets what is quick', async () => {
    const arm = begun(await startRetriever({ RETRIEVER_MIN_RELEVANCE: '0' }));
    const { mode } = await searched(arm, { query: 'how does the lamp burn all winter' }, { deadlineMs: 500 });
    expect(mode).toContain('fusion=feedback; rerank=no-reranker; synthesis=extractive');
  });
});
