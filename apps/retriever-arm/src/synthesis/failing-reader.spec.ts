import { afterEach, describe, expect, it } from '@jest/globals';
import { passageOf, synthesize } from '@arbiter/contracts';
import { InMemoryReader, SilentReader } from '@arbiter/ports/testing';
import { searched, startRetriever, type StartedRetriever } from '../../test/retriever.arm.js';

const QUERY = 'Who keeps the lamp of Gull Point?';
const SENTENCE = 'Mara Fell keeps the lamp of Gull Point. [1]';

const open: StartedRetriever[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const armWith = async (reader: InMemoryReader): Promise<StartedRetriever> => {
  const arm = await startRetriever({ RETRIEVER_MIN_RELEVANCE: '0', READER_TIMEOUT_MS: '50' }, reader);
  open.push(arm);
  return arm;
};

async function failuresOf({ registry }: StartedRetriever): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('arbiter_synthesis_reader_failures_total')?.get();
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [String(labels.code), value]));
}

describe('a search whose synthesis is read', () => {
  it('gives the sentence that was read, and has nothing to excuse', async () => {
    const reader = new InMemoryReader();
    const arm = await armWith(reader);
    const { output, mode, degraded } = await searched(arm, { query: QUERY, explain: true });
    expect(output.synthesis).toBe(SENTENCE);
    expect(mode).toMatch(/; synthesis=extractive$/);
    expect([degraded, output.degraded]).toEqual([undefined, []]);
    expect(reader.asked.map(({ question }) => question)).toContain(QUERY);
  });

  it('says where the reader was away, and counts it, without blaming a language model', async () => {
    const arm = await armWith(new SilentReader());
    const { output, mode } = await searched(arm, { query: QUERY, explain: true });
    expect(output.synthesis).toBe(SENTENCE);
    expect(mode).toMatch(/; synthesis=not-read$/);
    expect(output.degraded).not.toContain('language-model');
    expect(await failuresOf(arm)).toEqual({ UNAVAILABLE: 1 });
  });

  it('answers from given passages without it, and says so', async () => {
    const arm = await armWith(new SilentReader());
    const { output } = await searched(arm, { query: QUERY, include_synthesis: false });
    const answer = await arm.client.request(synthesize, { query: QUERY, passages: output.results.map(passageOf) });
    expect(answer).toMatchObject({ text: SENTENCE, mode: 'extractive', degraded: 'not-read' });
    expect(answer).not.toHaveProperty('shortAnswer');
  });
});
