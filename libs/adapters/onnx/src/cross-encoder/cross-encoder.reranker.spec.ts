import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TinyModel, writeTinyCrossEncoder } from '@arbiter/testing/tiny-model';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { passage } from '../../test/passage.js';
import { createCrossEncoder, type CrossEncoderReranker } from './cross-encoder.reranker.js';

const never = (): AbortSignal => new AbortController().signal;
const MORTAL_WORKER = new URL('../../test/mortal-cross-encoder.worker.mjs', import.meta.url);

describe('CrossEncoderReranker', () => {
  let directory: string;
  let sut: CrossEncoderReranker;
  let batches: number[];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbiter-cross-encoder-'));
    batches = [];
  });
  afterEach(async () => {
    await sut.close();
    await rm(directory, { recursive: true });
  });

  const open = async (model: TinyModel = {}): Promise<void> => {
    await writeTinyCrossEncoder(directory, model);
    sut = createCrossEncoder({ directory, threads: 1, onBatch: (pairs) => batches.push(pairs) });
  };
  const scores = (query: string, ...texts: string[]): Promise<readonly (number | null)[]> =>
    sut.rerank(
      query,
      texts.map((text) => passage(text)),
      never(),
    );

  it('gives each passage the logit of its pair, in the order of the passages', async () => {
    await open();
    const texts = ['the salt', 'storm over the harbour', 'Storm, storm at the COAST', ''];
    await expect(scores('a storm at the coast', ...texts)).resolves.toEqual([0, 1, 3, 0]);
  });

  it('reads title and heading before the text', async () => {
    await open();
    const titled = passage('rope', { title: 'Lantern', section: ['Storm', 'Keeper'] });
    await expect(sut.rerank('lantern storm keeper', [titled], never())).resolves.toEqual([2]);
  });

  it('scores pairs of all lengths in batches as it does one at a time', async () => {
    await open();
    const texts = Array.from({ length: 40 }, (_, i) => `${'salt '.repeat((i * 37) % 90)}${'storm '.repeat(i % 7)}`);
    const together = await scores('storm rope', ...texts);
    expect(together).toEqual(texts.map((_, i) => i % 7));
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.length).toBeLessThan(texts.length);
    const alone = await Promise.all(texts.map((text) => scores('storm rope', text)));
    expect(alone.flat()).toEqual(together);
  });

  it('cuts a pair to 512 tokens, at the end of the passage', async () => {
    await open();
    // 512 less three special tokens and a query of one.
    const fitting = 'salt '.repeat(507);
    await expect(scores('storm', `${fitting}storm`, `${fitting}salt storm`)).resolves.toEqual([1, 0]);
  });

  it('cuts to what the model knows, of two long texts the same number', async () => {
    await open({ positions: 13 });
    const [query, text] = ['salt salt salt salt storm rope', 'rope rope rope salt storm storm'];
    // Five and five of them stay: 4 × salt, storm; 3 × rope, salt, storm.
    await expect(scores(query, text)).resolves.toEqual([4 + 1]);
  });

  it('has no score for a passage whose logit is no number', async () => {
    await open();
    await expect(scores('storm', 'storm', 'void', 'coast')).resolves.toEqual([1, null, 0]);
  });

  it('has run the network once when it is warm', async () => {
    await open();
    await sut.warmUp(never());
    expect(batches).toEqual([1]);
  });

  it('scores nothing when there is nothing', async () => {
    await open();
    await expect(scores('storm')).resolves.toEqual([]);
  });

  it('scores a query and a passage of a hundred thousand words', async () => {
    await open();
    const long = 'storm '.repeat(100_000);
    await expect(scores(long, long)).resolves.toEqual([254 * 255]);
  });

  it('answers calls at the same time each with its own', async () => {
    await open();
    const [storms, ropes] = await Promise.all([
      scores('storm', ...Array.from({ length: 30 }, () => 'storm '.repeat(100))),
      scores('rope', 'rope rope', 'storm'),
    ]);
    expect(new Set(storms)).toEqual(new Set([100]));
    expect(ropes).toEqual([2, 0]);
  });

  it('runs no further batch once it is aborted', async () => {
    await open();
    const controller = new AbortController();
    const seen: number[] = [];
    const aborting = createCrossEncoder({
      directory,
      onBatch: (pairs) => {
        if (seen.push(pairs) === 2) controller.abort();
      },
    });
    const passages = Array.from({ length: 20 }, () => passage('storm '.repeat(200)));
    await expect(aborting.rerank('storm', passages, controller.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    await aborting.close();
    expect(seen).toEqual([2, 2]);
  });

  it('is DEADLINE_EXCEEDED when a timeout aborts it', async () => {
    await open();
    const late = AbortSignal.timeout(1);
    await expect(sut.rerank('storm', [passage('storm')], late)).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });

  it('says that its thread died, and starts it again for the next call', async () => {
    await writeTinyCrossEncoder(directory);
    sut = createCrossEncoder({ directory, name: 'tiny/overlap', entry: MORTAL_WORKER });
    await expect(scores('die', 'storm')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The reranker of tiny/overlap has stopped: try again, it starts anew.',
    });
    await expect(scores('storm', 'storm')).resolves.toEqual([1]);
  });

  it.each([0, 1.5])('refuses %p threads', async (threads) => {
    await open();
    expect(() => createCrossEncoder({ directory, threads })).toThrow(RangeError);
  });
});
