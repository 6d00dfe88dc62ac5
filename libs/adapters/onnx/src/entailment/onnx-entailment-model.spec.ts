import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntailmentPair } from '@arbiter/ports';
import { describeEntailmentModel } from '@arbiter/ports/testing';
import { type TinyModel, writeTinyCrossEncoder } from '@arbiter/testing/tiny-model';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createEntailmentModel, type OnnxEntailmentModel } from './onnx-entailment-model.js';

/** Says how many words claim and evidence share: +1 for each in favour of support, −1 in favour of the other. */
const TWO_WAY: TinyModel = { labels: ['not_supported', 'supported'], factors: [-1, 1] };
const NEVER = new AbortController().signal;

const folders: string[] = [];
async function written(model: TinyModel): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'arbiter-entailment-'));
  folders.push(directory);
  await writeTinyCrossEncoder(directory, model);
  return directory;
}
afterAll(async () => {
  await Promise.all(folders.map((directory) => rm(directory, { recursive: true })));
});

describeEntailmentModel(
  'OnnxEntailmentModel',
  async () => createEntailmentModel({ directory: await written(TWO_WAY), name: 'tiny/overlap', threads: 1 }),
  {
    entailed: { claim: 'a storm at the coast', evidence: 'storm over the coast' },
    other: { claim: 'a storm at the coast', evidence: 'salt and rope' },
  },
);

describe('OnnxEntailmentModel', () => {
  let sut: OnnxEntailmentModel;
  let batches: number[];
  beforeEach(() => {
    batches = [];
  });
  afterEach(() => sut.close());

  const open = async (model: TinyModel): Promise<void> => {
    sut = createEntailmentModel({
      directory: await written(model),
      threads: 1,
      onBatch: (pairs) => batches.push(pairs),
    });
  };
  const score = (...pairs: [claim: string, evidence: string][]): Promise<readonly (number | null)[]> =>
    sut.score(
      pairs.map(([claim, evidence]): EntailmentPair => ({ claim, evidence })),
      { signal: NEVER },
    );
  const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

  it('gives the share of support in the softmax of two outputs', async () => {
    await open(TWO_WAY);
    const [one, none] = await score(['the storm', 'a storm'], ['the storm', 'a rope']);
    expect(one).toBeCloseTo(sigmoid(2), 5);
    expect(none).toBeCloseTo(0.5, 5);
  });

  it.each<[string, string[], number[]]>([
    ['first of three', ['ENTAILMENT', 'NEUTRAL', 'CONTRADICTION'], [1, 0, -1]],
    ['second of three', ['contradiction', 'entailment', 'neutral'], [-1, 1, 0]],
    ['last of three', ['contradiction', 'neutral', 'entailment'], [-1, 0, 1]],
    ['first of two', ['entailment', 'not_entailment'], [1, -1]],
  ])('takes entailment from the output that the configuration names: %s', async (_, labels, factors) => {
    await open({ labels, factors });
    const expected = Math.exp(2) / factors.reduce((sum, factor) => sum + Math.exp(2 * factor), 0);
    const [probability] = await score(['storm coast', 'the storm at the coast']);
    expect(probability).toBeCloseTo(expected, 5);
  });

  it('has no probability for a pair whose logits are no numbers', async () => {
    await open(TWO_WAY);
    const [before, none, after] = await score(['storm', 'storm'], ['storm', 'void'], ['storm', 'storm']);
    expect(none).toBeNull();
    expect(before).toBe(after);
  });

  it('cuts the evidence, not the claim, of a pair that is too long', async () => {
    // Three special tokens leave ten: the claim keeps its two, the evidence its first eight.
    await open({ ...TWO_WAY, positions: 13 });
    const evidence = (before: number): string => `${'salt '.repeat(before)}storm`;
    const [within, beyond] = await score(['storm rope', evidence(7)], ['storm rope', evidence(8)]);
    expect(within).toBeCloseTo(sigmoid(2), 5);
    expect(beyond).toBeCloseTo(0.5, 5);
  });

  it('puts pairs of like length together', async () => {
    await open(TWO_WAY);
    await score(...Array.from({ length: 40 }, (): [string, string] => ['storm', 'salt '.repeat(60)]));
    expect(batches).toEqual([8, 8, 8, 8, 8]);
  });

  it('runs no further batch once it is aborted', async () => {
    const controller = new AbortController();
    sut = createEntailmentModel({
      directory: await written(TWO_WAY),
      threads: 1,
      onBatch: (pairs) => {
        if (batches.push(pairs) === 2) controller.abort();
      },
    });
    const pairs = Array.from({ length: 20 }, () => ({ claim: 'storm', evidence: 'storm '.repeat(200) }));
    await expect(sut.score(pairs, { signal: controller.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(batches).toEqual([2, 2]);
  });

  it.each([0, 1.5])('refuses %p threads', async (threads) => {
    await open(TWO_WAY);
    expect(() => createEntailmentModel({ directory: '/nowhere', threads })).toThrow(RangeError);
  });
});
