import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { type TinyModel, writeLock, writeTinyCrossEncoder } from '@arbiter/testing/tiny-model';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createCrossEncoder, type CrossEncoderReranker } from './cross-encoder.reranker.js';

const NEVER = new AbortController().signal;
const FILES = ['model.onnx', 'tokenizer.json', 'config.json'];

describe('a CrossEncoderReranker whose folder is not as it must be', () => {
  let directory: string;
  let sut: CrossEncoderReranker;
  const file = (name: string): string => join(directory, name);

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbiter-cross-encoder-'));
    await writeTinyCrossEncoder(directory);
    sut = createCrossEncoder({ directory, name: 'tiny/overlap', threads: 1 });
  });
  afterEach(async () => {
    await sut.close();
    await rm(directory, { recursive: true });
  });

  const failure = async (): Promise<ArbiterError> => {
    const outcome: unknown = await sut.warmUp(NEVER).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(ArbiterError);
    expect((outcome as ArbiterError).code).toBe('UNAVAILABLE');
    return outcome as ArbiterError;
  };
  const lock = async (): Promise<void> => {
    const contents = await Promise.all(FILES.map(async (name) => [name, await readFile(file(name))] as const));
    await writeLock(directory, Object.fromEntries(contents));
  };

  it.each(FILES)('names a missing %s, both remedies, and no path', async (name) => {
    await rm(file(name));
    const error = await failure();
    expect(error.details).toEqual({ model: 'tiny/overlap', problem: 'missing', subject: name });
    expect(error.message).toBe(
      `The reranking model tiny/overlap has no file ${name}: run "arbiter models --pull tiny/overlap", or unset RERANKER_MODEL to rerank without it.`,
    );
    expect(String(error.cause)).toContain(directory);
  });

  it('works once the file is there', async () => {
    await rm(file('config.json'));
    await failure();
    await writeTinyCrossEncoder(directory);
    await expect(sut.warmUp(NEVER)).resolves.toBeUndefined();
  });

  it('takes files that are as the lock describes them', async () => {
    await lock();
    await expect(sut.warmUp(NEVER)).resolves.toBeUndefined();
  });

  it.each(FILES)('sees that %s is longer than the lock says', async (name) => {
    await lock();
    await writeFile(file(name), ' ', { flag: 'a' });
    expect((await failure()).details).toMatchObject({ problem: 'truncated', subject: name });
  });

  it.each(FILES)('sees a changed byte of %s by its lock', async (name) => {
    await lock();
    const content = await readFile(file(name));
    content[content.length >> 1]! ^= 1;
    await writeFile(file(name), content);
    expect((await failure()).details).toMatchObject({ problem: 'altered', subject: name });
  });

  it.each([
    ['config.json', '{'],
    ['config.json', '{"max_position_embeddings": "many"}'],
    ['tokenizer.json', 'null'],
    ['model.onnx', 'not a network'],
    ['arbiter-model.json', '{"files": 3}'],
  ])('refuses a %s that is %s', async (name, content) => {
    await writeFile(file(name), content);
    const { details, message } = await failure();
    expect(details).toMatchObject({ problem: 'rejected', subject: name });
    expect(message).toContain('is not that of a BERT-like cross-encoder');
  });

  it.each<[string, TinyModel, string, string]>([
    ['a classifier, by its configuration', { labels: ['LABEL_0', 'LABEL_1'] }, 'config.json', 'has 2 outputs'],
    ['a classifier, by its network', { factors: [1, 1] }, 'model.onnx', 'shape 1 × 2'],
    ['a tokeniser that joins pairs as RoBERTa does', { separators: 2 }, 'tokenizer.json', 'joins "a" and "b"'],
  ])('refuses %s', async (_, model, subject, cause) => {
    await writeTinyCrossEncoder(directory, model);
    const error = await failure();
    expect(error.details).toMatchObject({ problem: 'rejected', subject });
    expect(String(error.cause)).toContain(cause);
  });
});
