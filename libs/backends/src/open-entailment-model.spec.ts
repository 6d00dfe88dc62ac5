import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EQUAL_WEIGHTS, openEntailmentModel, type WeighedEntailmentModel } from './open-pair-models.js';

describe('openEntailmentModel', () => {
  let cwd: string;
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'arbiter-entailment-'));
  });
  afterEach(() => rm(cwd, { recursive: true }));

  const open = (entailmentModel: string | undefined = '.'): WeighedEntailmentModel | null =>
    openEntailmentModel({ entailmentModel, entailmentTimeoutMs: 2_000 }, cwd);
  const describeWeights = (content: unknown): Promise<void> =>
    writeFile(join(cwd, 'support.json'), typeof content === 'string' ? content : JSON.stringify(content));

  it('is none where none is named', () => {
    expect(openEntailmentModel({ entailmentModel: undefined, entailmentTimeoutMs: 2_000 })).toBeNull();
  });

  it('weighs a model of which nothing is known as much as the features', () => {
    expect(open()).toMatchObject({ model: { model: basename(cwd) }, weights: EQUAL_WEIGHTS });
  });

  it('takes the weights that were written when the model was trained', async () => {
    const weights = { features: 0.9, entailment: 0.3, neutral: -0.5 };
    await describeWeights({ format: 1, weights, figures: { heldOut: [] } });
    expect(open()).toMatchObject({ weights });
  });

  it.each([
    ['no JSON', '{'],
    ['another format', { format: 2, weights: EQUAL_WEIGHTS }],
    ['a model that counts against what it reads', { format: 1, weights: { ...EQUAL_WEIGHTS, entailment: -1 } }],
  ])('refuses a support.json with %s, and names both remedies', async (_, content) => {
    await describeWeights(content);
    expect(() => open()).toThrow(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(/support\.json .* write it anew, or take it away/) as unknown,
      }),
    );
  });

  it('says which file is missing when the model is first asked', async () => {
    const opened = open('./nowhere');
    await expect(opened?.model.warmUp(AbortSignal.timeout(60_000))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { problem: 'missing' },
    });
    await opened?.model.close();
  });
});
