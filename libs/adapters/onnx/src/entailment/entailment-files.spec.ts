import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { type TinyModel, writeTinyCrossEncoder } from '@arbiter/testing/tiny-model';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createEntailmentModel, type OnnxEntailmentModel } from './onnx-entailment-model.js';

const LABELS = ['entailment', 'neutral', 'contradiction'];
const THREE_WAY: TinyModel = { labels: LABELS, factors: [1, 0, -1] };

describe('an OnnxEntailmentModel whose folder is not as it must be', () => {
  let directory: string;
  let sut: OnnxEntailmentModel;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbiter-entailment-'));
    await writeTinyCrossEncoder(directory, THREE_WAY);
    sut = createEntailmentModel({ directory, name: 'tiny', threads: 1 });
  });
  afterEach(async () => {
    await sut.close();
    await rm(directory, { recursive: true });
  });

  const failure = async (): Promise<ArbiterError> => {
    const outcome: unknown = await sut.warmUp(new AbortController().signal).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(ArbiterError);
    expect((outcome as ArbiterError).code).toBe('UNAVAILABLE');
    return outcome as ArbiterError;
  };

  it.each(['model.onnx', 'tokenizer.json', 'config.json'])(
    'names a missing %s, both remedies, and no path',
    async (name) => {
      await rm(join(directory, name));
      const error = await failure();
      expect(error.details).toEqual({ model: 'tiny', problem: 'missing', subject: name });
      expect(error.message).toBe(
        `The entailment model tiny has no file ${name}: put the file into the folder of the model, or unset VALIDATION_ENTAILMENT_MODEL to validate without it.`,
      );
    },
  );

  it('works once the file is there', async () => {
    await rm(join(directory, 'config.json'));
    await failure();
    await writeTinyCrossEncoder(directory, THREE_WAY);
    await expect(sut.warmUp(new AbortController().signal)).resolves.toBeUndefined();
  });

  it.each<[string, string, string]>([
    ['config.json', '{', 'JSON'],
    ['config.json', '{"max_position_embeddings": 512}', 'id2label'],
    ['model.onnx', 'not a network', 'protobuf'],
  ])('refuses a %s that is %s', async (name, content, cause) => {
    await writeFile(join(directory, name), content);
    const error = await failure();
    expect(error.details).toMatchObject({ problem: 'rejected', subject: name });
    expect(String(error.cause).toLowerCase()).toContain(cause.toLowerCase());
  });

  it.each<[string, TinyModel, string, string]>([
    ['outputs without names', { labels: ['LABEL_0', 'LABEL_1'], factors: [1, -1] }, 'config.json', 'LABEL_0, LABEL_1'],
    ['no output for entailment', { labels: ['neutral', 'contradiction'], factors: [0, -1] }, 'config.json', 'neutral'],
    ['two outputs for it', { labels: ['entailment', 'supported'], factors: [1, 1] }, 'config.json', 'supported'],
    ['a single output', { labels: ['supported'], factors: [1] }, 'config.json', 'supported'],
    ['fewer outputs than names', { labels: LABELS, factors: [1, -1] }, 'model.onnx', 'shape 1 × 2'],
    ['pairs joined as RoBERTa does', { ...THREE_WAY, separators: 2 }, 'tokenizer.json', 'joins "a" and "b"'],
  ])('refuses %s', async (_, model, subject, cause) => {
    await writeTinyCrossEncoder(directory, model);
    const error = await failure();
    expect(error.details).toMatchObject({ problem: 'rejected', subject });
    expect(String(error.cause)).toContain(cause);
  });
});
