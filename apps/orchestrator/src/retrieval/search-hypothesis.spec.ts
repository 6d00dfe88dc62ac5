import { describe, expect, it } from '@jest/globals';
import { ask, pipelineOver, result, type Arms } from '../../test/query-pipeline.js';

const IMAGINED = 'The keeper burns whale oil from dusk to dawn.';
const QUESTION = 'What happens when it gets dark?';
const LAMP = result('lamp', 'The lamp is lit.');
const OIL = result('oil', 'Whale oil burns in it.');

/** The question finds the lamp, the hypothesis the oil and the lamp. */
const coast = (over: Arms = {}) =>
  pipelineOver({
    general: () => null,
    imagine: () => IMAGINED,
    find: ({ query }) => (query === IMAGINED ? [OIL, LAMP] : [LAMP]),
    ...over,
  });

const documentsOf = (passages: readonly { documentId: string }[] = []) => passages.map(({ documentId }) => documentId);

describe('a made-up passage', () => {
  it('is searched for by its meaning beside the question, and does not take its place', async () => {
    const { pipeline, searches, syntheses } = await coast();
    const { answer } = await ask(pipeline, { query: QUESTION, mode: 'deep' });
    expect(searches.filter(({ query }) => query === IMAGINED)).toMatchObject([{ method: 'vector' }]);
    expect(documentsOf(syntheses[0]?.passages)).toEqual(['lamp', 'oil']);
    expect(answer.hypothesis).toBe(IMAGINED);
    expect(answer.answer).not.toContain('whale oil from dusk');
  });

  it.each([
    ['nobody writes one', { imagine: () => null }, 'deep'],
    ['the mode is not deep', {}, 'standard'],
  ] as const)('is not searched for when %s', async (_, over, mode) => {
    const { pipeline, searches } = await coast(over);
    const { answer } = await ask(pipeline, { query: QUESTION, mode });
    expect(searches.map(({ method }) => method)).not.toContain('vector');
    expect(answer).toMatchObject({ degraded: [] });
    expect(answer.hypothesis).toBeUndefined();
  });

  it('is done without when the planner is away', async () => {
    const { pipeline } = await pipelineOver({ general: () => null });
    expect((await ask(pipeline, { mode: 'deep' })).answer).toMatchObject({ status: 'answered', degraded: ['planner'] });
  });
});
