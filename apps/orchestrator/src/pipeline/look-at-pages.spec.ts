import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { foundPage, type PageArm } from '../../test/page-arm.js';
import { ask, MISSING, pipelineOver, verdict, type Arms } from '../../test/query-pipeline.js';

const READ = 'The wire of the landing is red.';
const WORDS = 'landing\noil room';
const found = [foundPage(3, WORDS)];

/** The text says nothing that can be shown; what is read is not confirmed by words. */
const asked = async (pages: PageArm, over: Arms & { mode?: 'fast' } = {}) => {
  const { mode, ...arms } = over;
  const { pipeline } = await pipelineOver({ judge: () => MISSING, settings: { maxRetries: 0 }, pages, ...arms });
  return ask(pipeline, { query: 'Which wire is red?', ...(mode && { mode }) });
};

describe('a question that the text does not answer', () => {
  it('is answered from the picture of a page, as one more attempt', async () => {
    const { answer, events } = await asked({ found, read: () => [READ] });
    expect(answer).toMatchObject({
      ...{ status: 'answered', answer: `${READ} [1]`, attempts: 2 },
      citations: [{ page: 3, quote: 'landing' }],
      history: [{ kept: false }, { kept: true, passages: 1 }],
    });
    expect(answer.confidence).toBeLessThanOrEqual(0.5);
    expect(events).toContainEqual(
      expect.objectContaining({ stage: 'correct', detail: 'reading the picture of page 3 of “Bell wires”' }),
    );
  });

  it.each<[string, PageArm, Arms & { mode?: 'fast' }]>([
    ['no vision model is set up', { found }, {}],
    ['no page is found', { read: () => [READ] }, {}],
    ['the picture says nothing', { found, read: () => [] }, {}],
    ['what is read has a number that the page has not', { found, read: () => ['It has 40 wires.'] }, {}],
    ['one search alone is wanted', { found, read: () => [READ] }, { mode: 'fast' }],
  ])('is declined where %s', async (_, pages, over) => {
    const { answer } = await asked(pages, over);
    expect(answer).toMatchObject({ status: 'declined', degraded: [] });
    expect(answer.closest).not.toHaveLength(0);
  });

  it('is declined where the model is away, and says so', async () => {
    const read = () => {
      throw new ArbiterError('UNAVAILABLE', 'away');
    };
    expect((await asked({ found, read })).answer).toMatchObject({ status: 'declined', degraded: ['vision-model'] });
  });
});

describe('a question that the text answers', () => {
  it('looks at no page', async () => {
    const read = () => {
      throw new Error('nobody asks');
    };
    const { answer } = await asked({ found, read }, { judge: () => verdict() });
    expect(answer).toMatchObject({ status: 'answered', attempts: 1, degraded: [] });
  });
});
