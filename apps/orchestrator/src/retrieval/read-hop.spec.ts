import { describe, expect, it } from '@jest/globals';
import { ArbiterError, type OperationInput, type SynthesizeResponse, type synthesize } from '@arbiter/contracts';
import { ask, pipelineOver, planOfTwoHops, result, written } from '../../test/query-pipeline.js';

const QUESTION = 'Where did the man who built the light live?';
const HOP = 'What is the man who built the light?';

/** The answer to the question, and what becomes of its first hop. */
async function hopped(read: (request: OperationInput<typeof synthesize>) => Partial<SynthesizeResponse>) {
  const { pipeline, searches, syntheses } = await pipelineOver({
    plan: () => Promise.resolve(planOfTwoHops(QUESTION, 'the man who built the light')),
    find: () => [result('light', 'Lea Brook paid for the light that Odo Finch built.')],
    write: (request) => {
      const texts = request.passages.map(({ text }) => text);
      return { ...written(texts, request.passages), ...(request.query === HOP && read(request)) };
    },
  });
  const { answer } = await ask(pipeline, { query: QUESTION });
  return { answer, asked: searches.map(({ query }) => query), hop: syntheses.find(({ query }) => query === HOP) };
}

describe('readHopWith', () => {
  it('asks on with what the reader found for the description, and asks no language model for it', async () => {
    const { asked, hop } = await hopped(() => ({ shortAnswer: 'Odo Finch' }));
    expect(asked).toContain('Where did Odo Finch live?');
    expect(hop).toMatchObject({ queryType: 'simple_lookup', budget: { maxTokens: 0 } });
  });

  it('lets names lead on where the reader finds nothing', async () => {
    const { asked } = await hopped(() => ({}));
    expect(asked).toContain('Where did Lea Brook or Odo Finch live?');
  });

  it('lets names lead on where nobody can read, and answers', async () => {
    const { asked, answer } = await hopped(() => {
      throw new ArbiterError('UNAVAILABLE', 'the reader is away');
    });
    expect(asked).toContain('Where did Lea Brook or Odo Finch live?');
    expect(answer.status).toBe('answered');
  });
});
