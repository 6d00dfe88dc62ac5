import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@arbiter/platform';
import { InMemoryReader } from '@arbiter/ports/testing';
import { retrieverArmConfig } from './retriever-arm.config.js';
import { openRetrieverModels, type RetrieverModels, retrieverModelsOnDuty } from './retriever-models.js';

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

describe('the model of the retriever that sees', () => {
  const open = (env: Readonly<Record<string, string>>): Promise<RetrieverModels> => {
    const { values } = loadConfig(retrieverArmConfig, { env: { ENABLE_READER: 'false', ...env }, cwd: '/' });
    return openRetrieverModels(values, { cwd: '/' });
  };

  it('is none where none is named, and stands beside the one that writes', async () => {
    expect(await open({})).toMatchObject({ visionModel: null });
    const models = await open({ VISION_MODEL: 'ollama/qwen2.5vl', SYNTHESIS_MODEL: 'ollama/llama3.2' });
    expect(models).toMatchObject({
      visionModel: { name: 'ollama/qwen2.5vl' },
      languageModel: { name: 'ollama/llama3.2' },
    });
    expect(retrieverModelsOnDuty(models).map(({ model }) => model.name)).toEqual([
      'ollama/llama3.2',
      'ollama/qwen2.5vl',
    ]);
    await models.close();
    await expect(models.visionModel?.health(AbortSignal.timeout(1_000))).rejects.toThrow('closed');
  });

  it.each([
    ['claude-sonnet-5-5', /VISION_MODEL is "claude-sonnet-5-5", and ANTHROPIC_API_KEY is not set/],
    ['qwen2.5vl', /VISION_MODEL is "qwen2.5vl", and it is not clear who runs that/],
  ])('is refused where it cannot be asked (%s)', async (VISION_MODEL, message) => {
    await expect(open({ VISION_MODEL })).rejects.toThrow(message);
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
