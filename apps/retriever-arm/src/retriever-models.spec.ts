import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@arbiter/platform';
import { InMemoryReader } from '@arbiter/ports/testing';
import { retrieverArmConfig } from './retriever-arm.config.js';
import { openRetrieverModels, type RetrieverModels } from './retriever-models.js';

const MODEL = 'cross-encoder/tiny';

describe('warming up the models of the retriever', () => {
  let cwd: string;
  let sut: RetrieverModels;
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'arbiter-retriever-models-'));
  });
  afterEach(async () => {
    await sut.close();
    await rm(cwd, { recursive: true });
  });

  const warmUp = async (env: Readonly<Record<string, string>>): Promise<void> => {
    const { values } = loadConfig(retrieverArmConfig, { env: { ARBITER_MODELS_DIR: 'models', ...env }, cwd });
    sut = await openRetrieverModels(values, { cwd });
    return sut.warmUp(AbortSignal.timeout(30_000));
  };

  it('names the command that gets a cross-encoder which is not there', async () => {
    await expect(warmUp({ RERANKER_MODEL: MODEL })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(`run "arbiter models --pull ${MODEL}", or unset RERANKER_MODEL`),
    });
  });

  it('names the file of a cross-encoder that is broken', async () => {
    const folder = join(cwd, 'models', MODEL);
    await mkdir(folder, { recursive: true });
    for (const name of ['model.onnx', 'tokenizer.json', 'config.json']) await writeFile(join(folder, name), '{');
    await expect(warmUp({ RERANKER_MODEL: MODEL })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { problem: 'rejected', subject: 'config.json' },
    });
  });

  it('does not wait for a reranker where none is named', async () => {
    await expect(warmUp({})).resolves.toBeUndefined();
  });
});

describe('the reader of the retriever', () => {
  const open = (value: string, reader?: InMemoryReader): Promise<RetrieverModels> => {
    const { values } = loadConfig(retrieverArmConfig, { env: { ENABLE_READER: value }, cwd: '/' });
    return openRetrieverModels(values, { cwd: '/', ...(reader && { reader }) });
  };

  it('is the one of the process, which its owner closes', async () => {
    const shared = new InMemoryReader();
    const sut = await open('true', shared);
    expect(sut.reader).toBe(shared);
    await sut.close();
    expect(shared.isClosed).toBe(false);
  });

  it('is an own one in a process of its own, which closes with the other models', async () => {
    const sut = await open('true');
    expect(sut.reader?.model).toMatch(/\S/);
    await sut.close();
    const task = { question: 'Who?', headings: '', passage: 'Mara Fell.' };
    const reading = sut.reader?.read([task], { signal: AbortSignal.timeout(10_000) });
    await expect(reading).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('is none where words and rank choose sentences', async () => {
    expect((await open('false', new InMemoryReader())).reader).toBeNull();
  });
});
